"""The networks against NumPy, and accumulators that follow every way through a game."""

import numpy as np
import pytest

from boyi.engines.evaluators import mlp, nnue
from boyi.engines.jit import Int, Record, copy, entry
from boyi.engines.play import bound_value, legal_moves, play, take_back, try_move
from boyi.engines.rules import evaluate, make, skip, unmake, unskip
from boyi.engines.xiangqi import notation
from boyi.engines.xiangqi.evaluation import networks
from boyi.engines.xiangqi.evaluation import nnue as learned
from tests.support.engines import kernels
from tests.support.engines.walks import walks


@pytest.mark.parametrize("view", [networks.MOVERS, networks.REDS])
@pytest.mark.parametrize("hidden", networks.HIDDEN)
def test_a_network_of_numbers_agrees_with_numpy(xiangqi_game, rng, hidden, view):
    weights = networks.random_mlp(hidden)
    weights.eyes = view
    weights.bias[:] = np.linspace(-0.5, 0.5, hidden)
    weights.last_bias[0] = 0.25
    for pos in walks(xiangqi_game, rng, games=1, plies=80):
        sign = -1 if view == networks.REDS and pos.side else 1
        exact = sign * float(networks.HUNDREDTHS) * mlp.reference(weights, networks.inputs(pos, weights))
        assert abs(bound_value(pos, weights) - exact) < 2


def _plain(pos: Record, weights: Record) -> int:
    mine, theirs = (learned.features(pos, side) for side in (int(pos.side), 1 - int(pos.side)))
    return nnue.reference(weights, mine, theirs, int(learned.material_bucket(pos)))


@pytest.mark.parametrize("rest", [3, int(learned.FAR_BACK) + 4])
def test_accumulators_agree_with_numpy_on_any_way(xiangqi_game, rng, rest):
    """Also after moves that were tried and taken back without being evaluated, and after long jumps."""
    weights = learned.builtin()
    weights.output_bias[:] = 700
    pos = notation.read(xiangqi_game.start)
    bound_value(pos, weights)
    for ply in range(120):
        if ply % (rest + 9) < 9:
            for move in legal_moves(pos)[::7]:
                try_move(pos, move)
                if rng.random() < 0.7:
                    kernels.evaluate(pos, weights)
                take_back(pos, move)
            assert kernels.evaluate(pos, weights) == _plain(pos, weights)
        if not legal_moves(pos):
            break
        play(pos, rng.choice(legal_moves(pos)))


@entry
def _value_after_skip(pos: Record, weights: Record, move: Int) -> Int:
    """The value after a move and a pass, seen by the mover."""
    make(pos, move)
    passed = skip(pos)
    found = evaluate(pos, weights)
    if passed:
        unskip(pos)
    unmake(pos, move)
    return found if passed else -found


def test_a_pass_changes_nothing_but_the_seats(xiangqi_game):
    weights, pos = learned.builtin(), notation.read(xiangqi_game.start)
    bound_value(pos, weights)
    for move in legal_moves(pos):
        passed = _value_after_skip(pos, weights, move)
        after = copy(pos)
        play(after, move)
        after.side ^= 1
        assert passed == _plain(after, weights)


def test_the_rational_tanh_is_near_the_real_one():
    for x in np.linspace(-8, 8, 999, dtype=np.float32):
        assert abs(float(mlp.rational_tanh(x)) - np.tanh(float(x))) < 4e-4


def test_sides_are_alike_to_the_features(xiangqi_game, rng):
    for pos in walks(xiangqi_game, rng, games=1, plies=40):
        mirrored = notation.mirror(pos)
        assert sorted(learned.features(pos, 0)) == sorted(learned.features(mirrored, 1))
        weights = networks.random_mlp(30)
        assert (networks.inputs(pos, weights) == networks.inputs(mirrored, weights)).all()


def test_left_and_right_are_alike_to_a_side_whose_king_is_on_the_f_file(xiangqi_game):
    right, left = "2bak1b2/4a4/9/p8/9/9/8P/4R4/5N3/4AKB2 w - - 0 1", "2b1kab2/4a4/9/8p/9/9/P8/4R4/3N5/2BKA4 w"
    one, other = notation.read(right), notation.read(left)
    assert sorted(learned.features(one, 0)) == sorted(learned.features(other, 0))
    assert sorted(learned.features(one, 1)) != sorted(learned.features(other, 1))


@pytest.mark.parametrize(
    ("board", "head"),
    [("4k4/9/9/9/9/9/9/9/9/3K5 w", 0), ("3nk4/9/9/9/9/9/9/9/9/3K1N3 w", 1), ("START", 7)],
)
def test_material_chooses_the_output(xiangqi_game, board, head):
    pos = notation.read(xiangqi_game.start if board == "START" else board)
    assert learned.material_bucket(pos) == head


def test_the_network_that_comes_with_the_program_knows_what_a_rook_is_worth(xiangqi_game):
    weights, odds = networks.mlp100(), xiangqi_game.start.replace("rnbak", "1nbak")
    assert bound_value(notation.read(odds), weights) > 300
    assert bound_value(notation.read(odds.replace(" w ", " b ")), weights) < -300
    assert abs(bound_value(notation.read(xiangqi_game.start), weights)) < 160
