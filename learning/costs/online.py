"""Online learning of prices: lines that should have been seen, weighed by the cost model B^D."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from boyi.arena.inprocess.quick_search import iterations
from boyi.arena.suites import Puzzle
from boyi.engines.game import Game
from boyi.engines.jit import Int, Record, entry
from boyi.engines.play import legal_moves, play
from boyi.engines.rules import in_check, make, move_class, unmake
from boyi.engines.search.deepening import DEEPEST
from boyi.engines.search.extensions import classify
from boyi.learning.costs.costmodel import Growth, growth, relative_slopes
from boyi.learning.costs.descent import StepSizes, Weights, probe, sixtieths, stepped
from boyi.learning.costs.situations import Situation
from boyi.learning.costs.solving import solver

PATIENCE = 8
"""A search with changed weights may take so many times the budget to come as deep."""


@entry
def _class(pos: Record, move: Int, alone: Int) -> Int:
    """The class of a legal move; `alone` says that it is the only one."""
    forced = alone != 0 and in_check(pos)
    make(pos, move)
    kind = classify(move_class(pos, move), forced, False)
    unmake(pos, move)
    return kind


def line_classes(game: Game, situation: Situation) -> list[int]:
    """The place of each move's class among the priced ones, -1 for none; threats of mate are not told."""
    pos, classes = game.notation.read(situation.position, {}), list[int]()
    for name in situation.line:
        move = game.notation.move(pos, name)
        classes.append(int(_class(pos, move, np.int64(len(legal_moves(pos)) == 1))) - 1)
        play(pos, move)
    return classes


@dataclass(frozen=True)
class GrowthMeter:
    """Measures how fast searches grow."""

    game: Game
    nodes: int
    """Budget of a search."""

    def growth(self, position: str, weights: Weights, delta: float, step: int) -> Growth | None:
        """B of the position and its slopes; None if the budget does not suffice for two plies. Blocks."""
        counts = self._search(position, weights, DEEPEST, self.nodes)
        depth, patience = len(counts), PATIENCE * self.nodes
        if depth < 2:
            return None
        others, changes = list[float](), list[float]()
        for place in range(len(weights)):
            changed, change = probe(weights, place, delta, step)
            reached = self._search(position, changed, depth, patience)
            others.append(float(reached[-1] if len(reached) == depth else patience))
            changes.append(change)
        return growth(counts[-1], others, depth, changes)

    def _search(self, position: str, weights: Weights, deepest: int, nodes: int) -> list[int]:
        """Nodes at the end of each iteration, as far as the budget lets it come."""
        own = solver(self.game.name, nodes)
        pos = self.game.notation.read(position, {})
        thread = own.ready(pos, sixtieths(weights))
        found = iterations(pos, own.weights, thread, own.table, deepest, leading=False)
        return [int(thread.nodes) for _ in found]


def solution_lines(game: Game, puzzles: Sequence[Puzzle], nodes: int, weights: Weights) -> list[Situation]:
    """The solutions that are found with some weights, as lines that should have been seen. Blocks."""
    found = []
    for puzzle in puzzles:
        effort = solver(game.name, nodes).solve(puzzle, sixtieths(weights))
        if effort.solved:
            found.append(Situation(puzzle.position, _names(game, puzzle.position, effort.line), False))
    return found


def _names(game: Game, position: str, line: Sequence[int]) -> tuple[str, ...]:
    pos, names = game.notation.read(position, {}), list[str]()
    for move in line:
        names.append(game.notation.text(pos, move))
        play(pos, move)
    return tuple(names)


def learn_step(
    surveyor: GrowthMeter,
    lines: Sequence[tuple[Situation, Sequence[int]]],
    weights: Weights,
    pace: StepSizes,
    step: int,
) -> tuple[list[float], Weights]:
    """One step over all situations: the mean relative slopes, and the weights after it. Blocks."""
    examples = []
    for situation, classes in lines:
        grown = surveyor.growth(situation.position, weights, pace.delta, step)
        if grown is not None:
            examples.append((grown, classes))
    slopes = relative_slopes(examples, weights)
    return slopes, stepped(weights, slopes, pace, step)
