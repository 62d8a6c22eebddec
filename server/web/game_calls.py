"""Games over HTTP: created, joined, played, ended."""

import random
import secrets
from collections.abc import Callable

from starlette.requests import Request
from starlette.responses import Response

from boyi.arena.game.record import POINTS
from boyi.server.games import events as ev
from boyi.server.games.finished import GameSummary, ply_of
from boyi.server.games.game import LiveGame
from boyi.server.games.hall import Wish
from boyi.server.games.players import MachinePlayer, plain_options, seat_of
from boyi.server.games.rulebooks import start_of_layouts, start_of_shape
from boyi.server.games.state import GameState
from boyi.server.games.table import Table
from boyi.server.messages import DieWish, GameCreated, GameJoined, GameWish, JoinWish, MoveWish, RematchMade
from boyi.server.records.writers import write
from boyi.server.refusal import Refusal
from boyi.server.searching import settings_of
from boyi.server.web.guard import bearer
from boyi.server.web.services import Services, client_of

ORIGINS = ("page", "program")


async def create(services: Services, request: Request, body: GameWish) -> GameCreated:
    """A new game."""
    rules = await services.hall.rulebooks.of(body.game)
    for player in body.players:
        if isinstance(player, MachinePlayer):
            engine = services.room.find(player.engine, body.game)
            settings_of(engine, plain_options(player), player.elo)
    start = body.start or None
    if body.shape is not None:
        _only(body.game == "connect6" and start is None, "a shape is for connect6, in place of a start")
        start = start_of_shape(body.shape)
    elif body.layouts is not None:
        _only(body.game == "einstein" and start is None, "layouts are for einstein, in place of a start")
        start = start_of_layouts(body.layouts)
    elif start is None and rules.game.starts:
        start = rules.game.part(rules.game.starts)(random.Random(secrets.randbits(64)))
    client = services.hall.mark(client_of(services, request))
    first, second = (seat_of(player, client) for player in body.players)
    origin = ORIGINS["origin" not in request.headers]
    begun = ev.Begun(
        body.game, start, (first[0], second[0]), "", body.clock, body.shape, body.dice, body.consent,
        body.public, origin, client=client,
    )  # fmt: skip
    try:
        table = await services.hall.create(begun)
    except ValueError as error:
        raise Refusal(400, str(error)) from None
    return GameCreated(table.game.id, (first[1], second[1]), await services.hall.state(table))


def _only(allowed: bool, text: str) -> None:
    if not allowed:
        raise Refusal(400, text)


async def listed(services: Services, request: Request) -> list[GameSummary]:
    """Public games."""
    return services.hall.public()


async def find(services: Services, request: Request) -> Table:
    """The table of the game in the path."""
    return await services.hall.find(request.path_params["id"])


async def look(services: Services, request: Request) -> GameState:
    """A game's state."""
    return await services.hall.state(await find(services, request))


async def join(services: Services, request: Request, body: JoinWish) -> GameJoined:
    """Take the open seat."""
    table = await find(services, request)
    side, token = await services.hall.join(table, body.name, services.hall.mark(client_of(services, request)))
    return GameJoined(side, token, await services.hall.state(table))


def seat_token(request: Request) -> str:
    """The token of a seat, in a header of its own or as the bearer."""
    return request.headers.get("x-seat-token") or bearer(request.headers)


async def act(services: Services, request: Request, wish: Callable[[int], Wish]) -> GameState:
    """Meet the wish of the seat whose token is given."""
    table = await find(services, request)
    return await services.hall.change(table, wish(table.game.seat_of(seat_token(request))))


def move_wish(services: Services, side: int, move: str, die: int | None) -> Wish:
    """A player's move."""
    hall = services.hall
    return lambda game, rules, now: game.play(rules, hall.boards, side, move, now, die or 0, hall.longest)


def die_wish(services: Services, die: int) -> Wish:
    """A die that was thrown by hand."""
    return lambda game, rules, now: game.throw(rules, services.hall.boards, die)


async def move(services: Services, request: Request, body: MoveWish) -> GameState:
    """Make a move."""
    state = await act(services, request, lambda side: move_wish(services, side, body.move, body.die))
    services.counters.moves.labels(state.game).inc()
    return state


async def throw(services: Services, request: Request, body: DieWish) -> GameState:
    """Enter a die that was thrown by hand."""
    return await act(services, request, lambda side: die_wish(services, body.die))


async def take_back(services: Services, request: Request) -> GameState:
    """Have the last move back, or give it back."""
    return await act(services, request, lambda side: lambda game, rules, now: game.take_back(side))


async def draw(services: Services, request: Request) -> GameState:
    """Offer a draw, or take one."""
    return await act(services, request, lambda side: lambda game, rules, now: game.agree(side))


async def resign(services: Services, request: Request) -> GameState:
    """Give the game up."""
    return await act(services, request, lambda side: lambda game, rules, now: game.resign(side))


async def rematch(services: Services, request: Request) -> RematchMade:
    """Play again with colours swapped."""
    table = await find(services, request)
    side = table.game.seat_of(seat_token(request))
    other, token = await services.hall.rematch(table, side)
    return RematchMade(other.game.id, 1 - side, token, await services.hall.state(other))


async def record(services: Services, request: Request) -> Response:
    """The record of a game in a format."""
    table = await find(services, request)
    game = table.game
    form = request.query_params.get("format", "")
    name, text = await services.hall.rulebooks.run(game.begun.game, lambda: write_record(game, form))
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(text, media_type="text/plain; charset=utf-8", headers=headers)


def write_record(game: LiveGame, form: str) -> tuple[str, str]:
    """A game's file name and text."""
    result = game.result
    tags = {
        "Event": "boyi server",
        "Site": "?",
        "Date": game.begun.at[:10].replace("-", "."),
        "Round": "-",
        "White": game.seats[0].name,
        "Black": game.seats[1].name,
        "Result": "*" if result is None or result.score is None else POINTS[result.score],
        "Reason": "" if result is None else result.reason,
    }
    plies = [ply_of(game, number) for number in range(len(game.plies))]
    return write(game.begun.game, form, tags, game.begun.start, plies)
