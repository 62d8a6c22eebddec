"""What is seen of a run while it goes."""

import io

import pytest
from rich.console import Console

from boyi.arena.runs import live
from boyi.arena.runs.settings import RunSettings
from boyi.arena.runs.state import RunState
from tests.support.arena.played import DRAW, WIN, game, pairs_of


def settings(*names: str, **rest) -> RunSettings:
    engines = [{"name": name, "command": "chess"} for name in names]
    return RunSettings.read({"engines": engines, **rest}, "settings")


def shown(told: RunSettings, results, total=None) -> str:
    """The last picture on a terminal after these games."""
    file, standing = io.StringIO(), RunState(told.sprt, ("[a]", "b"))
    console = Console(file=file, force_terminal=True, color_system=None, width=100)
    table = live.LiveTable(told, total, console)
    for result in results:
        standing.count(result)
        table.finished(result, standing)
    table.remark("that [was] it")
    table.close()
    return file.getvalue()


def test_two_players_on_a_terminal():
    text = shown(settings("[a]", "b"), pairs_of("[a]", "b", [(WIN, DRAW)] * 3), 6)
    assert "[a] against b" in text
    assert "6 of 6 games" in text
    assert "3 / 3 / 0" in text
    assert "arena: that [was] it" in text


def test_many_players_on_a_terminal():
    results = [game(0, 0, ("[a]", "b"), WIN), game(1, 1, ("b", "c"), DRAW, fault="late")]
    text = shown(settings("[a]", "b", "c", format="round robin"), results, 2)
    assert "[a]" in text
    assert "2 of 2 games" in text
    assert "(late)" in text


def test_a_test_on_a_terminal():
    text = shown(settings("[a]", "b", sprt={}), pairs_of("[a]", "b", [(WIN, DRAW)] * 2))
    assert "LLR" in text


def test_the_table_is_not_drawn_more_often_than_seen(monkeypatch):
    told = settings("a", "b")
    drawn: list[RunState] = []
    table = live.LiveTable(told, None, Console(file=io.StringIO(), force_terminal=True))
    monkeypatch.setattr(table, "_picture", drawn.append)
    standing = RunState(None, ("a", "b"))
    for result in pairs_of("a", "b", [(WIN, DRAW)] * 200):
        standing.count(result)
        table.finished(result, standing)
    table.close()
    assert len(drawn) < 10


@pytest.mark.parametrize(("fault", "end"), [("", "12.5 s"), ("late", "12.5 s (late)")])
def test_a_game_in_a_line(fault, end):
    told = live.result_line(game(4, 2, ("a", "b"), 0.0, reason="mate", fault=fault), 10)
    assert told == f"game 5 of 10: a 0-1 b, mate, 60 plies, {end}"
