"""Finished games: where each stands in the ledger, which are public, and those that are looked at again."""

import asyncio
from collections import Counter, OrderedDict, deque

import msgspec

from boyi.server.errors import ServerError
from boyi.server.games import finished
from boyi.server.games.finished import GameSummary
from boyi.server.games.game import LiveGame
from boyi.server.games.ledger import FinishedPlace, GameLedger
from boyi.server.games.rulebooks import Rulebooks
from boyi.server.games.table import Table

LISTED = 200
"""Public games that are listed."""
REMEMBERED = 64
"""Finished games that are held in memory to be looked at."""


class Archive:
    """All games that are over. Its methods belong to one event loop."""

    def __init__(self, ledger: GameLedger, rulebooks: Rulebooks) -> None:
        """Read the ledger. ServerError if it is damaged."""
        self._ledger, self._rulebooks = ledger, rulebooks
        self._places: dict[str, FinishedPlace] = {}
        self._numbers = Counter[str]()
        """How many games of each kind are finished."""
        self._revived: OrderedDict[str, Table] = OrderedDict()
        self.public: deque[GameSummary] = deque(maxlen=LISTED)
        """Public games, the newest first."""
        for place, line in ledger.finished_games():
            try:
                self._enter(finished.LINE.decode(line), place)
            except msgspec.MsgspecError as error:
                raise ServerError(f"{place[0]}: games are damaged after byte {place[1]}: {error}") from None

    def __contains__(self, name: str) -> bool:
        return name in self._places

    async def find(self, name: str) -> Table | None:
        """The table of a game, to be looked at; None if it is not here."""
        if (table := self._revived.get(name)) is not None:
            return table
        if (place := self._places.get(name)) is None:
            return None
        line = await asyncio.to_thread(self._ledger.read_finished, place)
        rules = await self._rulebooks.of(place[0])
        table = self._revived.setdefault(name, Table(finished.revive(line, rules)))
        while len(self._revived) > REMEMBERED:
            self._revived.popitem(last=False)
        return table

    async def keep(self, played: LiveGame) -> None:
        """Keep a game that is over as one line; if the disk refuses, it is tried again at the next start."""
        game = played.begun.game
        number = self._numbers[game]
        line = finished.line_of(played, number)
        self._numbers[game] = number + 1
        try:
            place = await self._ledger.finish(game, line)
        except OSError:
            return  # its events are kept
        self._numbers[game] -= 1  # which entering counts again
        self._enter(finished.LINE.decode(line), place)

    def _enter(self, values: finished.FinishedGame, place: FinishedPlace) -> None:
        self._places[values.server.id] = place
        self._numbers[values.server.game] += 1
        if values.server.begun.public:
            self.public.appendleft(finished.summary_of(values))
