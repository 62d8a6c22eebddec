"""Learning what move classes should cost: from a suite's solutions, or from what players saw too late.

Every other puzzle of a suite is for training, the others for testing. From games, middle game and endgame get
weights of their own. A run that was broken off goes on where it was.
"""

import dataclasses
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from boyi.arena.records import GameRecord, Ply
from boyi.engines import load_game
from boyi.engines.evaluation import Evaluation
from boyi.engines.weights import WeightFile, save
from boyi.learning.control.descent import Pace, Weights, percent, sixtieths, slopes, stepped
from boyi.learning.control.journal import Journal
from boyi.learning.control.online import Surveyor, learn_step, line_classes, solution_lines
from boyi.learning.control.situations import Situation, read_situations, situations
from boyi.learning.control.solving import Costs, Examiner, Sum
from boyi.learning.control.suites import Puzzle, halves, read_suite
from boyi.learning.selfplay import SelfPlayer

SELF = "selfplay"
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


class Examining(Protocol):
    """What knows the cost of a suite under any prices."""

    searched: int

    def total(self, costs: Costs) -> Sum:
        """Nodes and solutions over the suite. Blocks."""


def learn_offline(examiner: Examining, classes: int, pace: Pace, journal: Journal) -> Weights:
    """The weights of the step whose suite cost the fewest nodes. Blocks; goes on after the last step."""
    weights = _latest(journal, classes)

    def cost(some: Weights) -> float:
        return examiner.total(sixtieths(some)).nodes

    for step in range(len(journal.steps), pace.steps):
        begun = time.monotonic()
        found = examiner.total(sixtieths(weights))
        slope = slopes(cost, weights, pace.delta, step)
        after = stepped(weights, slope, pace, step)
        told = {"nodes": found.nodes, "solved": found.solved}
        journal.add({"step": step, "weights": weights, **told, "slopes": slope, "next": after})
        _say(step, weights, f"{told}, {examiner.searched} searches so far", begun)
        weights = after
    best = min(journal.steps, key=lambda entry: int(entry["nodes"]))
    return tuple(best["weights"])


def learn_lines(
    surveyor: Surveyor, lines: Sequence[Situation], classes: int, pace: Pace, journal: Journal
) -> Weights:
    """The weights after the last step over lines that should have been seen. Blocks; goes on as above."""
    weights = _latest(journal, classes)
    examples = [(line, line_classes(surveyor.game, line)) for line in lines]
    for step in range(len(journal.steps), pace.steps):
        begun = time.monotonic()
        slope, after = learn_step(surveyor, examples, weights, pace, step)
        journal.add({"step": step, "weights": weights, "slopes": slope, "next": after})
        _say(step, weights, f"{len(lines)} lines", begun)
        weights = after
    return weights


def _latest(journal: Journal, classes: int) -> Weights:
    return tuple(journal.steps[-1]["next"]) if journal.steps else (1.0,) * classes


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
        journal = Journal(folder / name, _settings(order, pace))
        learned.extend(learn_lines(surveyor, lines, len(game.costs), pace, journal))
    return tuple(learned)


def write_weights(path: Path, game: str, weights: Weights, provenance: Mapping[str, Any]) -> None:
    """Keep learned prices beside the default evaluator's weights, in a file for an engine's EvalFile."""
    evaluation = Evaluation(load_game(game))
    costs = np.array(percent(weights), np.int32)
    save(path, WeightFile(game, evaluation.evaluator, evaluation.weights, costs, 0, provenance))


def _settings(order: Order, pace: Pace) -> dict[str, Any]:
    return dataclasses.asdict(order) | dataclasses.asdict(pace) | {"source": Path(order.source).name}


def learn(order: Order, pace: Pace, folder: Path, processes: int = 1) -> Weights:
    """Learn as ordered, and leave `extensions.safetensors` in the folder. Blocks."""
    game = load_game(order.game)
    classes = len(game.costs)
    match order.method:
        case "games":
            weights = learn_games(order, pace, folder)
        case "online":
            train = training_part(order)
            lines = solution_lines(game, train, order.nodes, (1.0,) * classes)
            journal = Journal(folder, _settings(order, pace))
            weights = learn_lines(Surveyor(game, order.nodes), lines, classes, pace, journal)
        case _:
            train = training_part(order)
            examiner = Examiner(order.game, train, order.nodes, processes)
            weights = learn_offline(examiner, classes, pace, Journal(folder, _settings(order, pace)))
    write_weights(folder / "extensions.safetensors", order.game, weights, _settings(order, pace))
    return weights
