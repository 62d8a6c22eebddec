"""One move of an engine that is started as a GUI would start it."""

import asyncio
import time
from dataclasses import dataclass

from boyi.arena.setup.launching import launcher
from boyi.engines import load_game
from boyi.engines.game import Game
from boyi.engines.limits import Limits
from boyi.protocol.dialects import DIALECTS, DRIVEN, served_names
from boyi.protocol.engines import EngineError, EngineProcess, EngineSpec, ProtocolError, Turn

MILLISECONDS = 200
PATIENCE = 300.0
"""Seconds for the start and for the move of an engine, which may have to compile on a busy machine."""


@dataclass(frozen=True)
class FirstMove:
    """What an engine did when it was asked for a move."""

    dialect: str
    fault: str = ""
    """Why it is not ready to play, in one line."""
    move: str = ""
    seconds: float = 0.0
    """From its start to its move."""


def usual_dialect(game: str) -> str:
    """The dialect that most of a game's GUIs and platforms speak."""
    return next(name for name in served_names(game) if name in DRIVEN) if game != "chess" else "uci"


def ask(name: str, dialect: str) -> FirstMove:
    """Have the launcher of a game's engine play one move. Blocks, for a second or two."""
    game = load_game(name)
    command = (str(launcher(name)),)
    options = ("--set", f"Move Time={MILLISECONDS}") if DIALECTS[dialect].request_reply else ()
    spec = EngineSpec(name, command + options, dialect, patience=PATIENCE)
    begun = time.monotonic()
    try:
        move = asyncio.run(_first_move(spec, game))
    except (EngineError, ProtocolError) as error:
        return FirstMove(dialect, " ".join(str(error).split()))
    seconds = time.monotonic() - begun
    try:
        game.notation.move(game.notation.read(_start(game), {}), move)
    except ValueError as error:
        return FirstMove(dialect, f"{name}: its move is illegal: {error}")
    return FirstMove(dialect, "", move, seconds)


def _start(game: Game) -> str:
    """Where the engine is asked: the usual start, unless a die has to be thrown there first."""
    return game.bench[1] if game.chance else game.start


async def _first_move(spec: EngineSpec, game: Game) -> str:
    engine = EngineProcess(spec, game, lambda line: None)
    start = _start(game) if game.chance else None
    await engine.start()
    try:
        await engine.new_game(start)
        turn = Turn(start, (), 0, Limits(movetime=MILLISECONDS), lambda: _start(game))
        reply = await engine.play(turn, PATIENCE)
    finally:
        await engine.quit()
    return reply.move or ""
