"""Convolutional networks: the kernels say what NumPy says, and EinStein's policy makes first looks of it."""

import math

import numpy as np
import pytest

from boyi.engines import load_game
from boyi.engines.einstein.evaluation import policy as engine
from boyi.engines.einstein.evaluation.evaluate import policy
from boyi.engines.einstein.evaluation.planes import MOVABLE, planes_of
from boyi.engines.einstein.notation import read
from boyi.engines.einstein.squares import MOVERS, NOWHERE, SIDE
from boyi.engines.einstein.symmetry import build
from boyi.engines.evaluators.cnn import begin, fill_record, reference, spread, weights_by_input
from boyi.engines.jit import Record, entry, new

GAME = load_game("einstein")


def layers_by_lot(seed=3):
    rng, inputs, sizes = np.random.default_rng(seed), engine.POLICY["first"].shape[0], list[tuple[int, ...]]()
    for width, units in engine.CONVOLUTIONS:
        sizes.append((width, width, inputs, units))
        inputs = units
    sizes += [(SIDE * SIDE * inputs, engine.DENSE), (engine.DENSE, engine.CHOICES)]
    return [(rng.normal(0, math.sqrt(2 / math.prod(s[:-1])), s), rng.normal(0, 0.2, s[-1])) for s in sizes]


def positions(count):
    """Squares of both sides' pieces, some of them taken, side and die, by lot."""
    rng = np.random.default_rng(8)
    for number in range(count):
        squares = rng.permutation(SIDE * SIDE)[:12].astype(np.uint8)
        squares[rng.random(12) < number / count / 2] = NOWHERE
        squares[[0, 6]] = rng.permutation(np.setdiff1d(np.arange(25), squares))[:2]
        yield squares, number % 2, int(rng.integers(1, 7))


def board_of(squares, side, die):
    """The planes of a position, set down one by one."""
    board, found = np.zeros((25, engine.POLICY["first"].shape[0])), np.zeros(6, np.int64)
    own = squares[6 * side : 6 * side + 6]
    among = MOVERS[sum(1 << i for i in range(6) if own[i] != NOWHERE), die]
    for piece in range(12):
        if squares[piece] != NOWHERE:
            count = planes_in(squares, piece, found)
            board[squares[piece], found[:count]] = 1
            board[squares[piece], MOVABLE] = piece // 6 == side and among >> piece % 6 & 1
    return board.reshape(SIDE, SIDE, -1)


@entry
def planes_in(squares, piece, found):
    return planes_of(squares, np.int64(piece), engine.SECOND, engine.THIRD, found)


@entry
def spread_one(sums, weights, bias, row, column):
    begin(sums, bias)
    spread(sums, weights, bias.size, row, column, np.float32(2))


@pytest.mark.parametrize("width", [1, 2, 3, 4, 5])
def test_one_input_reaches_the_squares_whose_windows_hold_it(width):
    rng = np.random.default_rng(width)
    window, bias = rng.normal(size=(width, width, 1, 3)), rng.normal(size=3).astype(np.float32)
    weights, sums = weights_by_input(window).astype(np.float32), np.zeros((SIDE, 3 * SIDE), np.float32)
    before = (width - 1) // 2
    for row in range(SIDE):
        for column in range(SIDE):
            spread_one(sums, weights[0], bias, row, column)
            wanted = np.tile(bias.astype(float), (SIDE, SIDE, 1))
            for i in range(width):
                for j in range(width):
                    r, c = row - i + before, column - j + before
                    if 0 <= r < SIDE and 0 <= c < SIDE:
                        wanted[r, c] += 2 * window[i, j, 0]
            assert sums.reshape(SIDE, SIDE, 3) == pytest.approx(wanted, abs=1e-5)


def test_the_kernels_say_what_numpy_says():
    layers, outputs = layers_by_lot(), np.zeros(engine.CHOICES, np.float32)
    weights, said = fill_record(new(engine.POLICY), layers), []
    for squares, side, die in positions(300):
        engine.policy_outputs(squares, side, die, weights, outputs)
        assert outputs == pytest.approx(reference(layers, board_of(squares, side, die)), abs=1e-4)
        said.append(outputs.copy())
    assert np.ptp(said, axis=0).min() > 0.3, "positions are told apart"


@entry
def first_look(pos: Record, weights: Record, looks: np.ndarray) -> None:
    policy(pos, weights, looks)


def test_first_looks_are_weighed_by_faces():
    """Pieces 1, 4 and 6 are moved by 3, 4 and 2 faces, some of which leave a choice."""
    weights, outputs = fill_record(new(engine.POLICY), layers_by_lot()), np.zeros(6, np.float32)
    squares = np.full(12, NOWHERE, np.uint8)
    squares[[0, 3, 5, 6]] = 24, 18, 14, 0
    looks, wanted, faces = np.zeros(18), np.zeros((6, 3)), np.zeros(6)
    first_look(build(squares, 0, 0), weights, looks)
    for die in range(1, 7):
        movers = [piece for piece in range(6) if MOVERS[0b101001, die] >> piece & 1]
        engine.policy_outputs(squares, 0, die, weights, outputs)
        among = outputs[: 3 * len(movers)]
        for rank, piece in enumerate(movers):
            wanted[piece] += 0.5 * np.exp(engine.BOLDNESS * (among[3 * rank : 3 * rank + 3] - among.max()))
            faces[piece] += 1
    assert faces.tolist() == [3, 0, 0, 4, 0, 2]
    assert looks.reshape(6, 3) == pytest.approx(wanted / np.maximum(faces, 1)[:, None], abs=1e-6)


def test_the_built_in_network_goes_for_the_goal():
    looks = np.zeros(18)
    first_look(read("7 24 20 19 25 15 1 2 3 6 11 12 b 0"), engine.network(), looks)
    assert np.argmax(looks[:3]) == 2, "piece 1 takes the corner diagonally"


def test_it_is_an_evaluator_of_the_engine():
    assert GAME.part(GAME.evaluators["policy"])().dtype == engine.POLICY
