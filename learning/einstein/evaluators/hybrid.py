"""Training EinStein's hybrid evaluator on what searches found, from the built-in n-tuples on.

The network's numbers are floats moved by Adam, a batch at a time; the entries of the tables are moved by
each lesson at once, as in temporal difference learning, since a lesson meets so few of them. Every time a
lesson is shown, its mirror image and reversed numbers of either side are drawn at random.
"""

import math
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np

from boyi.arena.progress import Progress
from boyi.engines.einstein.endgame.lookup import COUNT
from boyi.engines.einstein.evaluation.hybrid import HIDDEN, HYBRID, INPUTS, UNIT, inputs_of
from boyi.engines.einstein.evaluation.lines import RECTANGLES, WIDE, pattern
from boyi.engines.einstein.evaluation.race import race
from boyi.engines.einstein.evaluation.tuples import BINS, BITS, ONE, PATTERNS, bin_of, gather, tuples
from boyi.engines.einstein.position import POSITION
from boyi.engines.einstein.squares import MIRRORED, NOWHERE, PIECES, SIDE
from boyi.engines.jit import Int, Real, Record, entry, inline, new, record
from boyi.engines.weights import WeightFile
from boyi.learning.einstein.evaluators.lessons import LessonPlan, collect_lessons
from boyi.learning.nnue.nnue import adam, flatten

BATCH = 2048
TESTED = 20
"""Of so many batches one is kept to measure by."""
LEAST = BATCH * TESTED
"""Lessons that a training wants."""
STEP = 0.06
"""Of an entry of the tables at first; it falls to nothing with Adam's."""
GLOBAL_STEP = 0.1
"""Step of the tables over the whole board, compared with a rectangle's."""

FLOATS = record(
    ("inputs", np.float32, (INPUTS, HIDDEN)),
    ("hidden", np.float32, HIDDEN),
    ("value", np.float32, HIDDEN),
    ("bias", np.float32),
)
"""The network in floats; also its gradient and Adam's means."""
TABLES = record(
    ("cells", np.float32, (RECTANGLES, PATTERNS)),
    ("men", np.float32, (PIECES + 1, PIECES + 1)),
    ("race", np.float32, BINS),
)
"""The n-tuples in floats."""


@inline
def _set(pos: Record, squares: np.ndarray, turn: Int) -> None:
    """Set up a lesson with red to move: mirrored (1), own numbers reversed (2), the other's reversed (4)."""
    pos.side = 1
    pos.alive[0], pos.alive[1] = 0, 0
    for piece in range(2 * PIECES):
        other = np.int64(piece >= PIECES)
        number = np.int64(piece - PIECES * other)
        if turn >> (1 + other) & 1:
            number = PIECES - 1 - number
        square = np.int64(squares[piece])
        if turn & 1:
            square = np.int64(MIRRORED[square])
        pos.squares[(1 - other) * PIECES + number] = square
        if square != NOWHERE:
            pos.alive[1 - other] |= np.uint8(1 << number)


@entry
def fill(pos: Record, squares: np.ndarray, turn: Int) -> None:
    """Set up a lesson in a record, as far as evaluators look at it."""
    _set(pos, squares, turn)


def set_up(squares: np.ndarray, turn: int) -> Record:
    """The position of a lesson, red to move, in one of eight turns."""
    pos = new(POSITION)
    fill(pos, squares, turn)
    return pos


@inline
def _tables_say(pos: Record, tables: Record, weights: Record) -> Real:
    gather(pos)
    total = 0.0
    for row in range(SIDE - 1):
        for column in range(WIDE):
            place = row * WIDE + column
            total += tables.cells[place, pattern(pos, 0, row, column, BITS)]
            total += tables.cells[place, pattern(pos, SIDE, row, column, BITS)]
    return total + tables.men[COUNT[pos.alive[1]], COUNT[pos.alive[0]]] + tables.race[bin_of(pos, weights)]


@inline
def _tables_learn(pos: Record, tables: Record, weights: Record, change: Real) -> None:
    for row in range(SIDE - 1):
        for column in range(WIDE):
            place = row * WIDE + column
            tables.cells[place, pattern(pos, 0, row, column, BITS)] += change
            tables.cells[place, pattern(pos, SIDE, row, column, BITS)] += change
    tables.men[COUNT[pos.alive[1]], COUNT[pos.alive[0]]] += GLOBAL_STEP * change
    tables.race[bin_of(pos, weights)] += GLOBAL_STEP * change


