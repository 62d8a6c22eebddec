"""Roads: how many there are, and that counts kept up stone by stone are the counts of the board."""

import numpy as np
import pytest

from boyi.engines import load_game
from boyi.engines.connect6 import notation, shape
from boyi.engines.connect6.position import empty
from boyi.engines.connect6.roads import roads_with
from boyi.engines.connect6.shape import BOTZONE, CONNECT6, GOMOKU, TIC_TAC_TOE, Shape
from boyi.engines.play import legal_moves, play
from tests.support.engines import connect6_kernels as kernels

SHAPES = (CONNECT6, BOTZONE, GOMOKU, TIC_TAC_TOE, Shape(7, 12, 4, 2, 2))


@pytest.mark.parametrize(
    ("board", "roads"), [(CONNECT6, 924), (BOTZONE, 500), (GOMOKU, 572), (TIC_TAC_TOE, 8), (Shape(5, 19), 70)]
)
def test_the_number_of_roads(board, roads):
    assert board.roads == roads
    assert np.count_nonzero(shape.layout(board)[2]) == roads


@pytest.mark.parametrize("board", SHAPES, ids=str)
def test_counts_kept_up_are_the_counts_of_the_board(board):
    """A thousand random games in all, each played to the last point and taken back."""
    chance, counts, pos = np.random.default_rng(6), np.zeros((2, 7), np.int64), empty(board)
    before = pos.tobytes()
    for _ in range(200):
        assert kernels.faults(pos, chance.permutation(board.points), counts) == 0
    assert pos.tobytes() == before


def test_counts_are_those_of_a_plain_board(rng):
    game = load_game("connect6")
    for text in game.bench:
        pos = game.notation.read(text, {})
        for _ in range(30):
            play(pos, rng.choice(legal_moves(pos)))
        board = kernels.plain(pos)
        for colour in (0, 1):
            kept = [int(roads_with(pos.counts[colour], n)) for n in range(1, board.length + 1)]
            assert kept == board.counts(colour)


@pytest.mark.parametrize(
    ("sizes", "reason"),
    [
        ((20, 19), "1 to 19 columns"),
        ((0, 5), "1 to 19 columns"),
        ((19, 19, 7), "up to six stones"),
        ((19, 19, 2), "3 to 6 in a row"),
        ((9, 9, 5, 3), "pairs of points"),
        ((9, 9, 5, 0), "pairs of points"),
        ((9, 9, 5, 1, 2), "no more than the others"),
        ((9, 9, 5, 1, 0), "at least 1 stone"),
        ((19, 19, 4), "up to 1023, this board has 1120"),
    ],
)
def test_what_can_not_be_played_is_refused_with_the_reason(sizes, reason):
    with pytest.raises(ValueError, match=reason):
        Shape(*sizes)


@pytest.mark.parametrize("row", ["99999999999999999999", "9999", "20", "ten", "1010"])
def test_rows_that_no_board_has_are_refused_at_once(row):
    with pytest.raises(ValueError, match=r"a board has 1 to 19 columns|bad row"):
        notation.read(f"{row} b 1 6 2")


def test_a_start_is_the_game_s_start():
    assert load_game("connect6").start == CONNECT6.start
