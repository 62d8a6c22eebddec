"""EinStein's network and rectangles: gradients, symmetries, and the engine says what the learner meant."""

import numpy as np
import pytest

from boyi.engines.einstein.endgame.lookup import NONE
from boyi.engines.einstein.evaluation import rectangles as engine
from boyi.engines.einstein.evaluation.network import INPUTS, MOVES, active_inputs, fresh, network
from boyi.engines.einstein.notation import read
from boyi.engines.einstein.symmetry import mirror, relabel
from boyi.engines.jit import Int, Record, entry, new
from boyi.engines.play import bound_value
from boyi.learning.einstein.evaluators import network as school
from boyi.learning.einstein.evaluators import rectangles
from boyi.learning.einstein.evaluators.labels import NOT_THERE, label_positions
from boyi.learning.einstein.policy.accuracy import first_look
from boyi.learning.nnue.nnue import flatten

PLAN = school.NetworkTraining(positions=400, passes=100, depth=1)
GOOD = "7 8 20 19 25 15 1 2 3 0 0 0 b 0"
"""Blue is two steps from its goal, and three pieces up."""


@entry
def inputs_of(pos: Record, inputs: np.ndarray) -> Int:
    return active_inputs(pos, inputs)


@pytest.fixture(scope="module")
def lessons():
    return label_positions(PLAN.positions, PLAN.depth, PLAN.seed, NONE)


def test_lessons_are_chances_of_moves_that_are_there(lessons):
    chances = lessons["chances"]
    assert ((chances == NOT_THERE) | ((chances >= 0) & (chances <= 1))).all()
    assert ((chances[:, 1:] >= 0).sum(axis=1) >= 1).all()
    assert (chances[:, 0] >= 0).all()
    assert (chances[:, 0] <= chances[:, 1:].max(axis=1) + 1e-6).all()
    assert len({lesson.tobytes() for lesson in lessons}) > 300


@pytest.mark.parametrize("turn", range(8))
def test_turns_are_the_engines_symmetries(turn):
    pos = other = read("24 0 23 15 20 19 0 6 3 11 2 7 r 0")
    if turn & 1:
        other = mirror(other)
    if turn & 2:
        other = relabel(other, 1)
    if turn & 4:
        other = relabel(other, 0)
    here, there = np.zeros(12, np.int64), np.zeros(12, np.int64)
    count = inputs_of(pos, here)
    assert inputs_of(other, there) == count
    assert sorted(school.INPUT_TURNS[turn, here[:count]]) == sorted(there[:count])
    assert sorted(school.INPUT_TURNS[turn]) == list(range(INPUTS))
    assert sorted(school.MOVE_TURNS[turn]) == list(range(MOVES))


def test_the_gradient_is_that_of_finite_differences(lessons):
    pupil, slopes, unused = school.initial_network(1), new(school.FLOATS), new(school.FLOATS)
    some, turns, rng = lessons[:8], np.arange(8), np.random.default_rng(2)
    school.pass_over(some, turns, pupil, slopes)
    numbers, wanted = flatten(pupil), flatten(slopes)
    moved = np.flatnonzero(wanted)
    for place in [*rng.choice(moved, 40), *range(numbers.size - 19, numbers.size)]:
        kept, errors = numbers[place], []
        for sign in (1, -1):
            numbers[place] = kept + np.float32(sign * 1e-2)
            errors.append(school.pass_over(some, turns, pupil, unused))
        numbers[place] = kept
        assert (errors[0] - errors[1]) / 2e-2 == pytest.approx(wanted[place], rel=0.05, abs=0.02)


def test_the_engine_says_what_the_learner_meant_and_it_learns(lessons):
    pupil = school.train(lessons, PLAN)
    slopes, turns = new(school.FLOATS), np.zeros(len(lessons), np.int64)
    before = school.pass_over(lessons, turns, school.initial_network(1), slopes)
    assert school.pass_over(lessons, turns, pupil, slopes) < 0.6 * before
    weights, looks, pos = school.export(pupil), np.zeros(MOVES), read(GOOD)
    first_look(pos, weights, looks)
    inputs = np.zeros(12, np.int64)
    units = np.maximum(pupil.hidden + pupil.inputs[inputs[: inputs_of(pos, inputs)]].sum(axis=0), 0)
    meant = 1 / (1 + np.exp(-(pupil.outputs @ units + pupil.biases)))
    assert looks[looks > 0] == pytest.approx(meant[1:][looks > 0], abs=0.03)
    assert bound_value(pos, weights) == pytest.approx(20_000 * meant[0] - 10_000, abs=300)


def test_the_built_in_network_knows_what_is_good():
    assert bound_value(read(GOOD), network()) > 5000
    assert fresh(1).tobytes() != fresh(2).tobytes()


def test_rectangles_are_counted_and_stretched():
    counts = rectangles.train(4000)
    assert (counts.wins <= counts.games).all()
    assert len(set(counts.games.sum(axis=1))) == 1, "every rectangle sees every position"
    assert counts.stretch > 100
    assert bound_value(read(GOOD), counts) > 2000
    assert counts.tobytes() == rectangles.train(4000).tobytes()


def test_the_built_in_rectangles_are_taught():
    assert bound_value(read(GOOD), engine.rectangles()) > 3000
