"""A double of the ECUI platform: two engines as processes, dice of its own, and no mercy for faults."""

import random
from collections.abc import Sequence
from dataclasses import dataclass

from boyi.protocol.records.einstein_game import LETTERS, EinsteinGame, EinsteinPly
from tests.support.protocol.talking import Talk

HOMES = ({25, 24, 23, 20, 19, 15}, {1, 2, 3, 6, 7, 11})
STEPS = ({-1, -5, -6}, {1, 5, 6})


class FaultError(AssertionError):
    """What loses a game on the platform."""


@dataclass
class Platform:
    """Plays games between blue's and red's engine; a fault of either is raised."""

    engines: Sequence[Talk]
    rng: random.Random

    def play(self, first: int = 0) -> EinsteinGame:
        """One game: placing, then moves until it is over."""
        layouts = [self._placed(side) for side in (0, 1)]
        game, side = EinsteinGame((layouts[0], layouts[1])), first
        while game.winner is None:
            game = self._moved(game, side, self.rng.randint(1, 6)).with_result()
            side = 1 - side
        return game

    def _numbers(self, side: int, line: str) -> list[int]:
        """Ask and read as strictly as the platform does."""
        self.engines[side].say(f"{line}\r" if self.rng.random() < 0.2 else line)
        answer = self.engines[side].line().strip()
        words = answer.split(" ")
        if not all(word.isascii() and word.isdecimal() for word in words):
            raise FaultError(f"{line} was answered by {answer!r}")
        return [int(word) for word in words]

    def _placed(self, side: int) -> tuple[int, ...]:
        squares = self._numbers(side, f"ini {LETTERS[side]}")
        if len(squares) != 6 or set(squares) != HOMES[side]:
            raise FaultError(f"{LETTERS[side]} placed on {squares}")
        return tuple(squares)

    def _moved(self, game: EinsteinGame, side: int, die: int) -> EinsteinGame:
        blue, red = list(game.boards())[-1]
        own = (blue, red)[side]
        numbers = self._numbers(side, f"get {LETTERS[side]} {die} {' '.join(map(str, blue + red))}")
        if len(numbers) != 2 or numbers[0] not in own or not self._may(own, die, numbers, side):
            raise FaultError(f"{LETTERS[side]} with {die} moved {numbers} in {blue + red}")
        return EinsteinGame(game.layouts, (*game.plies, EinsteinPly(side, die, *numbers)))

    def _may(self, own: Sequence[int], die: int, ends: Sequence[int], side: int) -> bool:
        """Whether a piece may move so: the die's, or the next smaller or larger that lives."""
        start, goal = ends
        piece, alive = own.index(start) + 1, [i for i, square in enumerate(own, 1) if square]
        below, above = [i for i in alive if i <= die], [i for i in alive if i >= die]
        filter_dialects = {die} if die in alive else {*below[-1:], *above[:1]}
        columns = abs((start - 1) % 5 - (goal - 1) % 5)
        return piece in filter_dialects and goal - start in STEPS[side] and columns <= 1 and 1 <= goal <= 25
