"""All games of a server: found by their ids, changed one wish at a time, kept in the ledger, watched."""

import asyncio
import hmac
import time
from collections.abc import Callable, Sequence
from datetime import UTC, datetime

import msgspec

from boyi.arena.game.adjudication import Verdict
from boyi.arena.game.rules import Rulebook
from boyi.server.games import events as ev
from boyi.server.games.archive import LISTED, Archive
from boyi.server.games.boards import Boards, GameBoard
from boyi.server.games.clocks import GRACE
from boyi.server.games.finished import GameSummary
from boyi.server.games.game import LiveGame, over
from boyi.server.games.ledger import GameLedger
from boyi.server.games.opponents import Opponents
from boyi.server.games.players import PersonPlayer, Seat, digest_of, new_id, new_token, seat_of
from boyi.server.games.rulebooks import Rulebooks
from boyi.server.games.state import GameState
from boyi.server.games.table import Table
from boyi.server.refusal import Refusal

MOST_GAMES, MOST_OF_CLIENT = 2000, 200
"""Games that go on at once, and those of them that one client has created."""
ABANDONED, UNTOUCHED = 7 * 86_400.0, 2 * 86_400.0
"""Seconds after which a game is given up that nobody goes on with, and one that nobody has begun."""
SHOWN_AFTER_END = 600.0
"""Seconds for which a game that ended stays where its players left it."""

Wish = Callable[[LiveGame, Rulebook, float], Sequence[ev.GameEvent]]


