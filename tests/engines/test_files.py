"""Files that somebody names: whatever they turn out to be, nobody waits and nobody drowns."""

import time
from pathlib import Path

import pytest

from boyi.engines.files import open_regular, read_regular, read_text, read_toml
from boyi.engines.game import Game
from boyi.engines.weights import WeightError, purpose
from tests.support.engines.strange_files import STRANGE
from tests.support.pulse import stretched

SOON = 5.0
"""Seconds that tell an answer from waiting, on the busiest machine."""


@pytest.fixture(params=STRANGE)
def strange(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    return STRANGE[request.param](tmp_path / "strange")


def test_what_is_no_file_of_sensible_size_is_not_read(strange: Path) -> None:
    begin = time.monotonic()
    try:
        assert read_regular(strange) == b""  # the kernel's log: a file that says it is empty
    except OSError as error:
        assert str(error).count("\n") == 0
    assert time.monotonic() - begin < stretched(SOON)


def test_a_file_is_read_whole(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"x" * 100_000)
    assert read_regular(tmp_path / "a") == b"x" * 100_000
    with pytest.raises(OSError, match=r"100000 bytes is too large: at most 99999"):
        read_regular(tmp_path / "a", 99_999)


def test_a_descriptor_is_of_a_file(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="this is a folder, not a file"):
        open_regular(tmp_path)
    with pytest.raises(OSError, match="this is a device, not a file"):
        open_regular(Path("/dev/zero"))


def test_text_and_toml_name_their_faults(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"\xff")
    with pytest.raises(UnicodeDecodeError):
        read_text(tmp_path / "a")
    (tmp_path / "a").write_text("a = {b = " + "[" * 100_000)
    with pytest.raises(ValueError, match="nested too deeply"):
        read_toml(tmp_path / "a")
    (tmp_path / "a").write_text("a = 1\r\n")
    assert read_toml(tmp_path / "a") == {"a": 1}


def test_no_weights_come_from_a_strange_path(strange: Path) -> None:
    with pytest.raises(WeightError) as raised:
        purpose(strange)
    assert "\n" not in str(raised.value)


def test_no_book_comes_from_a_strange_path(strange: Path, game: Game) -> None:
    if game.book:
        with pytest.raises((OSError, ValueError)):
            game.part(game.book)(str(strange))
