"""A round robin of settings: begun once, gone on with by the same call, and told when it did not end."""

from unittest.mock import Mock

import pytest

from boyi.learning.costs import roundrobin
from boyi.learning.costs.roundrobin import RoundRobin, play

SETTINGS = {"dear": (1.0,) * 5, "cheap": (0.1,) * 5}


@pytest.fixture
def arena(monkeypatch):
    """What is asked of the arena, whose runs all end well."""
    monkeypatch.setattr(roundrobin, "evaluation_of", lambda game: None)
    asked = Mock(return_value=0)
    monkeypatch.setattr(roundrobin, "arena", asked)
    return asked


def test_a_round_robin_is_begun_and_then_gone_on_with(tmp_path, arena):
    folder = tmp_path / "room"
    play(folder, SETTINGS, RoundRobin(2, "nodes=10"))
    folder.mkdir()
    (folder / "settings.json").touch()
    play(folder, SETTINGS, RoundRobin(2, "nodes=10"))
    assert [words[0] for (words,), _ in arena.call_args_list] == ["tournament", "resume"]
    assert (tmp_path / "room.toml").read_text().count("[[engines]]") == 2


def test_one_that_was_broken_off_is_told(tmp_path, arena):
    arena.return_value = 143
    with pytest.raises(ValueError, match="the same call goes on"):
        play(tmp_path / "room", SETTINGS, RoundRobin(2, "nodes=10"))
    arena.assert_called_once()