class Hall:
    """The games. All methods belong to one event loop; Refusal tells a client why not."""

    def __init__(
        self,
        ledger: GameLedger,
        rulebooks: Rulebooks,
        opponents: Opponents,
        longest: int = 600,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Read the ledger. ServerError if it is damaged."""
        self.boards = Boards()
        self.rulebooks, self.longest, self.clock = rulebooks, longest, clock
        self._ledger, self._opponents = ledger, opponents
        self._tables: dict[str, Table] = {}
        self._archive = Archive(ledger, rulebooks)
        self._restore()

    # -- beginning and end of the server ---------------------------------------------------------

    def _restore(self) -> None:
        """Take up the games that are not over; ServerError if their ledger is damaged."""
        games = {
            name: found for name, found in self._ledger.open_games().items() if name not in self._archive
        }
        for name, events in games.items():
            if isinstance(begun := events[0], ev.Begun):
                game = LiveGame(name, begun)
                for event in events[1:]:
                    game.apply(event, self.clock())
                self._tables[name] = Table(game)
        self._ledger.compact(games)

    async def open(self) -> None:
        """Take up every game where it was left, one after the other; they can be found before."""
        for table in [*self._tables.values()]:
            await self._go_on(table)

    async def close(self) -> None:
        """Let every game stand where it is; nothing more is accepted."""
        drivers = [table.driver for table in self._tables.values() if table.driver is not None]
        for table in self._tables.values():
            table.stop_timer()
            table.stop_driver()
        await asyncio.gather(*drivers, return_exceptions=True)
        self._ledger.close()
        self.rulebooks.close()

    async def sweep(self) -> None:
        """Give up games that nobody goes on with, forget those that are over; to be called now and then."""
        now = self.clock()
        for table in [*self._tables.values()]:
            age = now - table.game.touched
            if table.game.result is None and age > (ABANDONED if table.game.plies else UNTOUCHED):
                await self.end(table, ev.Over(ev.GameResultView(None, "abandoned")))
            elif table.game.result is not None and age > SHOWN_AFTER_END and not len(table.audience):
                self._tables.pop(table.game.id, None)
                self.boards.drop(table.game.id)

    @property
    def going_on(self) -> int:
        """Games that are not over."""
        return sum(table.game.result is None for table in self._tables.values())

    # -- looking ---------------------------------------------------------------------------------

    async def find(self, name: str) -> Table:
        """The table of a game; Refusal if there is none."""
        table = self._tables.get(name) or await self._archive.find(name)
        if table is None:
            raise Refusal(404, "there is no such game")
        return table

    async def state(self, table: Table) -> GameState:
        """What everybody may see of a game."""
        return table.state(await self.rulebooks.of(table.game.begun.game), self.boards, self.clock())

    def public(self) -> list[GameSummary]:
        """Public games, those that go on first, the newest before the others."""
        games = (table.game for table in reversed(self._tables.values()))
        running = [_summary(game) for game in games if game.begun.public and game.result is None]
        return (running + list(self._archive.public))[:LISTED]

    # -- changing --------------------------------------------------------------------------------

    def mark(self, address: str) -> str:
        """A mark that is one address's for ever, and tells nobody which."""
        return hmac.digest(self._ledger.key, address.encode(), "sha256").hex()[:16]

    async def create(self, wish: ev.Begun) -> Table:
        """A new game as wished; ValueError if it can't begin there."""
        if self.going_on >= MOST_GAMES:
            raise Refusal(503, f"{MOST_GAMES} games go on already")
        if wish.client and self._created_by(wish.client) >= MOST_OF_CLIENT:
            raise Refusal(429, f"busy: {MOST_OF_CLIENT} games of yours go on already")
        rules = await self.rulebooks.of(wish.game)
        by_hand = wish.dice == "hand"
        board = GameBoard(rules, wish.start, by_hand, None)
        if board.referee.ended() is not None:
            raise Refusal(400, "the game is over in this position")
        begun = msgspec.structs.replace(
            wish, die=board.referee.die, at=datetime.now(UTC).isoformat("T", "seconds")
        )
        game = LiveGame(new_id(), begun)
        await self._keep(game.id, [begun])
        game.touched = self.clock()
        table = self._tables[game.id] = Table(game)
        self.boards.keep(game.id, board)
        await self._go_on(table)
        return table

    def _created_by(self, client: str) -> int:
        """Games that go on and that a client has created."""
        games = (table.game for table in self._tables.values())
        return sum(game.begun.client == client and game.result is None for game in games)

    async def join(self, table: Table, name: str, client: str = "") -> tuple[int, str]:
        """Take the open seat; the side, and the token for it."""
        seat, token = seat_of(PersonPlayer(name), client)
        assert token is not None
        joined: list[ev.Joined] = []

        def wish(game: LiveGame, rules: Rulebook, now: float) -> Sequence[ev.GameEvent]:
            joined.append(game.join(seat))
            return joined

        await self.change(table, wish)
        return joined[0].side, token

    async def change(self, table: Table, wish: Wish) -> GameState:
        """Meet a wish, and tell everybody; returns once it can't be lost any more. The new state.

        Refusal if it can't be met, and then nothing has changed.
        """
        now, rules = self.clock(), await self.rulebooks.of(table.game.begun.game)
        async with table.lock:
            if table.game.clock.overdue(now):
                await self._commit(table, rules, [over(flag_fall(table.game, rules, self.boards))])
                raise Refusal(409, "the time is up")
            events = wish(table.game, rules, now)
            await self._commit(table, rules, events)
        return table.state(rules, self.boards, self.clock())

    async def end(self, table: Table, event: ev.Over) -> None:
        """End a game, unless it is over."""
        rules = await self.rulebooks.of(table.game.begun.game)
        async with table.lock:
            if table.game.result is None:
                await self._commit(table, rules, [event])

    async def rematch(self, table: Table, side: int) -> tuple[Table, str]:
        """The game with colours swapped, made if there is none yet; and the caller's token for it."""
        if table.game.result is None:
            raise Refusal(409, "the game is not over yet")
        rules = await self.rulebooks.of(table.game.begun.game)
        async with table.lock:
            name = table.game.rematch
            if name is None:
                made = await self.create(self._swapped(table.game, rules))
                await self._keep(table.game.id, [event := ev.Rematched(name := made.game.id)])
                table.game.apply(event, self.clock())
                table.tell(rules, self.boards, self.clock())
        other = await self.find(name)
        token, seat = new_token(), other.game.seats[1 - side]
        fresh = ev.Joined(1 - side, Seat(seat.player, digest_of(token), table.game.seats[side].client))
        await self.change(other, lambda game, rules, now: [fresh])
        return other, token

    def _swapped(self, game: LiveGame, rules: Rulebook) -> ev.Begun:
        """How a rematch begins; where starts are drawn by lot, another one is drawn."""
        begun = game.swapped("")
        drawn = self.rulebooks.draw_start(rules, begun)
        return msgspec.structs.replace(begun, start=drawn)

    def tell(self, table: Table) -> None:
        """Tell all who watch how a game stands, unless its rules are not loaded yet."""
        if (rules := self.rulebooks.loaded(table.game.begun.game)) is not None:
            table.tell(rules, self.boards, self.clock())

    # -- what follows from a change --------------------------------------------------------------

    async def _commit(self, table: Table, rules: Rulebook, events: Sequence[ev.GameEvent]) -> None:
        game = table.game
        if events:
            await self._keep(game.id, events)
        for event in events:
            game.apply(event, self.clock())
            if isinstance(event, ev.TakenBack):
                self.boards.drop(game.id)
                table.forget_views()
                table.stop_driver()
        if events and game.result is not None:
            await self._finish(table)
        await self._go_on(table)
        table.tell(rules, self.boards, self.clock())

    async def _keep(self, name: str, events: Sequence[ev.GameEvent]) -> None:
        try:
            await self._ledger.append(name, events)
        except OSError as error:
            self.boards.drop(name)
            raise Refusal(503, f"this can't be kept, so it does not count: {error.strerror}") from None

    async def _finish(self, table: Table) -> None:
        """A game is over: keep it as one line."""
        table.stop_driver()
        table.stop_timer()
        table.thinking = None
        await self._archive.keep(table.game)

    async def _go_on(self, table: Table) -> None:
        """Start the clock and the engine of the side to move."""
        game = table.game
        table.stop_timer()
        if game.result is not None or not game.complete:
            if game.result is not None and game.id not in self._archive:
                await self._finish(table)
            return
        rules = await self.rulebooks.of(game.begun.game)
        side = game.board(rules, self.boards).referee.side
        if game.seats[side].engine is None:
            self.start_clock(table, side)
        elif table.driver is None and (game.die or not rules.game.chance):
            game.clock.stop()
            table.driver = asyncio.create_task(self._opponents.play(self, table))

    def start_clock(self, table: Table, side: int) -> None:
        """Let a player's time run, unless it does."""
        if table.game.clock.running != side:
            table.game.clock.start(side, self.clock())
        self._wind(table)

    def _wind(self, table: Table) -> None:
        """See to it that somebody looks when the time is up."""
        table.stop_timer()
        if (deadline := table.game.clock.deadline()) is not None:
            delay = max(0.0, deadline - self.clock()) + GRACE + 0.001
            table.timer = asyncio.get_running_loop().call_later(delay, self._ring, table)

    def _ring(self, table: Table) -> None:
        """The time of the one who thinks may be up."""
        table.timer = None
        if table.game.clock.overdue(self.clock()):
            table.flag = asyncio.create_task(self._flag(table))
        else:
            self._wind(table)

    async def _flag(self, table: Table) -> None:
        rules = await self.rulebooks.of(table.game.begun.game)
        async with table.lock:
            if table.game.result is None and table.game.clock.overdue(self.clock()):
                await self._commit(table, rules, [over(flag_fall(table.game, rules, self.boards))])


def _summary(game: LiveGame) -> GameSummary:
    names = game.seats[0].name, game.seats[1].name
    return GameSummary(game.id, game.begun.game, names, len(game.plies), game.result, game.begun.at)


def flag_fall(game: LiveGame, rules: Rulebook, boards: Boards) -> Verdict:
    """The verdict on the side whose time is up: lost, unless the other side could never win."""
    side = game.clock.running or 0
    if rules.game.name == "chess":
        position = rules.game.part("boyi.engines.chess.notation:to_board")(
            game.board(rules, boards).referee.pos
        )
        if position.has_insufficient_material(side == 1):
            return Verdict(0.5, "time, but nothing to win with")
    return Verdict(float(side), "time")
