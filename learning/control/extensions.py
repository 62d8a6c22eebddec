"""Learning what move classes should cost: from a suite's solutions, or from what players saw too late.

Every other puzzle of a suite is for training, the others for testing. From games, middle game and endgame get
weights of their own. A run that was broken off goes on where it was.
"""

import dataclasses
import json
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from boyi.arena.files import read_json, write_whole
from boyi.arena.records import GameRecord, Ply
from boyi.arena.suites import Puzzle, halves, read_suite
from boyi.engines import load_game
from boyi.engines.evaluation import Evaluation
from boyi.engines.weights import WeightFile, save
from boyi.learning.control.descent import Pace, Weights, percent, sixtieths, slopes, stepped
from boyi.learning.control.online import Surveyor, learn_step, line_classes, solution_lines
from boyi.learning.control.situations import Situation, read_situations, situations
from boyi.learning.control.solving import Costs, Examiner, Sum
from boyi.learning.report import write_report
from boyi.learning.runs import REPORT, Run
from boyi.learning.selfplay import SelfPlayer

SELF, LEARNED = "selfplay", "learned.json"
FEWEST = 5
"""Critical situations below which a part of the game learns nothing of its own."""
SELF_NODES, SEED = 2000, 1
"""Nodes of a move in self-play, and what its openings are drawn by."""


@dataclass(frozen=True)
class Order:
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
class Undertaking:
    """What defines a run."""

    order: Order
    pace: Pace

    def in_folder(self, folder: Path) -> Run:
        """Its run; a suite may lie elsewhere when it is taken up again."""
        named = dataclasses.replace(self.order, source=Path(self.order.source).name)
        return Run(folder, dataclasses.replace(self, order=named))


class Examining(Protocol):
    """What knows the cost of a suite under any prices."""

    searched: int

    def total(self, costs: Costs) -> Sum:
        """Nodes and solutions over the suite. Blocks."""


def learn_offline(examiner: Examining, classes: int, pace: Pace, run: Run) -> Weights:
    """The weights of the step whose suite cost the fewest nodes. Blocks; goes on after the last step."""
    weights, steps = _taken_up(run, classes)

    def cost(some: Weights) -> float:
        return examiner.total(sixtieths(some)).nodes

    for step in range(len(steps), pace.steps):
        begun = time.monotonic()
        found = examiner.total(sixtieths(weights))
        slope = slopes(cost, weights, pace.delta, step)
        after = stepped(weights, slope, pace, step)
        told = {"nodes": found.nodes, "solved": found.solved}
        steps.append({"step": step, "weights": weights, **told, "slopes": slope, "next": after})
        _enter(run, steps[-1])
        _say(step, weights, f"{told}, {examiner.searched} searches so far", begun)
        weights = after
    best = min(steps, key=lambda entry: int(entry["nodes"]))
    return tuple(best["weights"])


def learn_lines(
    surveyor: Surveyor, lines: Sequence[Situation], classes: int, pace: Pace, run: Run
) -> Weights:
    """The weights after the last step over lines that should have been seen. Blocks; goes on as above."""
    weights, steps = _taken_up(run, classes)
    examples = [(line, line_classes(surveyor.game, line)) for line in lines]
    for step in range(len(steps), pace.steps):
        begun = time.monotonic()
        slope, after = learn_step(surveyor, examples, weights, pace, step)
        _enter(run, {"step": step, "weights": weights, "slopes": slope, "next": after})
        _say(step, weights, f"{len(lines)} lines", begun)
        weights = after
    return weights


def _taken_up(run: Run, classes: int) -> tuple[Weights, list[dict[str, Any]]]:
    """The weights to go on from, and the steps made so far."""
    run.restore()
    steps = list(run.logged())
    return tuple(steps[-1]["next"]) if steps else (1.0,) * classes, steps


def _enter(run: Run, step: Mapping[str, Any]) -> None:
    """Keep a step; after this it is never lost."""
    run.log(step)
    run.keep(step["step"] + 1, {})
    write_report(run.folder / REPORT, "what move classes cost", run.settings, run.logged())


def _say(step: int, weights: Weights, what: str, begun: float) -> None:
    print(f"step {step}: {words(weights)}; {what}; {time.monotonic() - begun:.0f} s", flush=True)


def words(weights: Weights) -> str:
    """Weights for a reader."""
    return " ".join(f"{weight:.2f}" for weight in weights)


def training_part(order: Order) -> list[Puzzle]:
    """The puzzles to train on."""
    train, _ = halves(read_suite(Path(order.source)))
    return train[:: max(1, len(train) // order.puzzles)][: order.puzzles] if order.puzzles else train


def critical(order: Order) -> list[Situation]:
    """The critical situations of an arena's games, or of games played for the purpose. Blocks."""
    game = load_game(order.game)
    if order.source != SELF:
        return read_situations(game, Path(order.source), order.tau)
    player = SelfPlayer(game, Evaluation(game).weights, SELF_NODES, SEED)
    found = list[Situation]()
    for _ in range(order.games):
        start, moves = player.record_game()
        plies = tuple(Ply(name, score=score) for name, score in moves)
        found.extend(situations(game, GameRecord(start, plies), order.tau))
    return found


def learn_games(order: Order, pace: Pace, folder: Path) -> Weights:
    """Weights of the middle game, then those of the endgame. Blocks."""
    game, found = load_game(order.game), critical(order)
    surveyor, learned = Surveyor(game, order.nodes), list[float]()
    for name, late in (("middle", False), ("endgame", True)):
        lines = [line for line in found if line.endgame == late]
        if len(lines) < FEWEST:
            raise ValueError(f"{len(lines)} critical situations of the {name} are too few to learn from")
        with Undertaking(order, pace).in_folder(folder / name) as run:
            learned.extend(learn_lines(surveyor, lines, len(game.costs), pace, run))
    return tuple(learned)


def write_weights(path: Path, game: str, weights: Weights, provenance: Mapping[str, Any]) -> None:
    """Keep learned prices beside the default evaluator's weights, in a file for an engine's EvalFile."""
    evaluation = Evaluation(load_game(game))
    costs = np.array(percent(weights), np.int32)
    save(path, WeightFile(game, evaluation.evaluator, evaluation.weights, costs, 0, provenance))


def learn(order: Order, pace: Pace, folder: Path, processes: int = 1) -> Weights:
    """Learn as ordered, unless it was, and leave `extensions.safetensors` in the folder. Blocks."""
    with Undertaking(order, pace).in_folder(folder) as run:
        if (known := folder / LEARNED).exists():
            return tuple(map(float, read_json(known)))
        if order.method == "games":
            weights = learn_games(order, pace, folder)
        else:
            weights = learn_suite(order, pace, run, processes)
        write_weights(folder / "extensions.safetensors", order.game, weights, run.settings)
        write_whole(known, json.dumps(weights))
    return weights


def learn_suite(order: Order, pace: Pace, run: Run, processes: int) -> Weights:
    """Weights from a suite's solutions, by counting nodes or by the lines. Blocks."""
    game, train = load_game(order.game), training_part(order)
    classes = len(game.costs)
    if order.method == "online":
        lines = solution_lines(game, train, order.nodes, (1.0,) * classes)
        return learn_lines(Surveyor(game, order.nodes), lines, classes, pace, run)
    return learn_offline(Examiner(order.game, train, order.nodes, processes), classes, pace, run)
