"""Games played in this process: by random moves, and by the learner against itself."""

import random
from collections.abc import Iterator

from boyi.arena.inprocess.quick_search import QuickSearch
from boyi.engines.game import Game
from boyi.engines.jit import Record, copy
from boyi.engines.play import legal_moves, play, result
from boyi.engines.rules import DRAWN, LOST, ONGOING, WON
from boyi.learning.data.games import TrainingGame
from boyi.learning.data.sources import UNFINISHED, Weights

LONGEST = 2000
"""Plies after which a game is broken off: it is counted as unfinished."""
OPENING_PLIES = (2, 8)
"""Random moves at the start of a game of self-play, at least and at most."""


class InprocessGames:
    """What sources in this process share: games of which a player chooses every move."""

    def __init__(self, game: Game, seed: int) -> None:
        """A game is random by the seed and its number. ValueError for a game with dice."""
        if game.chance:
            raise ValueError(f"{game.name} has dice: its games are learned from ply by ply, from records")
        self._game, self._seed = game, seed
        self._start = game.notation.read(game.start, {})
        self._counts = {"games": 0, UNFINISHED: 0}

    def games(self, first: int) -> Iterator[TrainingGame]:
        """Finished games without end; a number whose game came to no end is passed over."""
        number = first
        while True:
            game = self._play(number, random.Random(f"{self._seed} {number}"))
            self._counts["games"] += 1
            if game is None:
                self._counts[UNFINISHED] += 1
                game = TrainingGame("", (), 0, f"game {number}")
            yield game
            number += 1

    def summary(self) -> dict[str, int]:
        """How many games were played, and how many came to no end."""
        return dict(self._counts)

    def _choose(self, pos: Record, ply: int, rng: random.Random) -> int:
        """The move to play."""
        return rng.choice(legal_moves(pos))

    def _play(self, number: int, rng: random.Random) -> TrainingGame | None:
        pos, moves = copy(self._start), list[str]()
        while (ended := result(pos)) == ONGOING and len(moves) < LONGEST:
            move = self._choose(pos, len(moves), rng)
            moves.append(self._game.notation.text(pos, move))
            play(pos, move)
        if ended == ONGOING:
            return None
        points = {LOST: -1, DRAWN: 0, WON: 1}[ended] * (1 - 2 * int(pos.side))
        return TrainingGame("", tuple(moves), points, f"seed {self._seed}, game {number}")


class RandomPlay(InprocessGames):
    """Games of random moves."""


class SelfPlay(InprocessGames):
    """The learner against itself: moves by a search with its present weights, the first ones at random."""

    def __init__(self, game: Game, weights: Weights, seed: int, depth: int) -> None:
        """Moves are chosen by a search of `depth` plies; of two or more, that is TD-Directed."""
        super().__init__(game, seed)
        self._weights, self._depth = weights, depth
        self._search, self._opening = QuickSearch(game, weights()), 0

    def _play(self, number: int, rng: random.Random) -> TrainingGame | None:
        self._search.weights = self._weights()
        self._search.forget()
        self._opening = rng.randint(*OPENING_PLIES)
        return super()._play(number, rng)

    def _choose(self, pos: Record, ply: int, rng: random.Random) -> int:
        if ply < self._opening:
            return super()._choose(pos, ply, rng)
        return self._search.think(pos, depth=self._depth).move
