"""Players for tests of the arena: such that are told what to do, and programs that play at once."""

import asyncio
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from boyi.arena.game.engine_log import EngineLog
from boyi.arena.game.match import Player
from boyi.engines.report import Info, Score
from boyi.protocol.engines import EngineSpec, Reply, Turn

QUICK = f"{sys.executable} -I -S {Path(__file__).parents[1] / 'fakes' / 'misbehaving.py'}"
"""A program that shuffles a knight: two of them draw after eight plies. Its first argument is how it errs."""


def quick(name: str, mode: str = "well") -> str:
    """A quick engine for the command line."""
    return f"{QUICK} '{mode}' {name}?name={name}"


def info(score: int = 0, line: Iterable[str] = (), mate: int | None = None) -> Info:
    return Info(1, 1, 1, Score(score, mate), 1, 1, 0, 0, 1, tuple(line))


class Puppet:
    """An engine that gives the answers it was told: a move, a whole reply, or an error to be raised."""

    def __init__(self, name: str, answers: Iterable[str | Reply | Exception]) -> None:
        self.spec = EngineSpec(name, ("none",))
        self.turns: list[Turn] = []
        self.games: list[str | None] = []
        self._answers: Iterator[str | Reply | Exception] = iter(answers)

    async def new_game(self, start: str | None) -> None:
        self.games.append(start)

    async def play(self, turn: Turn, patience: float) -> Reply:
        self.turns.append(turn)
        await asyncio.sleep(0)
        answer = next(self._answers)
        if isinstance(answer, Exception):
            raise answer
        return answer if isinstance(answer, Reply) else Reply(answer, 0.0, None)


def seat(puppet: Puppet, write: Callable[..., None] = lambda lines: None) -> Player:
    log = EngineLog(write, all_lines=False)
    log("> go some way")
    return Player(puppet, log)  # type: ignore[arg-type]
