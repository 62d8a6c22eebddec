"""Games played in this process: by random moves, by the learner against itself or against random moves."""

import random
from collections.abc import Iterator

from boyi.engines.game import Game
from boyi.engines.jit import Record
from boyi.engines.play import legal_moves, play, result
from boyi.engines.rules import DRAWN, LOST, ONGOING, WON
from boyi.learning.data.games import TrainingGame
from boyi.learning.data.sources import UNFINISHED, Weights
from boyi.learning.data.sources.choosers import chooser_of

LONGEST = 2000
"""Plies after which a game is broken off: it is counted as unfinished."""
OPENING_PLIES = (2, 8)
"""Random moves at the start of a game of self-play, at least and at most."""


class InprocessGames:
    """What sources in this process share: games of which a player chooses every move."""

    def __init__(self, game: Game, seed: int) -> None:
        """A game is random by the seed and its number, its dice and its start, too."""
        self._game, self._seed = game, seed
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
        game, moves = self._game, list[str]()
        start = game.part(game.starts)(rng) if game.starts else ""
        pos = game.notation.read(start or game.start, {})
        while (ended := result(pos)) == ONGOING and len(moves) < LONGEST:
            if game.chance:
                game.part(game.chance)(pos, rng)
            move = self._choose(pos, len(moves), rng)
            moves.append(game.notation.text(pos, move))
            play(pos, move)
        if ended == ONGOING:
            return None
        points = {LOST: -1, DRAWN: 0, WON: 1}[ended] * (1 - 2 * int(pos.side))
        return TrainingGame(start, tuple(moves), points, f"seed {self._seed}, game {number}")


class RandomPlay(InprocessGames):
    """Games of random moves."""


class SelfPlay(InprocessGames):
    """The learner against itself: moves by a search with its present weights, the first ones at random."""

    def __init__(self, game: Game, weights: Weights, seed: int, depth: int) -> None:
        """Moves are chosen by a search of `depth` plies; of two or more, that is TD-Directed."""
        super().__init__(game, seed)
        self._weights, self._opening = weights, 0
        self._chooser = chooser_of(game, weights(), depth)

    def _play(self, number: int, rng: random.Random) -> TrainingGame | None:
        self._chooser.begin(self._weights())
        self._opening = rng.randint(*OPENING_PLIES)
        return super()._play(number, rng)

    def _choose(self, pos: Record, ply: int, rng: random.Random) -> int:
        if ply < self._opening:
            return super()._choose(pos, ply, rng)
        return self._chooser.line(pos)[0]


class RandomOpponent(SelfPlay):
    """The learner against a player of random moves; it has the first player's side in even games."""

    _side = 0
    """Which player the learner is in the present game."""

    def _play(self, number: int, rng: random.Random) -> TrainingGame | None:
        self._side = number % 2
        return super()._play(number, rng)

    def _choose(self, pos: Record, ply: int, rng: random.Random) -> int:
        if int(pos.side) != self._side:
            return rng.choice(legal_moves(pos))
        return self._chooser.line(pos)[0]
