"""Games that are ended before their end, and what endgame tables know."""

from collections.abc import Sequence

import chess
import chess.syzygy
import pytest

from boyi.arena.errors import ArenaError
from boyi.arena.game import tablebases
from boyi.arena.game.adjudication import Adjudication, Adjudicator, Verdict, points
from boyi.engines import load_game
from boyi.engines.chess import notation
from boyi.engines.game import Game
from boyi.engines.rules import DRAWN, LOST, ONGOING, WON

POS = notation.read(chess.STARTING_FEN)


def judged(rules: Adjudication, scores: Sequence[int | None], judge=None) -> tuple[int, Verdict] | None:
    """After which ply a game in which the players say these scores is ended, and how."""
    adjudicator = Adjudicator(rules, judge)
    for ply, score in enumerate(scores, 1):
        if verdict := adjudicator.judge(POS, ply, (ply - 1) % 2, score):
            return ply, verdict
    return None


def test_nothing_is_ended_unless_asked():
    assert judged(Adjudication(), [9000, -9000] * 300) is None
    assert judged(Adjudication(), [0] * 600) is None


@pytest.mark.parametrize(("sign", "points"), [(1, 1.0), (-1, 0.0)])
def test_a_win_that_both_see(sign, points):
    rules = Adjudication(win_score=500, win_moves=3)
    assert judged(rules, [0, 0] + [600 * sign, -600 * sign] * 5) == (8, Verdict(points, "adjudicated: score"))


@pytest.mark.parametrize(
    "scores",
    [
        [600, 600] * 20,
        [600, -499] * 20,
        [600, None] * 20,
        [600, -600, 600, -600, 600, 0] * 20,
    ],
    ids=["they disagree", "one is not sure", "one says nothing", "not in a row"],
)
def test_a_win_that_is_not_clear(scores):
    assert judged(Adjudication(win_score=500, win_moves=3), scores) is None


def test_a_draw_that_both_see():
    rules = Adjudication(draw_score=10, draw_moves=2, draw_from=5)
    assert judged(rules, [5, -10] * 10) == (10, Verdict(0.5, "adjudicated: draw"))
    assert judged(rules, [50, 50] * 6 + [5, -10] * 10) == (16, Verdict(0.5, "adjudicated: draw"))
    assert judged(rules, [0, 11] * 50) is None


def test_a_game_that_is_too_long():
    assert judged(Adjudication(length=20), [100] * 100) == (40, Verdict(0.5, "adjudicated: length"))


def test_what_tables_know_ends_the_game():
    assert judged(Adjudication(), [0], lambda pos: WON) == (1, Verdict(1.0, "adjudicated: tables"))
    assert judged(Adjudication(), [0, 0], lambda pos: ONGOING) is None


@pytest.mark.parametrize(
    ("outcome", "side", "first"),
    [(WON, 0, 1.0), (WON, 1, 0.0), (LOST, 0, 0.0), (LOST, 1, 1.0), (DRAWN, 0, 0.5), (DRAWN, 1, 0.5)],
)
def test_points_are_the_first_player_s(outcome, side, first):
    assert points(outcome, side) == first


@pytest.mark.parametrize(
    ("fen", "value", "outcome"),
    [
        ("8/8/8/8/8/2k5/8/K6R w - - 0 1", 2, WON),
        ("8/8/8/8/8/2k5/8/K6R b - - 0 1", -2, LOST),
        ("8/8/8/8/8/2k5/8/K6R w - - 0 1", 1, DRAWN),
        ("8/8/8/8/8/2k5/8/K6R w - - 0 1", 0, DRAWN),
        ("8/8/8/8/8/2k5/8/K6R w - - 0 1", None, ONGOING),
        ("8/8/8/8/8/2k5/8/K6R w - - 3 1", 2, ONGOING),
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", 2, ONGOING),
        (chess.STARTING_FEN, 2, ONGOING),
    ],
    ids=["won", "lost", "spoilt", "drawn", "unknown", "moves without progress", "may castle", "too many"],
)
def test_what_syzygy_tables_say(monkeypatch, fen, value, outcome):
    monkeypatch.setattr(chess.syzygy.Tablebase, "add_directory", lambda self, folder: 1)
    monkeypatch.setattr(chess.syzygy.Tablebase, "get_wdl", lambda self, board: value)
    judge = tablebases.judge(load_game("chess"), "some/folder")
    assert judge(notation.read(fen)) == outcome


def test_no_tables(tmp_path):
    with pytest.raises(ArenaError, match="there are no endgame tables in"):
        tablebases.judge(load_game("chess"), str(tmp_path))
    with pytest.raises(ArenaError, match=r"no endgame tables: .*none"):
        tablebases.judge(load_game("chess"), str(tmp_path / "none"))
    with pytest.raises(ArenaError, match="there are no endgame tables of bridge"):
        tablebases.judge(Game("bridge", "Bridge", "", {}, {}), str(tmp_path))
