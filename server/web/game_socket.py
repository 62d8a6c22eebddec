"""A game as a stream: the latest state to all who watch, wishes from those who play."""

import asyncio
from collections.abc import Awaitable, Callable

from starlette.websockets import WebSocket, WebSocketDisconnect

from boyi.server.games.table import Table
from boyi.server.games.watchers import Audience, Stalled, Watcher
from boyi.server.messages import (
    DieMessage,
    DrawMessage,
    GameMessage,
    HelloMessage,
    MoveMessage,
    PingWish,
    ResignMessage,
    TakebackMessage,
)
from boyi.server.refusal import Refusal
from boyi.server.web.answers import as_refusal, messages, tell, tell_error
from boyi.server.web.game_calls import die_wish, move_wish
from boyi.server.web.services import Services

PONG = {"type": "pong"}
Listen = Callable[[], Awaitable[None]]


async def stream(services: Services, socket: WebSocket) -> None:
    """Stream a game until its client leaves."""
    table = await services.hall.find(socket.path_params["id"])
    watcher = Watcher()
    await tell(socket, await services.hall.state(table))
    try:
        await watch(
            services, socket, table.audience, watcher, lambda: listen(services, socket, table, watcher)
        )
    finally:
        if watcher.side is not None:
            services.hall.tell(table)


async def watch(
    services: Services, socket: WebSocket, audience: Audience, watcher: Watcher, listen: Listen
) -> None:
    """Deliver what a watcher is offered while its client is listened to; a stalled one is dropped."""
    audience.add(watcher)
    delivering = asyncio.create_task(watcher.deliver(socket.send_text))
    listening = asyncio.ensure_future(listen())
    try:
        done, _ = await asyncio.wait({delivering, listening}, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            task.result()
    except Stalled:
        services.counters.stalled.inc()
        socket.scope["state"].get("abort", lambda: None)()
    except WebSocketDisconnect:
        pass
    finally:
        audience.remove(watcher)
        delivering.cancel()
        listening.cancel()
        await asyncio.gather(delivering, listening, return_exceptions=True)


async def listen(services: Services, socket: WebSocket, table: Table, watcher: Watcher) -> None:
    """Meet the wishes of a client until it leaves."""
    async for message in messages(socket, GameMessage):
        services.counters.messages.labels("game").inc()
        try:
            await _act(services, socket, table, watcher, message)
        except Exception as error:
            refusal = as_refusal(error)
            if refusal is None:
                raise
            services.counters.refusals.labels(refusal.status).inc()
            await tell_error(socket, refusal.text)


async def _act(
    services: Services, socket: WebSocket, table: Table, watcher: Watcher, message: GameMessage
) -> None:
    hall, game = services.hall, table.game
    match message:
        case PingWish():
            await tell(socket, PONG)
        case HelloMessage(token):
            if token:
                watcher.side = game.seat_of(token)
                hall.tell(table)
        case MoveMessage(move, token, die):
            await hall.change(table, move_wish(services, game.seat_of(token), move, die))
            services.counters.moves.labels(game.begun.game).inc()
        case DieMessage(die, token):
            game.seat_of(token)
            await hall.change(table, die_wish(services, die))
        case TakebackMessage(token):
            side = game.seat_of(token)
            await hall.change(table, lambda game, rules, now: game.take_back(side))
        case DrawMessage(token):
            side = game.seat_of(token)
            await hall.change(table, lambda game, rules, now: game.agree(side))
        case ResignMessage(token):
            side = game.seat_of(token)
            await hall.change(table, lambda game, rules, now: game.resign(side))
        case _:
            raise Refusal(400, "this is not understood")
