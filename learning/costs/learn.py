"""Learning what move classes should cost: from a suite's solutions, or from what players saw too late.

Every other puzzle of a suite is for training, the others for testing. From games, middle game and endgame get
weights of their own. A run that was broken off goes on where it was.
"""

import dataclasses
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from boyi.arena.files import read_json
from boyi.arena.game.record import GamePly, GameRecord
from boyi.arena.progress import Progress, track
from boyi.arena.suites import Puzzle, halves, read_suite
from boyi.engines import load_game
from boyi.engines.evaluation import Evaluation
from boyi.engines.files import write_atomically
from boyi.engines.weights import WeightFile, save
from boyi.learning.costs.descent import StepSizes, Weights, percent, sixtieths, slopes, stepped
from boyi.learning.costs.online import GrowthMeter, learn_step, line_classes, solution_lines
from boyi.learning.costs.situations import Situation, read_situations, situations
from boyi.learning.costs.solving import Costs, SuiteCost, SuiteSolver
from boyi.learning.data.selfplay import SelfPlayer
from boyi.learning.run import Run

SELF, LEARNED = "selfplay", "learned.json"
FEWEST = 5
"""Critical situations below which a part of the game learns nothing of its own."""
SELF_NODES, SEED = 2000, 1
"""Nodes of a move in self-play, and what its openings are drawn by."""

CostStep = tuple[dict[str, Any], Weights, str]
"""What a step found, the weights after it, and a remark."""


@dataclass(frozen=True)
class CostLearning:
    """What is to be learned, and from what."""

    game: str
    source: str
    method: str = "offline"
    nodes: int = 50_000
    """Budget of each position."""
    tau: int = 100
    """Centipawns by which a score must fall, for a situation to be critical."""
    games: int = 200
    """Games of self-play."""
    puzzles: int = 0
    """How many of a suite's puzzles to train on, spread over that half; 0 for all of it."""


@dataclass(frozen=True)
class CostRun:
    """What defines a run."""

    order: CostLearning
    pace: StepSizes

    def in_folder(self, folder: Path) -> Run:
        """The run of these settings in a folder; a suite may lie elsewhere when it is taken up again."""
        named = dataclasses.replace(self.order, source=Path(self.order.source).name)
        return Run(folder, dataclasses.replace(self, order=named))


class CostExaminer(Protocol):
    """What knows the cost of a suite under any prices."""

    searched: int

    def total(self, costs: Costs) -> SuiteCost:
        """Nodes and solutions over the suite. Blocks."""


def learn_offline(solver: CostExaminer, classes: int, pace: StepSizes, run: Run) -> Weights:
    """The weights of the step whose suite cost the fewest nodes. Blocks; goes on after the last step."""

    def nodes(some: Weights) -> float:
        return solver.total(sixtieths(some)).nodes

    def step(weights: Weights, number: int) -> CostStep:
        found = solver.total(sixtieths(weights))
        slope = slopes(nodes, weights, pace.delta, number)
        counts = {"nodes": found.nodes, "solved": found.solved}
        remark = f"{found.solved} solved in {found.nodes} nodes, {solver.searched} searches so far"
        return counts | {"slopes": slope}, stepped(weights, slope, pace, number), remark

    steps, _ = _descend(run, classes, pace.steps, step)
    return tuple(min(steps, key=lambda entry: int(entry["nodes"]))["weights"])


def learn_lines(
    meter: GrowthMeter, lines: Sequence[Situation], classes: int, pace: StepSizes, run: Run
) -> Weights:
    """The weights after the last step over lines that should have been seen. Blocks.

    Goes on after the last step that the run has made.
    """
    examples = [(line, line_classes(meter.game, line)) for line in lines]

    def step(weights: Weights, number: int) -> CostStep:
        slope, after = learn_step(meter, examples, weights, pace, number)
        return {"slopes": slope}, after, f"{len(lines)} lines"

    return _descend(run, classes, pace.steps, step)[1]


