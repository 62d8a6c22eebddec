"""The order of moves: whatever is known beforehand, every legal move is given out, and once."""

import numpy as np
import pytest

from boyi.engines.jit import Int, Record, entry, new
from boyi.engines.play import legal_moves
from boyi.engines.rules import MOST_MOVES, NO_MOVE
from boyi.engines.search.picker import list_all, list_later, next_move
from boyi.engines.search.work import work_dtype
from tests.engines import kernels
from tests.engines.walks import walks

PLY = np.int64(2)


@entry
def _order(pos: Record, work: Record, ply: Int, table_move: Int, moves: np.ndarray) -> Int:
    list_later(work, ply, table_move)
    count = 0
    while count < moves.size:
        move = next_move(pos, work, ply, table_move)
        if move == NO_MOVE:
            break
        moves[count] = move
        count += 1
    return count


@entry
def _order_whole(pos: Record, work: Record, ply: Int, table_move: Int, moves: np.ndarray) -> Int:
    list_all(pos, work, ply, table_move)
    count = 0
    while count < moves.size:
        move = next_move(pos, work, ply, table_move)
        if move == NO_MOVE:
            break
        moves[count] = move
        count += 1
    return count


@pytest.fixture(scope="module")
def desk(game):
    return new(work_dtype(game.notation.TRACES))


def order(pos, desk, table_move=NO_MOVE, killers=(NO_MOVE, NO_MOVE), whole=False) -> list[int]:
    """All moves in the order in which a search would try them."""
    moves = np.zeros(2 * MOST_MOVES, np.int32)
    desk.killers[PLY] = killers
    count = (_order_whole if whole else _order)(pos, desk, PLY, np.int64(table_move), moves)
    return [int(move) for move in moves[:count]]


def test_every_legal_move_is_given_out_once(game, desk, lot):
    """With killers that are legal or not, quiet or not, and a table's move that may be one of them."""
    seen = [NO_MOVE]
    for pos in walks(game, lot, games=10, plies=100):
        legal = legal_moves(pos)
        seen += legal[:3]
        for _ in range(4):
            killers = [lot.choice([*legal, NO_MOVE, lot.choice(seen)]) for _ in range(2)]
            if killers[0] == killers[1]:
                killers[1] = NO_MOVE
            table_move = lot.choice([NO_MOVE, *legal])
            given = order(pos, desk, table_move, killers)
            assert sorted(given) == sorted(legal), (game.notation.write(pos), killers, table_move)
            assert sorted(order(pos, desk, table_move, killers, whole=True)) == sorted(legal)


def test_a_killer_that_is_a_capture_here_is_given_out_with_the_captures(game, desk, lot):
    """A move that was quiet in one position takes a piece in its neighbour."""
    met = 0
    for pos in walks(game, lot, games=10, plies=80):
        for move in kernels.noisy_moves(pos):
            met += 1
            assert order(pos, desk, killers=(move, NO_MOVE)).count(move) == 1, game.notation.write(pos)
    assert met > 100


def test_the_table_s_move_comes_first(game, desk, lot):
    for pos in walks(game, lot, games=2, plies=60):
        legal = legal_moves(pos)
        if legal:
            table_move = lot.choice(legal)
            assert order(pos, desk, table_move)[0] == table_move
            assert order(pos, desk, table_move, whole=True)[0] == table_move


def test_killers_come_before_other_quiet_moves(game, desk, lot):
    for pos in walks(game, lot, games=2, plies=60):
        quiet = kernels.quiet_moves(pos)
        if len(quiet) > 4:
            killers = lot.sample(quiet, 2)
            given = [move for move in order(pos, desk, killers=killers) if move in set(quiet)]
            assert given[:2] == killers


def test_captures_that_win_come_before_quiet_moves_and_those_that_lose_after(game, desk, lot):
    for pos in walks(game, lot, games=2, plies=60):
        given = order(pos, desk)
        loud = [move for move in given if kernels.noisy(pos, move)]
        good = [move for move in loud if kernels.exchange(pos, move, 0)]
        assert set(given[: len(good)]) == set(good)
