"""The games that are played by the Bot API: who sits where, and who is told of their beginning and end."""

import asyncio
import time
from collections.abc import AsyncGenerator
from contextlib import aclosing
from pathlib import Path
from typing import Any

from msgspec import Struct

from boyi.server.lichess.bots.accounts import Account
from boyi.server.lichess.bots.events import EventHub
from boyi.server.lichess.bots.live import BotSeat, Deed, HallGames, State
from boyi.server.lichess.bots.terms import Terms
from boyi.server.lichess.bots.wording import full_words, state_words, summary_words
from boyi.server.lichess.tables import load_table, save_table
from boyi.server.refusal import Refusal

MOST_GAMES = 16
"""That one account plays at once."""


class BotGame(Struct, frozen=True):
    """One game, and who plays it."""

    id: str
    created: int
    terms: Terms
    players: tuple[Account, Account]

    def side(self, account: Account) -> int:
        """On which side somebody plays; Refusal for who does not."""
        for side, player in enumerate(self.players):
            if player.id == account.id:
                return side
        raise Refusal(404, "Not your game, or game already over")


class BotGames:
    """All games that are under way. After a restart of the server they go on."""

    def __init__(self, live: HallGames, events: EventHub, path: Path | None = None) -> None:
        """What a file holds, if there is one; ValueError if it makes no sense."""
        self._live, self._events, self._path = live, events, path
        self._games = load_table(path, BotGame)
        self._watching: dict[str, asyncio.Task[None]] = {}

    async def run(self) -> None:
        """Watch over the games until broken off."""
        for game in list(self._games.values()):
            self._watch(game)
        try:
            await asyncio.get_running_loop().create_future()
        finally:
            for task in self._watching.values():
                task.cancel()

    async def begin(self, terms: Terms, players: tuple[Account, Account], elo: int | None = None) -> BotGame:
        """Begin a game, and tell its players; Refusal if one of them plays too many."""
        for player in players:
            if not player.house and len(self.of(player)) >= MOST_GAMES:
                raise Refusal(429, f"{player.name} plays {MOST_GAMES} games already")
        first, second = (
            BotSeat(player.name, player.house, elo if player.house else None) for player in players
        )
        id = await self._live.create(terms, (first, second))
        game = BotGame(id, int(time.time() * 1000), terms, players)
        self._games[id] = game
        self._save()
        await self._tell(game, "gameStart")
        self._watch(game)
        return game

    def get(self, id: str, account: Account) -> BotGame:
        """A game that somebody plays; Refusal if there is none."""
        game = self._games.get(id)
        if game is None:
            raise Refusal(404, "Not your game, or game already over")
        game.side(account)
        return game

    def of(self, account: Account) -> list[BotGame]:
        """What somebody plays."""
        return [game for game in self._games.values() if account.id in (player.id for player in game.players)]

    async def summary(self, game: BotGame, viewer: Account) -> dict[str, Any]:
        """A game in short, for one of its players."""
        return summary_words(game.id, game.terms, game.players, viewer, await self._live.state(game.id))

    async def act(self, game: BotGame, account: Account, deed: Deed, move: str = "") -> None:
        """Do something in a game; Refusal if it may not be done."""
        await self._live.act(game.id, game.side(account), deed, move)

    async def stream(self, game: BotGame, account: Account) -> AsyncGenerator[dict[str, Any], None]:
        """The whole game, then how it stands after each change, to its end."""
        told: dict[str, Any] | None = None
        async with aclosing(self._live.changes(game.id, game.side(account))) as states:
            async for state in states:
                if told is None:
                    full = full_words(game.id, game.created, game.terms, game.players, state)
                    told = full["state"]
                    yield full
                    continue
                now = state_words(game.terms, state)
                if _differ(now, told):
                    told = now
                    yield now

    async def record(self, id: str) -> str:
        """A game as PGN, of any game of the server that somebody knows the id of."""
        return await self._live.record(id)

    def _watch(self, game: BotGame) -> None:
        self._watching[game.id] = asyncio.create_task(self._see_through(game))

    async def _see_through(self, game: BotGame) -> None:
        """Wait for a game's end, and tell its players."""
        try:
            await self._live.wait_for_end(game.id)
            await self._tell(game, "gameFinish")
        except Refusal:
            pass  # the server no longer knows it
        self._games.pop(game.id, None)
        self._watching.pop(game.id, None)
        self._save()

    async def _tell(self, game: BotGame, what: str) -> None:
        for player in game.players:
            if self._events.online(player.id):
                self._events.tell(player.id, {"type": what, "game": await self.summary(game, player)})

    def _save(self) -> None:
        save_table(self._path, self._games)


def _differ(now: State, before: State) -> bool:
    """Whether there is news but for the clocks."""
    clocks = ("wtime", "btime")
    return {k: v for k, v in now.items() if k not in clocks} != {
        k: v for k, v in before.items() if k not in clocks
    }
