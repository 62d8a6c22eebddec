"""Training EinStein's network of two heads what short searches say: the chance of winning by every move.

Numbers are floats here and rounded on export. Every time a position is shown, its mirror image and reversed
numbers of either side are drawn at random.
"""

import math
from dataclasses import asdict, dataclass

import numpy as np

from boyi.arena.progress import Progress
from boyi.engines.einstein.evaluation.network import FACES, HIDDEN, INPUTS, MOVES, NETWORK, UNIT
from boyi.engines.einstein.squares import DIRECTIONS, MIRRORED, PIECES, SQUARES
from boyi.engines.jit import Int, Real, Record, entry, inline, new, record
from boyi.engines.weights import WeightFile
from boyi.learning.einstein.evaluators.labels import OUTPUTS, label_positions
from boyi.learning.nnue.nnue import adam, flatten

BATCH = 512

FLOATS = record(
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
def _forward(net: Record, sample: Record, turn: Int, units: np.ndarray) -> None:
    for j in range(HIDDEN):
        units[j] = net.hidden[j]
    for i in range(sample.pieces):
        row = net.inputs[INPUT_TURNS[turn, sample.inputs[i]]]
        for j in range(HIDDEN):
            units[j] += row[j]
    for j in range(HIDDEN):
        units[j] = max(units[j], np.float32(0))


@inline
def _output(net: Record, output: Int, units: np.ndarray) -> Real:
    total, row = net.biases[output], net.outputs[output]
    for j in range(HIDDEN):
        total += row[j] * units[j]
    return 1.0 / (1.0 + math.exp(-total))


@entry
def pass_over(samples: np.ndarray, turns: np.ndarray, net: Record, slopes: Record) -> Real:
    """The cross entropy over samples beyond that of their own chances; its slopes are added to `slopes`."""
    units, pulls, error = np.zeros(HIDDEN, np.float32), np.zeros(HIDDEN, np.float32), 0.0
    for t in range(samples.size):
        sample, turn = samples[t], np.int64(turns[t])
        _forward(net, sample, turn, units)
        pulls[:] = np.float32(0)
        for i in range(OUTPUTS):
            wanted = 1.0 * sample.chances[i]
            if wanted < 0.0:
                continue
            output = i if i == 0 else 1 + np.int64(MOVE_TURNS[turn, i - 1])
            predicted = _output(net, output, units)
            error += _cross_entropy(wanted, predicted)
            slope = np.float32(predicted - wanted)
            row, change = net.outputs[output], slopes.outputs[output]
            slopes.biases[output] += slope
            for j in range(HIDDEN):
                change[j] += slope * units[j]
                pulls[j] += slope * row[j]
        for j in range(HIDDEN):
            pulls[j] = pulls[j] if units[j] > np.float32(0) else np.float32(0)
            slopes.hidden[j] += pulls[j]
        for i in range(sample.pieces):
            change = slopes.inputs[INPUT_TURNS[turn, sample.inputs[i]]]
            for j in range(HIDDEN):
                change[j] += pulls[j]
    return error


@inline
def _cross_entropy(wanted: Real, predicted: Real) -> Real:
    """How much worse it is to say a chance than the true one."""
    tiny = 1e-7
    true, given = min(max(wanted, tiny), 1 - tiny), min(max(predicted, tiny), 1 - tiny)
    return true * math.log(true / given) + (1 - true) * math.log((1 - true) / (1 - given))


@dataclass(frozen=True)
class NetworkTraining:
    """What defines a training."""

    positions: int = 1_000_000
    passes: int = 12
    depth: int = 2
    rate: float = 2e-3
    seed: int = 1


def initial_network(seed: int) -> Record:
    """A network to begin with."""
    rng, net = np.random.default_rng(seed), new(FLOATS)
    net.inputs[:] = rng.normal(0, 1 / math.sqrt(2 * PIECES), net.inputs.shape)
    net.outputs[:] = rng.normal(0, 0.5 / math.sqrt(HIDDEN), net.outputs.shape)
    return net


def train(samples: np.ndarray, plan: NetworkTraining) -> Record:
    """The network after passes over samples, with steps that become smaller. Blocks."""
    net, slopes, first, second = initial_network(plan.seed), *(new(FLOATS) for _ in range(3))
    rng, steps = np.random.default_rng(plan.seed), plan.passes * max(len(samples) // BATCH, 1)
    with Progress("network", steps, "steps") as progress:
        for step in range(1, steps + 1):
            chosen, turns = rng.integers(len(samples), size=BATCH), rng.integers(8, size=BATCH)
            error = pass_over(samples[chosen], turns, net, slopes) / BATCH
            rate = plan.rate * (1 - (step - 1) / steps)
            adam(flatten(net), flatten(slopes), flatten(first), flatten(second), rate, step)
            progress.at(step, f"error {error:.4f}")
    return net


def export(net: Record) -> Record:
    """The network in the engine's whole numbers."""
    made = new(NETWORK)
    made.inputs[:], made.hidden[:] = np.round(net.inputs * UNIT), np.round(net.hidden * UNIT)
    made.value[:], made.policy[:] = np.round(net.outputs[0] * UNIT), np.round(net.outputs[1:] * UNIT)
    made.value_bias = round(float(net.biases[0]) * UNIT * UNIT)
    made.policy_bias[:] = np.round(net.biases[1:] * UNIT * UNIT)
    return made


def weight_file(plan: NetworkTraining, endings: np.ndarray) -> WeightFile:
    """The network after a training by freshly labelled positions, with its origin. Blocks."""
    samples = label_positions(plan.positions, plan.depth, plan.seed, endings)
    weights = export(train(samples, plan))
    origin = {"method": "values of all moves by expectimax on n-tuples", **asdict(plan)}
    return WeightFile("einstein", "network", weights, None, plan.positions, origin)
