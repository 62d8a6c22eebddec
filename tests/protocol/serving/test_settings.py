"""Settings from a file, the environment and the command line: the strongest wins, faults have names."""

import subprocess
import sys
from pathlib import Path

import pytest

from boyi.engines.options import Options
from boyi.protocol import uci
from boyi.protocol.serving.settings import StartSettings, gather, parser
from tests.support.engines.strange_files import make_pipe
from tests.support.protocol.fake_engine import GAME

DIALECTS = [uci.DIALECT, uci.DIALECT._replace(name="other")]


def settings(folder: Path, arguments: tuple[str, ...] = (), **environment: str) -> StartSettings:
    return gather(GAME, parser(GAME, DIALECTS).parse_args(arguments), environment, folder)


def value(found: StartSettings, name: str) -> object:
    options = Options(GAME.options)
    found.apply(options)
    return options[name]


def test_nothing_set_is_nothing_changed(tmp_path: Path) -> None:
    assert settings(tmp_path) == StartSettings()
    assert settings(tmp_path).filter_dialects(DIALECTS) == DIALECTS


def test_a_file_nested_without_end_is_refused_by_its_name(tmp_path: Path) -> None:
    (tmp_path / "fake.toml").write_text(f"x = {'[' * 100_000}")
    with pytest.raises(ValueError, match=r"fake\.toml: it is nested too deeply"):
        settings(tmp_path)


def test_a_pipe_in_the_place_of_the_file_is_refused(tmp_path: Path) -> None:
    make_pipe(tmp_path / "fake.toml")
    with pytest.raises(ValueError, match=r"fake\.toml: this is a pipe"):
        settings(tmp_path)


def test_the_command_line_is_stronger_than_the_environment_and_that_than_the_file(tmp_path: Path) -> None:
    (tmp_path / "fake.toml").write_text('Hash = 5\n"Move Time" = 50\nStyle = "Very Wild"\nPonder = true\n')
    found = settings(
        tmp_path, ("--set", "hash=7", "--dialect", "other"), BOYI_FAKE_HASH="6", BOYI_FAKE_MOVE_TIME="60"
    )
    shown = {name: value(found, name) for name in ("Hash", "Move Time", "Style", "Ponder")}
    assert shown == {"Hash": 7, "Move Time": 60, "Style": "Very Wild", "Ponder": True}
    assert [dialect.name for dialect in found.filter_dialects(DIALECTS)] == ["other"]


def test_a_value_out_of_bounds_is_bent_and_told(tmp_path: Path) -> None:
    assert settings(tmp_path, ("--set", "Hash=0")).apply(Options(GAME.options)) == [
        "option Hash takes 1 to 65536; set to 1"
    ]


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("Hash = ", "fake.toml: "),
        ("Nonsense = 1", "no option 'Nonsense'"),
        ("Hash = 'x'", "Hash takes a whole number"),
        ("[Hash]\na = 1", "Hash wants one value"),
    ],
)
def test_a_fault_in_the_file_is_named(tmp_path: Path, text: str, fault: str) -> None:
    (tmp_path / "fake.toml").write_text(text)
    with pytest.raises(ValueError, match=fault):
        settings(tmp_path)


def test_a_file_that_is_no_text_is_named(tmp_path: Path) -> None:
    (tmp_path / "fake.toml").write_bytes(b"\xff\xfe\0")
    with pytest.raises(ValueError, match="fake"):
        settings(tmp_path)


@pytest.mark.parametrize("argument", ["--set=Hash", "--set=Nonsense=3", "--set=Hash=x", "--nonsense"])
def test_a_fault_ends_the_process_with_code_2_and_no_traceback(tmp_path: Path, argument: str) -> None:
    program = (
        "from boyi.protocol.serving import settings; from boyi.protocol import uci;"
        "from tests.support.protocol.fake_engine import GAME;"
        "settings.from_command_line(GAME, [uci.DIALECT])"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, argument],
        capture_output=True,
        text=True,
        check=False,
        cwd=Path(__file__).parents[3],
    )
    assert done.returncode == 2
    assert done.stdout == ""
    assert "Traceback" not in done.stderr
    assert done.stderr.splitlines()[-1].startswith("bin/fake: ")