@entry
def pass_over(
    lessons: np.ndarray, turns: np.ndarray, net: Record, slopes: Record, tables: Record, weights: Record,
    pos: Record, step: Real, errors: np.ndarray,
) -> None:  # fmt: skip
    """Learn from lessons: the tables by `step` at once, the network's slopes are added to `slopes`.

    `errors` gets the squared error and the cross entropy beyond that of the chances themselves; `weights`
    hold the race, `pos` is scratch paper.
    """
    units, inputs = np.zeros(HIDDEN, np.float32), np.zeros(2 * PIECES, np.int64)
    for t in range(lessons.size):
        lesson = lessons[t]
        _set(pos, lesson.squares, np.int64(turns[t]))
        count = inputs_of(pos, inputs)
        for j in range(HIDDEN):
            units[j] = net.hidden[j]
        for i in range(count):
            row = net.inputs[inputs[i]]
            for j in range(HIDDEN):
                units[j] += row[j]
        odds = np.float64(net.bias)
        for j in range(HIDDEN):
            units[j] = max(units[j], np.float32(0))
            odds += units[j] * net.value[j]
        odds += _tables_say(pos, tables, weights)
        predicted, wanted = 1.0 / (1.0 + math.exp(-odds)), np.float64(lesson.chance)
        errors[0] += (predicted - wanted) ** 2
        errors[1] += _divergence(wanted, predicted)
        slope = np.float32(predicted - wanted)
        if step > 0.0:
            _tables_learn(pos, tables, weights, -step * slope)
        slopes.bias += slope
        for j in range(HIDDEN):
            slopes.value[j] += slope * units[j]
            units[j] = slope * net.value[j] if units[j] > np.float32(0) else np.float32(0)
            slopes.hidden[j] += units[j]
        for i in range(count):
            change = slopes.inputs[inputs[i]]
            for j in range(HIDDEN):
                change[j] += units[j]


@inline
def _divergence(wanted: Real, predicted: Real) -> Real:
    """How much worse it is to say a chance than the true one."""
    tiny = 1e-7
    true, given = min(max(wanted, tiny), 1 - tiny), min(max(predicted, tiny), 1 - tiny)
    return true * math.log(true / given) + (1 - true) * math.log((1 - true) / (1 - given))


@dataclass(frozen=True)
class HybridTraining:
    """What defines a training on lessons."""

    passes: int = 12
    rate: float = 3e-3
    seed: int = 1


@dataclass(frozen=True)
class HybridFloats:
    """A hybrid evaluator in training."""

    net: Record
    tables: Record

    @staticmethod
    def initial(seed: int) -> "HybridFloats":
        """A network that says nothing yet beside the built-in n-tuples."""
        rng, net, tables, known = np.random.default_rng(seed), new(FLOATS), new(TABLES), tuples()
        net.inputs[:] = rng.normal(0, 0.5 / math.sqrt(2 * PIECES), net.inputs.shape)
        net.hidden[:] = 0.1
        for name in ("cells", "men", "race"):
            tables[name][...] = known[name] / ONE
        return HybridFloats(net, tables)

    def export(self) -> Record:
        """The engine's whole numbers."""
        made, known, most = new(HYBRID), race(), 2**15 - 1
        made.sooner[:], made.later[:] = known.sooner, known.later
        for name in ("inputs", "hidden", "value"):
            made[name][...] = np.clip(np.round(self.net[name] * UNIT), -most, most)
        made.bias = round(float(self.net.bias) * UNIT * UNIT)
        for name in ("cells", "men", "race"):
            made[name][...] = np.clip(np.round(self.tables[name] * ONE), -most, most)
        return made


def errors_of(floats: HybridFloats, lessons: np.ndarray) -> tuple[float, float]:
    """The root of the mean squared error over lessons, and the mean divergence. Blocks."""
    slopes, errors, turns = new(FLOATS), np.zeros(2), np.zeros(len(lessons), np.int64)
    pass_over(lessons, turns, floats.net, slopes, floats.tables, race(), new(POSITION), 0.0, errors)
    return math.sqrt(errors[0] / len(lessons)), float(errors[1] / len(lessons))


def train_hybrid(lessons: np.ndarray, plan: HybridTraining, floats: HybridFloats) -> HybridFloats:
    """Learn from passes over lessons by steps that become smaller; the floats are changed. Blocks."""
    rng, known, pos = np.random.default_rng(plan.seed), race(), new(POSITION)
    slopes, first, second = (new(FLOATS) for _ in range(3))
    tested, taught = lessons[: len(lessons) // TESTED], lessons[len(lessons) // TESTED :]
    per_pass = max(len(taught) // BATCH, 1)
    steps = plan.passes * per_pass
    with Progress("hybrid", steps, "steps") as progress:
        progress.say(f"before: error {errors_of(floats, tested)}")
        for step in range(1, steps + 1):
            if step % per_pass == 1 or per_pass == 1:
                order = rng.permutation(len(taught))
            at = (step - 1) % per_pass * BATCH
            chosen = order[at : at + BATCH]
            turns, left, errors = rng.integers(8, size=len(chosen)), 1 - (step - 1) / steps, np.zeros(2)
            pass_over(
                taught[chosen], turns, floats.net, slopes, floats.tables, known, pos, STEP * left, errors
            )
            flatten(slopes)[:] /= len(chosen)
            adam(
                flatten(floats.net), flatten(slopes), flatten(first), flatten(second), plan.rate * left, step
            )
            if step % per_pass == 0:
                progress.say(f"pass {step // per_pass}: error {errors_of(floats, tested)}")
            progress.at(step)
    return floats


def weight_file(
    folder: Path, lessons: int, lesson_plan: LessonPlan, teacher: Record, endings: np.ndarray,
    plan: HybridTraining,
) -> WeightFile:  # fmt: skip
    """The weights after a training on lessons of a folder, which is filled first. Blocks."""
    samples = collect_lessons(folder, lesson_plan, lessons, teacher, endings)
    weights = train_hybrid(samples, plan, HybridFloats.initial(plan.seed)).export()
    origin = {"method": "chances by expectimax, TreeStrap", **asdict(lesson_plan), "training": asdict(plan)}
    return WeightFile("einstein", "hybrid", weights, None, len(samples), origin)
