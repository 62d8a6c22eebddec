"""A round robin of settings: begun once, gone on with by the same call, and told when it did not end."""

import pytest

from boyi.learning.control import roundrobin
from boyi.learning.control.roundrobin import Terms, play

SETTINGS = {"dear": (1.0,) * 5, "cheap": (0.1,) * 5}


@pytest.fixture
def calls(monkeypatch):
    """What the arena is asked for; each run ends well, unless a code stands in `codes`."""
    asked, codes = [], []
    monkeypatch.setattr(roundrobin, "evaluation_of", lambda game: None)
    monkeypatch.setattr(
        roundrobin, "arena", lambda words: asked.append(words) or (codes.pop() if codes else 0)
    )
    return asked, codes


def test_a_round_robin_is_begun_and_then_gone_on_with(tmp_path, calls):
    asked, _ = calls
    folder = tmp_path / "room"
    play(folder, SETTINGS, Terms(2, "nodes=10"))
    folder.mkdir()
    (folder / "settings.json").touch()
    play(folder, SETTINGS, Terms(2, "nodes=10"))
    assert [words[0] for words in asked] == ["tournament", "resume"]
    assert (tmp_path / "room.toml").read_text().count("[[engines]]") == 2


def test_one_that_was_broken_off_is_told(tmp_path, calls):
    asked, codes = calls
    codes.append(143)
    with pytest.raises(ValueError, match="the same call goes on"):
        play(tmp_path / "room", SETTINGS, Terms(2, "nodes=10"))
    assert len(asked) == 1
