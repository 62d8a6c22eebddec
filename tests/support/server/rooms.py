"""Engines that need no process: they move at random, or as they are told."""

import asyncio
import contextlib
import random
from dataclasses import dataclass, field
from typing import Any

from boyi.engines import load_game
from boyi.engines.options import COMMON, Option
from boyi.engines.play import legal_moves, play
from boyi.engines.report import Info, Score
from boyi.protocol.driving.spec import Reply
from boyi.server.refusal import Refusal

STRENGTH = (
    Option("UCI_LimitStrength", "check", False),
    Option("UCI_Elo", "spin", 1800, 1200, 2700),
)


@dataclass(eq=False)
class RandomEngine:
    """An engine of one game."""

    name: str
    game: str
    options: tuple[Option, ...] = (*COMMON[:4], *STRENGTH)
    score: int = 0
    delay: float = 0.0
    error: Exception | None = None
    asked: list[Any] = field(default_factory=list)
    told: list[Any] = field(default_factory=list)
    stopped: asyncio.Event = field(default_factory=asyncio.Event)
    rng: random.Random = field(default_factory=lambda: random.Random(1))

    async def new_game(self, start):
        self.asked.append(("new game", start))

    async def analyse(self, turn, hear, patience):
        self.asked.append(turn)
        self.stopped.clear()
        if self.error is not None:
            raise self.error
        notation = load_game(self.game).notation
        pos = notation.read(turn.now(), {})
        moves = [notation.text(pos, move) for move in legal_moves(pos)]
        move = self.rng.choice(moves)
        info = Info(3, 5, 1, Score(self.score, wdl=(300, 400, 300)), 1000, 50_000, 10, 0, 20, (move,))
        hear(info)
        if turn.limits.infinite:
            await self.stopped.wait()
        await asyncio.sleep(self.delay)
        return Reply(move, self.delay, info)

    def stop(self):
        self.stopped.set()


class Room:
    """All of them, for one search at once each."""

    def __init__(self, *engines):
        self.engines = {engine.name: engine for engine in engines}
        self.searches = []
        self.busy = None

    def offered(self):
        return list(self.engines.values())

    def find(self, name, game):
        engine = self.engines.get(name)
        if engine is None or engine.game != game:
            raise Refusal(404, f"there is no engine {name!r} of {game}")
        return engine

    @contextlib.asynccontextmanager
    async def search(self, name, options, client, on_wait):
        if self.busy is not None:
            raise self.busy
        self.searches.append((name, dict(options), client))
        on_wait(0)
        yield self.engines[name]


def random_move(game, position, rng):
    notation = load_game(game).notation
    pos = notation.read(position, {})
    move = rng.choice(legal_moves(pos))
    text = notation.text(pos, move)
    play(pos, move)
    return text
