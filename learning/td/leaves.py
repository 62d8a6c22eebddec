"""TD-Leaf: what is learned from are not a game's positions but those that searches of them end with.

Where dice are thrown a search ends with many positions: for every die the one that the best moves lead to.
Its value is their mean, and so is its gradient.
"""

from dataclasses import dataclass
from typing import Protocol

import numpy as np

from boyi.engines.game import Game
from boyi.engines.jit import Int, Record, copy, entry
from boyi.engines.play import bound_value, legal_moves, play, result
from boyi.engines.rules import ONGOING, make
from boyi.learning.data.games import TrainingGame, keep
from boyi.learning.data.samples import sample_dtype
from boyi.learning.data.sources.choosers import chooser_of
from boyi.learning.td.td import Learner, SeenPositions

DICE = 6


@dataclass(frozen=True)
class Leaves:
    """Where searches of a game's positions end."""

    samples: np.ndarray
    owners: np.ndarray
    """The position that each belongs to, by its place in the game."""
    shares: np.ndarray
    """Of its owner's value; those of an owner sum up to 1."""


@dataclass(frozen=True)
class SeenLeaves:
    """Positions as a learner sees them by what searches of them end with."""

    leaves: Leaves
    seen: SeenPositions

    @property
    def values(self) -> np.ndarray:
        """The value of each position of the game for the first player, between -1 and 1."""
        found: np.ndarray = np.bincount(self.leaves.owners, self.leaves.shares * self.seen.values)
        return found

    def pull(self, credits: np.ndarray) -> np.ndarray:
        """The sum of the positions' gradients, each times its credit."""
        return self.seen.pull(credits[self.leaves.owners] * self.leaves.shares)


def see_leaves(learner: Learner, leaves: Leaves) -> SeenLeaves:
    """What a learner makes of a game's positions by their leaves."""
    return SeenLeaves(leaves, learner.see(leaves.samples))


class LeafFinder(Protocol):
    """Searches the positions of games."""

    def find(self, played: TrainingGame, weights: Record) -> Leaves:
        """The leaves of every position of a game; the last position is its own. Blocks."""


def leaf_finder(game: Game, weights: Record, depth: int) -> LeafFinder:
    """What finds leaves by searches of so many plies."""
    return DiceLeaves(game, depth) if game.chance else PrincipalLeaves(game, weights, depth)


NO_LINE = np.zeros(0, np.int32)


@entry
def _walk(pos: Record, line: np.ndarray, sample: Record, ply: Int) -> None:
    """Go to the end of a line and keep the position there; `pos` does not come back."""
    for move in line:
        make(pos, np.int64(move))
    keep(pos, sample, ply)


class PrincipalLeaves:
    """Ends of principal variations, one for each position."""

    def __init__(self, game: Game, weights: Record, depth: int) -> None:
        """Searches are of `depth` plies."""
        self._game, self._chooser = game, chooser_of(game, weights, depth)

    def find(self, played: TrainingGame, weights: Record) -> Leaves:
        """The leaf of every position in which a turn begins; a finished game's last is its own. Blocks."""
        game, turns = self._game, list[np.ndarray]()
        pos = game.notation.read(played.start or game.start, {})
        self._chooser.begin(weights)
        mover = None
        for ply, text in enumerate((*played.moves, "")):
            if pos.side != mover:  # else a turn of several moves goes on
                sample, mover = np.zeros(1, sample_dtype(pos.board.size)), int(pos.side)
                searched = bool(legal_moves(pos)) and result(pos) == ONGOING
                line = self._chooser.line(pos) if searched else ()
                _walk(copy(pos), np.array(line, np.int32), sample[0], ply)
                turns.append(sample)
            if text:
                play(pos, game.notation.move(pos, text))
        return Leaves(np.concatenate(turns), np.arange(len(turns)), np.ones(len(turns)))


class DiceLeaves:
    """What expectimax ends with: the best positions after every throw, each by its chance."""

    def __init__(self, game: Game, depth: int) -> None:
        """Searches look `depth` throws ahead."""
        self._game, self._depth = game, depth

    def find(self, played: TrainingGame, weights: Record) -> Leaves:
        """The leaves of every position of a game; the last position is its own. Blocks."""
        game, found = self._game, list[tuple[int, float, Record]]()
        pos = game.notation.read(played.start or game.start, {})
        for ply, text in enumerate((*played.moves, "")):
            _, ends = self._best(copy(pos), weights, self._depth)
            found += [(ply, share, end) for share, end in ends]
            if text:
                play(pos, game.notation.move(pos, text))
        samples = np.zeros(len(found), sample_dtype(pos.board.size))
        for sample, (ply, _, end) in zip(samples, found, strict=True):
            _walk(end, NO_LINE, sample, ply)
        owners, shares, _ = zip(*found, strict=True)
        return Leaves(samples, np.array(owners), np.array(shares))

    def _best(self, pos: Record, weights: Record, depth: int) -> tuple[float, list[tuple[float, Record]]]:
        """The value of a position before a throw to the side to move, and its leaves with their shares."""
        if depth == 0 or result(pos) != ONGOING:
            return float(bound_value(pos, weights)), [(1.0, pos)]
        throws = [self._after_throw(pos, weights, depth, die) for die in range(1, DICE + 1)]
        leaves = [(share / DICE, leaf) for _, ends in throws for share, leaf in ends]
        return sum(value for value, _ in throws) / DICE, leaves

    def _after_throw(
        self, pos: Record, weights: Record, depth: int, die: int
    ) -> tuple[float, list[tuple[float, Record]]]:
        """The value to the side that has thrown a die, and the leaves after its best move."""
        thrown, found = copy(pos), list[tuple[float, list[tuple[float, Record]]]]()
        thrown.die = die
        for move in legal_moves(thrown):
            after = copy(thrown)
            play(after, move)
            value, ends = self._best(after, weights, depth - 1)
            found.append((-value, ends))
        return max(found, key=lambda each: each[0])
