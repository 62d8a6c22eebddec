"""Teaching EinStein's network of two heads what short searches say: the chance of winning by every move.

Numbers are floats here and rounded on export. Every time a position is shown, its mirror image and reversed
numbers of either side are drawn by lot.
"""

import math
from dataclasses import asdict, dataclass

import numpy as np

from boyi.engines.einstein.network import FACES, HIDDEN, INPUTS, MOVES, NETWORK, UNIT
from boyi.engines.einstein.squares import DIRECTIONS, MIRRORED, PIECES, SQUARES
from boyi.engines.jit import Int, Real, Record, entry, inline, new, record
from boyi.engines.weights import WeightFile
from boyi.learning.einstein.lessons import OUTPUTS
from boyi.learning.nets.nnue import adam, flat
from boyi.learning.progress import Progress

BATCH = 512

PUPIL = record(
    ("inputs", np.float32, (INPUTS, HIDDEN)),
    ("hidden", np.float32, HIDDEN),
    ("outputs", np.float32, (OUTPUTS, HIDDEN)),
    ("biases", np.float32, OUTPUTS),
)
"""The network in floats; also its gradient and Adam's means."""


def _turns() -> tuple[np.ndarray, np.ndarray]:
    """Where inputs and moves go: by mirror (1), own numbers reversed (2), the other's reversed (4)."""
    kinds = np.arange(INPUTS).reshape(2, PIECES, FACES, SQUARES)
    moves = np.arange(MOVES).reshape(PIECES, DIRECTIONS)
    found = np.zeros((8, INPUTS), np.int16), np.zeros((8, MOVES), np.int16)
    for turn in range(8):
        seen, made = kinds.copy(), moves.copy()
        if turn & 1:
            seen, made = seen[..., MIRRORED[:SQUARES]], made[:, (1, 0, 2)]
        if turn & 2:
            seen[0], made = seen[0, ::-1].copy(), made[::-1]
        if turn & 4:
            seen[1] = seen[1, ::-1].copy()
        found[0][turn], found[1][turn] = seen.ravel(), made.ravel()
    return found


INPUT_TURNS, MOVE_TURNS = _turns()


@inline
def _forward(pupil: Record, lesson: Record, turn: Int, units: np.ndarray) -> None:
    for j in range(HIDDEN):
        units[j] = pupil.hidden[j]
    for i in range(lesson.pieces):
        row = pupil.inputs[INPUT_TURNS[turn, lesson.inputs[i]]]
        for j in range(HIDDEN):
            units[j] += row[j]
    for j in range(HIDDEN):
        units[j] = max(units[j], np.float32(0))


@inline
def _output(pupil: Record, output: Int, units: np.ndarray) -> Real:
    total, row = pupil.biases[output], pupil.outputs[output]
    for j in range(HIDDEN):
        total += row[j] * units[j]
    return 1.0 / (1.0 + math.exp(-total))


@entry
def pass_over(lessons: np.ndarray, turns: np.ndarray, pupil: Record, slopes: Record) -> Real:
    """The cross entropy over lessons beyond that of their own chances; its slopes are added to `slopes`."""
    units, pulls, error = np.zeros(HIDDEN, np.float32), np.zeros(HIDDEN, np.float32), 0.0
    for t in range(lessons.size):
        lesson, turn = lessons[t], np.int64(turns[t])
        _forward(pupil, lesson, turn, units)
        pulls[:] = np.float32(0)
        for i in range(OUTPUTS):
            wanted = 1.0 * lesson.chances[i]
            if wanted < 0.0:
                continue
            output = i if i == 0 else 1 + np.int64(MOVE_TURNS[turn, i - 1])
            said = _output(pupil, output, units)
            error += _surprise(wanted, said)
            slope = np.float32(said - wanted)
            row, change = pupil.outputs[output], slopes.outputs[output]
            slopes.biases[output] += slope
            for j in range(HIDDEN):
                change[j] += slope * units[j]
                pulls[j] += slope * row[j]
        for j in range(HIDDEN):
            pulls[j] = pulls[j] if units[j] > np.float32(0) else np.float32(0)
            slopes.hidden[j] += pulls[j]
        for i in range(lesson.pieces):
            change = slopes.inputs[INPUT_TURNS[turn, lesson.inputs[i]]]
            for j in range(HIDDEN):
                change[j] += pulls[j]
    return error


@inline
def _surprise(wanted: Real, said: Real) -> Real:
    """How much worse it is to say a chance than the true one."""
    tiny = 1e-7
    true, told = min(max(wanted, tiny), 1 - tiny), min(max(said, tiny), 1 - tiny)
    return true * math.log(true / told) + (1 - true) * math.log((1 - true) / (1 - told))


@dataclass(frozen=True)
class Plan:
    """What defines a training."""

    positions: int = 1_000_000
    passes: int = 12
    depth: int = 2
    rate: float = 2e-3
    seed: int = 1


def untaught(seed: int) -> Record:
    """A network to begin with."""
    lot, pupil = np.random.default_rng(seed), new(PUPIL)
    pupil.inputs[:] = lot.normal(0, 1 / math.sqrt(2 * PIECES), pupil.inputs.shape)
    pupil.outputs[:] = lot.normal(0, 0.5 / math.sqrt(HIDDEN), pupil.outputs.shape)
    return pupil


def taught(lessons: np.ndarray, plan: Plan) -> Record:
    """The network after passes over lessons, with steps that become smaller. Blocks."""
    pupil, slopes, first, second = untaught(plan.seed), *(new(PUPIL) for _ in range(3))
    lot, steps = np.random.default_rng(plan.seed), plan.passes * max(len(lessons) // BATCH, 1)
    with Progress("network", steps, "steps") as progress:
        for step in range(1, steps + 1):
            chosen, turns = lot.integers(len(lessons), size=BATCH), lot.integers(8, size=BATCH)
            error = pass_over(lessons[chosen], turns, pupil, slopes) / BATCH
            rate = plan.rate * (1 - (step - 1) / steps)
            adam(flat(pupil), flat(slopes), flat(first), flat(second), rate, step)
            progress.at(step, f"error {error:.4f}")
    return pupil


def export(pupil: Record) -> Record:
    """The network in the engine's whole numbers."""
    made = new(NETWORK)
    made.inputs[:], made.hidden[:] = np.round(pupil.inputs * UNIT), np.round(pupil.hidden * UNIT)
    made.value[:], made.policy[:] = np.round(pupil.outputs[0] * UNIT), np.round(pupil.outputs[1:] * UNIT)
    made.value_bias = round(float(pupil.biases[0]) * UNIT * UNIT)
    made.policy_bias[:] = np.round(pupil.biases[1:] * UNIT * UNIT)
    return made


def weight_file(weights: Record, plan: Plan) -> WeightFile:
    """The network with its origin."""
    origin = {"method": "values of all moves by expectimax on n-tuples", **asdict(plan)}
    return WeightFile("einstein", "network", weights, None, plan.positions, origin)
