"""Games played in this process: by random moves, and by the learner against itself."""

import random
from collections.abc import Iterator

from boyi.engines.game import Game
from boyi.engines.jit import Record, copy
from boyi.engines.play import legal_moves, play, result
from boyi.engines.rules import DRAWN, LOST, ONGOING, WON
from boyi.learning.lessons import Lesson
from boyi.learning.mind import Mind
from boyi.learning.sources import Weights
from boyi.learning.sources.findings import UNFINISHED

LONGEST = 2000
"""Plies after which a game is broken off: it is counted as unfinished."""
OPENING_PLIES = (2, 8)
"""Random moves at the start of a game of self-play, at least and at most."""


class Inside:
    """What sources in this process share: games of which a player chooses every move."""

    def __init__(self, game: Game, seed: int) -> None:
        """Every game draws its luck from the seed and its number. ValueError for a game with dice."""
        if game.chance:
            raise ValueError(f"{game.name} has dice: its games are learned from ply by ply, from records")
        self._game, self._seed = game, seed
        self._start = game.notation.read(game.start, {})
        self._counts = {"games": 0, UNFINISHED: 0}

    def games(self, first: int) -> Iterator[Lesson]:
        """Finished games without end; a number whose game came to no end is passed over."""
        number = first
        while True:
            lesson = self._play(number, random.Random(f"{self._seed} {number}"))
            self._counts["games"] += 1
            if lesson is None:
                self._counts[UNFINISHED] += 1
                lesson = Lesson("", (), 0, f"game {number}")
            yield lesson
            number += 1

    def told(self) -> dict[str, int]:
        """How many games were played, and how many came to no end."""
        return dict(self._counts)

    def _choose(self, pos: Record, ply: int, lot: random.Random) -> int:
        """The move to play."""
        return lot.choice(legal_moves(pos))

    def _play(self, number: int, lot: random.Random) -> Lesson | None:
        pos, moves = copy(self._start), list[str]()
        while (ended := result(pos)) == ONGOING and len(moves) < LONGEST:
            move = self._choose(pos, len(moves), lot)
            moves.append(self._game.notation.text(pos, move))
            play(pos, move)
        if ended == ONGOING:
            return None
        points = {LOST: -1, DRAWN: 0, WON: 1}[ended] * (1 - 2 * int(pos.side))
        return Lesson("", tuple(moves), points, f"seed {self._seed}, game {number}")


class RandomPlay(Inside):
    """Games of random moves."""


class SelfPlay(Inside):
    """The learner against itself: moves by a search with its present weights, the first ones by lot."""

    def __init__(self, game: Game, weights: Weights, seed: int, depth: int) -> None:
        """Moves are chosen by a search of `depth` plies; of two or more, that is TD-Directed."""
        super().__init__(game, seed)
        self._weights, self._depth = weights, depth
        self._mind, self._opening = Mind(game, weights()), 0

    def _play(self, number: int, lot: random.Random) -> Lesson | None:
        self._mind.weights = self._weights()
        self._mind.forget()
        self._opening = lot.randint(*OPENING_PLIES)
        return super()._play(number, lot)

    def _choose(self, pos: Record, ply: int, lot: random.Random) -> int:
        if ply < self._opening:
            return super()._choose(pos, ply, lot)
        return self._mind.think(pos, depth=self._depth).move
