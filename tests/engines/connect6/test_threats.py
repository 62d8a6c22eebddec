"""Threats and sequences of them, each checked by a plain program that tries every defence."""

import pytest

from boyi.engines import load_game
from boyi.engines.connect6 import notation
from boyi.engines.play import legal_moves, play, result
from tests.support.engines import connect6_kernels as kernels
from tests.support.engines.plain_connect6 import stops, wins

OPEN_FOUR = "19/19/19/19/19/19/19/19/19/6bbbb9/19/19/19/19/19/19/19/19/19 w 2 6 2"
THREES = "19/19/19/19/19/19/9b9/9b9/9b9/5bbb3w7/19/19/6w12/5w13/19/19/19/19/19 b 2 6 2"
QUIET = "19/19/19/19/19/19/19/19/19/9b9/8w1w8/19/19/19/19/19/19/19/19 b 2 6 2"


@pytest.fixture(scope="module")
def prover():
    return kernels.Prover()


def test_an_open_four_takes_two_stones():
    fewest, ways = kernels.need(notation.read(OPEN_FOUR), 0)
    assert fewest == 2
    assert frozenset({(5, 9), (10, 9)}) in ways


def test_the_fewest_stones_and_all_ways_are_those_of_trying_everything(rng):
    """Stones dropped on a small board until one side threatens; larger needs come up, too."""
    met = {0: 0, 1: 0, 2: 0, 3: 0}
    while min(met.values()) < 5 or sum(met.values()) < 200:
        pos = notation.read("9/9/9/9/9/9/9/9/9 b 1 6 2")
        for _ in range(rng.randrange(8, 30)):
            moves = legal_moves(pos)
            if moves:
                play(pos, rng.choice(moves))
            if rng.random() < 0.6 and not result(pos):
                pos.side = 0  # Black may go on, so that threats come up
        if result(pos):
            continue
        threats = kernels.plain(pos).threats(0, 2)
        expected = stops(threats, 2)
        fewest, ways = kernels.need(pos, 0)
        assert fewest == (len(expected[0]) if expected else 3), notation.write(pos)
        if 0 < fewest < 3:
            assert ways == set(expected)
        met[fewest] += 1


def test_two_threes_win_by_double_threats(prover):
    board = kernels.plain(notation.read(THREES))
    assert wins(board, 0, prover.claim)


def test_a_quiet_position_has_no_sequence(prover):
    assert prover.claim(kernels.plain(notation.read(QUIET)), 0) is None


def test_every_sequence_claimed_in_played_games_wins(prover, rng):
    """Positions of games in which both sides build where they have stones; every claim is checked."""
    claimed = 0
    for _ in range(12):
        pos = notation.read(load_game("connect6").start)
        while not result(pos) and pos.stones < 40:
            near = [m for m in legal_moves(pos) if abs((m - 1) % 19 - 9) < 4 and abs((m - 1) // 19 - 9) < 4]
            play(pos, rng.choice(near or legal_moves(pos)))
            board, side = kernels.plain(pos), int(pos.side)
            if pos.left == 2 and not board.threats(side, 2) and prover.claim(board, side):
                claimed += 1
                assert wins(board, side, prover.claim), notation.write(pos)
                break
    assert claimed > 5
