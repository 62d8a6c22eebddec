"""The quick greedy player against the engine's, which tries every pair."""

import numpy as np
import pytest

from boyi.engines.connect6 import notation
from boyi.engines.connect6.evaluation.weights import HAND_SET, ROADS
from boyi.engines.connect6.search.turns import best_pair
from boyi.engines.connect6.shape import CONNECT6, Shape
from boyi.engines.jit import Int, Record, entry, new
from boyi.engines.play import play
from boyi.learning.connect6.pairs import PAPER, best_turn


@entry
def choose(pos: Record, paper: Record) -> Int:
    """A kernel, made a function."""
    return best_turn(pos, paper)


def weighed(own: list[int], enemy: list[int]) -> tuple[Record, Record]:
    """The same weights for both players."""
    weights, paper = new(ROADS), new(PAPER)
    weights.own_roads[:], weights.enemy_roads[:] = own, enemy
    paper.worth[:6], paper.worth[6:] = own, enemy
    return weights, paper


@pytest.mark.parametrize("shape", [CONNECT6, Shape(7, 9)])
def test_every_choice_is_that_of_the_player_who_tries_all_pairs(shape):
    rng = np.random.default_rng(6)
    for number in range(60):
        pos = notation.read(shape.start)
        stones = int(rng.integers(0, shape.points // 4))
        for move in rng.permutation(shape.points)[:stones] + 1:
            play(pos, int(move))
        hand = [list(HAND_SET[0]), list(HAND_SET[1])]
        drawn = [rng.integers(-90, 90, 6).tolist(), rng.integers(-90, 90, 6).tolist()]
        weights, paper = weighed(*(drawn if number % 3 else hand))
        assert choose(pos, paper) == best_pair(pos, weights, np.ones(pos.points, np.int64))[0]
