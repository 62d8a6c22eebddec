"""Playing with scripted engines: starting them, asking them, and looking whether they are gone."""

import asyncio
import contextlib
import dataclasses
import os
import re
import sys
import time
from collections.abc import AsyncIterator, Callable, Coroutine
from pathlib import Path
from typing import Any, TypeVar

import chess
import pytest
import uvloop

from boyi.engines.chess import GAME
from boyi.engines.game import Game
from boyi.engines.limits import Clock, Limits
from boyi.protocol.engines import EngineProcess, EngineSpec, Turn

SCRIPTED = Path(__file__).parents[1] / "fakes" / "scripted.py"
PATIENCE = 60.0
"""Seconds for what should take none; a busy machine may take some."""
SHORT = 0.3
"""Seconds for what is expected not to come."""
TIME_TO_START = 3.0
"""Seconds in which even a busy machine starts a scripted engine."""
CLOCKS = Limits(clocks=(Clock(10_000, 100), Clock(9_000, 100)))

UCI_RULES = {
    "uci": "say id name Scripted 1; say option name Hash type spin default 16 min 1 max 64; say uciok",
    "isready": "say readyok",
    "go": "say info depth 3 score cp 25 nodes 10 time 5 pv e2e4 e7e5; say bestmove e2e4 ponder e7e5",
    "quit": "exit 0",
}
XBOARD_RULES = {
    "protover": "say feature ping=1 setboard=1 usermove=1 colors=0 variants=normal done=1",
    "go": "say 3 25 1 10 e2e4 e7e5; say move e2e4",
    "ping": "say pong $1",
    "quit": "exit 0",
}
UCCI_RULES = {
    "ucci": "say id name Scripted 1; say option usemillisec type check default false;"
    "say option hashsize type spin min 0 max 64 default 0; say option newgame type button; say ucciok",
    "isready": "say readyok",
    "go": "say info depth 3 score 25 pv h2e2; say bestmove h2e2",
    "quit": "say bye; exit 0",
}
SAU_RULES = {
    "name?": "say name Scripted",
    "new": "say move JJ@@",
    "move": "say move IIHH | say move GGFF",
    "quit": "exit 0",
}
CLOUDICT_RULES = {**SAU_RULES, "name": "say name Scripted", "new": "say move JJ", "next": "say move IIHH"}
ECUI_RULES = {"ini": "say 25 24 23 20 19 15", "get": "say 25 19", "exit": "exit 0"}
RULES = {
    "uci": UCI_RULES,
    "xboard": XBOARD_RULES,
    "ucci": UCCI_RULES,
    "sau": SAU_RULES,
    "cloudict": CLOUDICT_RULES,
    "ecui": ECUI_RULES,
}


Error = TypeVar("Error", bound=Exception)
Loops = Callable[[], asyncio.AbstractEventLoop]
both_loops = pytest.mark.parametrize("loops", [asyncio.new_event_loop, uvloop.new_event_loop])


def scripted(dialect: str = "uci", **rules: str) -> EngineSpec:
    """An engine that behaves, but for the given rules."""
    script = [f"{word} => {actions}" for word, actions in {**RULES[dialect], **rules}.items()]
    return EngineSpec(
        "fake", (sys.executable, "-I", "-S", str(SCRIPTED), *script), dialect, patience=PATIENCE
    )


def features(words: str) -> str:
    """The rule of an XBoard engine's greeting."""
    return f"say feature {words} done=1"


def run(coroutine: Coroutine[Any, Any, None], loop_factory: Loops = uvloop.new_event_loop) -> None:
    """Run a test's coroutine, by default on the loop that a match uses; no callback of it may fail."""
    faults: list[dict[str, Any]] = []
    with asyncio.Runner(loop_factory=loop_factory) as runner:
        runner.get_loop().set_exception_handler(lambda loop, context: faults.append(context))
        runner.run(coroutine)
    assert not faults


@dataclasses.dataclass
class Player:
    """An engine and what was logged of it."""

    engine: EngineProcess
    lines: list[str]

    @property
    def pid(self) -> int:
        return next(int(found[1]) for line in self.lines if (found := re.match(r"# process (\d+)", line)))

    def sent(self) -> list[str]:
        """The lines that went to the engine since the last time."""
        sent = [line[2:] for line in self.lines if line.startswith("> ")]
        self.lines[:] = [line for line in self.lines if not line.startswith("> ")]
        return sent


def player(spec: EngineSpec, game: Game = GAME) -> Player:
    lines: list[str] = []
    return Player(EngineProcess(spec, game, lines.append), lines)


@contextlib.asynccontextmanager
async def started(spec: EngineSpec, game: Game = GAME) -> AsyncIterator[Player]:
    """An engine that has been greeted; nothing of it is left after the block."""
    one = player(spec, game)
    await one.engine.start()
    pid = one.pid
    try:
        yield one
    finally:
        await one.engine.quit()
        assert not one.engine.alive
        assert group_is_gone(pid)


def group_is_gone(pid: int) -> bool:
    """Whether a process and all of its group are gone, soon."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if pid not in map(group_of, Path("/proc").glob("[0-9]*")):
            return True
        time.sleep(0.01)
    return False


def group_of(process: Path) -> int:
    """The group of a process; 0 for one that is gone, and for one that its own new parent has to bury."""
    try:
        state, parent, group = (process / "stat").read_text().rpartition(")")[2].split()[:3]
    except OSError:
        return 0
    return 0 if state == "Z" and int(parent) != os.getpid() else int(group)


def turn(*moves: str, start: str | None = None, limits: Limits = CLOCKS) -> Turn:
    """The turn after moves."""
    board = chess.Board(start or chess.STARTING_FEN)
    for move in moves:
        board.push_uci(move)
    return Turn(start, moves, int(not board.turn), limits, board.fen)


async def start_fails(spec: EngineSpec, kind: type[Error], match: str) -> Error:
    """The error with which an engine does not start, after which nothing of it is left."""
    one = player(spec)
    try:
        with pytest.raises(kind, match=match) as raised:
            await one.engine.start()
        assert not one.engine.alive
        if any(line.startswith("# process") for line in one.lines):
            assert group_is_gone(one.pid)
    finally:
        await one.engine.quit(0)
    return raised.value


async def play_fails(
    spec: EngineSpec,
    kind: type[Error],
    match: str,
    patience: float = PATIENCE,
    game: Game = GAME,
    asked: Turn | None = None,
) -> Error:
    """The error with which an engine does not play; nothing of it is left, either."""
    async with started(spec, game) as one:
        await one.engine.new_game(None)
        with pytest.raises(kind, match=match) as raised:
            await one.engine.play(asked or turn(), patience)
    return raised.value


async def begun(one: Player, start: str | None = None) -> None:
    """Begin a game, and forget what was said so far."""
    await one.engine.new_game(start)
    one.sent()