def _descend(
    run: Run, classes: int, most: int, step: Callable[[Weights, int], CostStep]
) -> tuple[list[dict[str, Any]], Weights]:
    """Make the steps that are left, each kept at once; all steps, and the weights after the last."""
    run.restore()
    steps = list(run.read_log())
    weights: Weights = tuple(steps[-1]["next"]) if steps else (1.0,) * classes
    with Progress("prices", most, "steps", len(steps)) as progress:
        for number in range(len(steps), most):
            found, after, remark = step(weights, number)
            steps.append({"step": number, "weights": weights, **found, "next": after})
            run.log(steps[-1])
            run.keep(number + 1, {})
            run.write_report("what move classes cost")
            progress.say(f"step {number}: {format_weights(weights)}; {remark}")
            progress.at(number + 1)
            weights = after
    return steps, weights


def format_weights(weights: Weights) -> str:
    """Weights for a reader."""
    return " ".join(f"{weight:.2f}" for weight in weights)


def training_part(order: CostLearning) -> list[Puzzle]:
    """The puzzles to train on."""
    train, _ = halves(read_suite(Path(order.source)))
    return train[:: max(1, len(train) // order.puzzles)][: order.puzzles] if order.puzzles else train


def critical_situations(order: CostLearning) -> list[Situation]:
    """The critical situations of an arena's games, or of games played for the purpose. Blocks."""
    game = load_game(order.game)
    if order.source != SELF:
        return read_situations(game, Path(order.source), order.tau)
    player = SelfPlayer(game, Evaluation(game).weights, SELF_NODES, SEED)
    found = list[Situation]()
    for _ in track("critical situations", range(order.games), "games"):
        start, moves = player.record_game()
        plies = tuple(GamePly(name, score=score) for name, score in moves)
        found.extend(situations(game, GameRecord(start, plies), order.tau))
    return found


def learn_games(order: CostLearning, pace: StepSizes, folder: Path) -> Weights:
    """Weights of the middle game, then those of the endgame. Blocks."""
    game, found = load_game(order.game), critical_situations(order)
    meter, learned = GrowthMeter(game, order.nodes), list[float]()
    for name, late in (("middle", False), ("endgame", True)):
        lines = [line for line in found if line.endgame == late]
        if len(lines) < FEWEST:
            raise ValueError(f"{len(lines)} critical situations of the {name} are too few to learn from")
        with CostRun(order, pace).in_folder(folder / name) as run:
            learned.extend(learn_lines(meter, lines, len(game.costs), pace, run))
    return tuple(learned)


def write_weights(path: Path, game: str, weights: Weights, provenance: Mapping[str, Any]) -> None:
    """Keep learned prices beside the default evaluator's weights, in a file for an engine's EvalFile."""
    evaluation = Evaluation(load_game(game))
    costs = np.array(percent(weights), np.int32)
    save(path, WeightFile(game, evaluation.evaluator, evaluation.weights, costs, 0, provenance))


def learn(order: CostLearning, pace: StepSizes, folder: Path, processes: int = 1) -> Weights:
    """Learn as ordered, unless it was, and leave `extensions.safetensors` in the folder. Blocks."""
    with CostRun(order, pace).in_folder(folder) as run:
        if (known := folder / LEARNED).exists():
            return tuple(map(float, read_json(known)))
        if order.method == "games":
            weights = learn_games(order, pace, folder)
        else:
            weights = learn_suite(order, pace, run, processes)
        write_weights(folder / "extensions.safetensors", order.game, weights, run.settings)
        write_atomically(known, json.dumps(weights))
    return weights


def learn_suite(order: CostLearning, pace: StepSizes, run: Run, processes: int) -> Weights:
    """Weights from a suite's solutions, by counting nodes or by the lines. Blocks."""
    game, train = load_game(order.game), training_part(order)
    classes = len(game.costs)
    if order.method == "online":
        lines = solution_lines(game, train, order.nodes, (1.0,) * classes)
        return learn_lines(GrowthMeter(game, order.nodes), lines, classes, pace, run)
    return learn_offline(SuiteSolver(order.game, train, order.nodes, processes), classes, pace, run)
