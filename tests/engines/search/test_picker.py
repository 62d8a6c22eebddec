"""The order of moves: whatever is known beforehand, every legal move is given out, and once."""

import numpy as np
import pytest

from boyi.engines.jit import Bool, Int, Record, entry, new
from boyi.engines.play import legal_moves
from boyi.engines.rules import MOST_MOVES, NO_MOVE
from boyi.engines.search.picker import list_all, list_later, next_move
from boyi.engines.search.state import thread_dtype
from tests.support.engines import kernels
from tests.support.engines.walks import walks

PLY = np.int64(2)


@entry
def _order(pos: Record, thread: Record, ply: Int, hash_move: Int, moves: np.ndarray, whole: Bool) -> Int:
    if whole:
        list_all(pos, thread, ply, hash_move)
    else:
        list_later(thread, ply, hash_move)
    count = 0
    while count < moves.size:
        move = next_move(pos, thread, ply, hash_move)
        if move == NO_MOVE:
            break
        moves[count] = move
        count += 1
    return count


@pytest.fixture(scope="module")
def thread(game):
    return new(thread_dtype(game.history_size))


def order(pos, thread, hash_move=NO_MOVE, killers=(NO_MOVE, NO_MOVE), whole=False) -> list[int]:
    """All moves in the order in which a search would try them."""
    moves = np.zeros(2 * MOST_MOVES, np.int32)
    thread.killers[PLY] = killers
    count = _order(pos, thread, PLY, np.int64(hash_move), moves, whole)
    return [int(move) for move in moves[:count]]


def test_every_legal_move_is_given_out_once(game, thread, rng):
    """With killers that are legal or not, quiet or not, and a table's move that may be one of them."""
    seen = [NO_MOVE]
    for pos in walks(game, rng, games=10, plies=100):
        legal = legal_moves(pos)
        seen += legal[:3]
        for _ in range(4):
            killers = [rng.choice([*legal, NO_MOVE, rng.choice(seen)]) for _ in range(2)]
            if killers[0] == killers[1]:
                killers[1] = NO_MOVE
            hash_move = rng.choice([NO_MOVE, *legal])
            given = order(pos, thread, hash_move, killers)
            assert sorted(given) == sorted(legal), (game.notation.write(pos), killers, hash_move)
            assert sorted(order(pos, thread, hash_move, killers, whole=True)) == sorted(legal)


def test_a_killer_that_is_a_capture_here_is_given_out_with_the_captures(game, thread, rng):
    """A move that was quiet in one position takes a piece in its neighbour."""
    met = 0
    for pos in walks(game, rng, games=10, plies=80):
        for move in kernels.noisy_moves(pos):
            met += 1
            assert order(pos, thread, killers=(move, NO_MOVE)).count(move) == 1, game.notation.write(pos)
    assert met > 100


def test_the_table_s_move_comes_first(game, thread, rng):
    for pos in walks(game, rng, games=2, plies=60):
        legal = legal_moves(pos)
        if legal:
            hash_move = rng.choice(legal)
            assert order(pos, thread, hash_move)[0] == hash_move
            assert order(pos, thread, hash_move, whole=True)[0] == hash_move


def test_killers_come_before_other_quiet_moves(game, thread, rng):
    for pos in walks(game, rng, games=2, plies=60):
        quiet = kernels.quiet_moves(pos)
        if len(quiet) > 4:
            killers = rng.sample(quiet, 2)
            given = [move for move in order(pos, thread, killers=killers) if move in set(quiet)]
            assert given[:2] == killers


def test_captures_that_win_come_before_quiet_moves_and_those_that_lose_after(game, thread, rng):
    for pos in walks(game, rng, games=2, plies=60):
        given = order(pos, thread)
        loud = [move for move in given if kernels.noisy(pos, move)]
        good = [move for move in loud if kernels.see(pos, move, 0)]
        assert set(given[: len(good)]) == set(good)
