"""From a search's numbers to what people read."""

import pytest

from boyi.engines.search.table import MATE, MATE_BOUND
from boyi.engines.search.task import Line
from boyi.engines.search.wording import InfoWriter, expectation, line_text, score_of
from tests.support.engines.thinking import position


@pytest.mark.parametrize(
    ("value", "mate"),
    [
        (0, None),
        (-350, None),
        (MATE_BOUND, None),
        (-MATE_BOUND, None),
        (MATE - 1, 1),
        (MATE - 3, 2),
        (MATE - 9, 5),
        (-MATE + 2, -1),
        (-MATE + 4, -2),
        (-MATE + 10, -5),
    ],
)
def test_mates_are_told_in_moves(value, mate):
    score = score_of(value)
    assert (score.value, score.mate, score.bound) == (value, mate, "exact")


def test_bounds_are_told(chess_game):
    assert score_of(5, "lower").bound == "lower"


@pytest.mark.parametrize("value", range(-3000, 3001, 250))
def test_expectations_are_whole_and_even_handed(value):
    wins, draws, losses = expectation(value, 220.0, 75.0)
    assert 999 <= wins + draws + losses <= 1001
    assert min(wins, draws, losses) >= 0
    assert expectation(-value, 220.0, 75.0) == (losses, draws, wins)


def test_at_the_centre_half_the_games_are_won():
    assert expectation(220, 220.0, 75.0)[0] == 500
    assert expectation(32_000, 220.0, 75.0)[0] == 1000


def test_a_line_ends_before_an_illegal_move(chess_game):
    pos, notation = position(chess_game, ""), chess_game.notation
    good = notation.move(pos, "e2e4")
    assert line_text(notation, pos, (good, good, good)) == ("e2e4",)
    assert notation.write(pos) == chess_game.start


def test_an_info_has_every_number(chess_game):
    pos = position(chess_game, "")
    teller = InfoWriter(chess_game.notation, pos, (220.0, 75.0))
    move = chess_game.notation.move(pos, "d2d4")
    info = teller.info(Line(7, 12, 1, 33, "upper", (move,)), 1000, 5)
    assert (info.depth, info.seldepth, info.multipv, info.nodes, info.hashfull) == (7, 12, 2, 1000, 5)
    assert (info.score.value, info.score.bound, info.pv) == (33, "upper", ("d2d4",))
    assert info.score.wdl is not None
    assert info.nps > 0
    assert info.time >= 0


def test_wdl_is_shown_on_demand(listener):
    listener.best(depth=2)
    assert listener.infos[-1].score.wdl is None
    listener.options.set("UCI_ShowWDL", "true")
    listener.best(depth=2)
    assert listener.infos[-1].score.wdl is not None
