"""The games of the Bot API among all games of the server, by the rules that hold for everybody."""

import asyncio
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from dataclasses import dataclass
from typing import Any, Literal

import chess
import chess.pgn
import msgspec

from boyi.arena.game.rules import Rulebook
from boyi.server.games.events import Begun, ClockWish, GameEvent, GameResultView, Over
from boyi.server.games.game import LiveGame
from boyi.server.games.hall import Hall
from boyi.server.games.players import MachinePlayer, PersonPlayer, seat_of
from boyi.server.games.table import Table
from boyi.server.games.watchers import Stalled, Watcher
from boyi.server.lichess.bots.terms import Terms
from boyi.server.refusal import Refusal

State = dict[str, Any]
"""A game as the server's own API tells of it."""
Deed = Literal["move", "draw", "takeback", "resign", "abort"]
ORIGIN = "lichess"
ENGINE = "chess"
"""The name of our engine."""
MOST_BEFORE_ABORT = 2
"""Plies from which on a game can't be called off."""


@dataclass(frozen=True)
class BotSeat:
    """One side of a game: a bot, or an engine of the server."""

    name: str
    engine: bool = False
    elo: int | None = None
    """To which an engine is limited."""


class HallGames:
    """What the Bot API asks of the server's games."""

    def __init__(self, hall: Hall) -> None:
        """Nothing is begun yet."""
        self._hall = hall

    async def create(self, terms: Terms, seats: tuple[BotSeat, BotSeat]) -> str:
        """Begin a game of chess; its id. Refusal says why there can be none."""
        clock = None if terms.limit is None else ClockWish(1000 * terms.limit, 1000 * terms.increment)
        first, second = (_seat(seat) for seat in seats)
        begun = Begun("chess", terms.fen, (first, second), "", clock, public=True, origin=ORIGIN)
        try:
            table = await self._hall.create(begun)
        except ValueError as error:
            raise Refusal(400, str(error)) from None
        return table.game.id

    async def state(self, id: str) -> State:
        """How a game stands; Refusal if there is none."""
        return _plain(msgspec.json.encode(await self._hall.state(await self._hall.find(id))))

    async def changes(self, id: str, side: int | None = None) -> AsyncGenerator[State, None]:
        """How a game stands now, and after each change, the latest each time; ends with the game.

        The player of `side` counts as connected meanwhile. Whoever takes nothing for long is let go.
        """
        table, watcher = await self._hall.find(id), Watcher(side)
        states: asyncio.Queue[str | None] = asyncio.Queue(1)

        async def deliver() -> None:
            try:
                await watcher.deliver(states.put)
            except Stalled:
                states.get_nowait()
            states.put_nowait(None)

        table.audience.add(watcher)
        delivering = asyncio.create_task(deliver())
        try:
            state = await self.state(id)
            yield state
            while state["result"] is None and (text := await states.get()) is not None:
                state = _plain(text.encode())
                yield state
        finally:
            table.audience.remove(watcher)
            delivering.cancel()

    async def wait_for_end(self, id: str) -> None:
        """Return once a game is over; Refusal if there is none."""
        async with aclosing(self.changes(id)) as states:
            async for _ in states:
                pass

    async def act(self, id: str, side: int, deed: Deed, move: str = "") -> None:
        """Do something for a side; Refusal if it may not be done."""
        table = await self._hall.find(id)
        if deed == "abort":
            await self._abort(table)
            return

        def wish(game: LiveGame, rules: Rulebook, now: float) -> Sequence[GameEvent]:
            match deed:
                case "move":
                    return game.play(rules, self._hall.boards, side, move, now, 0, self._hall.longest)
                case "draw":
                    return game.agree(side)
                case "takeback":
                    return game.take_back(side)
            return game.resign(side)

        await self._hall.change(table, wish)

    async def record(self, id: str) -> str:
        """A game of chess as PGN; Refusal if there is none."""
        state = await self.state(id)
        if state["game"] != "chess":
            raise Refusal(404, "there is no such game of chess")
        return _pgn(state)

    async def _abort(self, table: Table) -> None:
        table.game.check_goes_on()
        if len(table.game.plies) >= MOST_BEFORE_ABORT:
            raise Refusal(400, "this game can no longer be aborted, only resigned")
        await self._hall.end(table, Over(GameResultView(None, "aborted")))


def _seat(seat: BotSeat) -> Any:
    """A seat; a bot is known by its account, so that nobody gets the token of the seat."""
    if seat.engine:
        return seat_of(MachinePlayer(ENGINE, elo=seat.elo))[0]
    return seat_of(PersonPlayer(seat.name))[0]


def _plain(text: bytes) -> State:
    state: State = msgspec.json.decode(text)
    return state


def _pgn(state: State) -> str:
    board = chess.Board(state["start"] or chess.STARTING_FEN, chess960=True)
    for played in state["moves"]:
        board.push(read_move(board, played["move"]))
    game = chess.pgn.Game.from_board(board)
    result = state["result"]
    game.headers["White"], game.headers["Black"] = (player["name"] for player in state["players"])
    game.headers["Date"] = state["started"][:10].replace("-", ".")
    if result is not None and result["score"] is not None:
        game.headers["Result"] = {1.0: "1-0", 0.0: "0-1", 0.5: "1/2-1/2"}[result["score"]]
        game.headers["Termination"] = result["reason"]
    return str(game)


def read_move(board: chess.Board, text: str) -> chess.Move:
    """A legal move of this server's spelling, in which castling is the king's move where that is usual."""
    try:
        return board.parse_uci(text)
    except ValueError:
        usual = board.copy(stack=False)
        usual.chess960 = not board.chess960
        return usual.parse_uci(text)
