"""Engines of other people, where they are installed, play a few moves against themselves."""

import contextlib

import chess
import pytest

from boyi.engines.limits import Clock, Limits
from boyi.protocol.engines import EngineLied, EngineSpec
from tests.support.protocol.playing import PATIENCE, run, start_fails, started, turn
from tests.system.test_foreign_chess import find

pytestmark = pytest.mark.foreign
PLIES = 8
OPENING = ("e2e4", "e7e5", "g1f3")
START = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3"
CLOCKS = Limits(clocks=(Clock(500, 20), Clock(500, 20)))

UCI = ["stockfish", "glaurung", "toga2", "ethereal-chess", "fairy-stockfish", "gnuchess --uci"]
XBOARD = ["gnuchess --xboard", "hoichess", "fairymax", "fairy-stockfish"]
PLACED = [*((engine, "uci") for engine in UCI), *((engine, "xboard") for engine in XBOARD)]


@pytest.fixture(autouse=True)
def elsewhere(tmp_path, monkeypatch):
    """Some engines write files where they are started."""
    monkeypatch.chdir(tmp_path)


def spec(text: str, dialect: str) -> EngineSpec:
    name, *arguments = text.split()
    return EngineSpec(name, (find(name), *arguments), dialect, patience=PATIENCE)


async def play_some(engine: EngineSpec, start: str | None, opening: tuple[str, ...], limits: Limits) -> None:
    """A game of one engine with itself; every move must be legal."""
    moves = opening
    async with started(engine) as first, started(engine) as second:
        if engine.name in (first.engine.identity, second.engine.identity):
            # GNU Chess as an XBoard engine often does, before it has read a line.
            pytest.skip(f"{engine.name} slept over its greeting")
        for one in (first, second):
            await one.engine.new_game(start)
        for _ in range(PLIES):
            asked = turn(*moves, start=start, limits=limits)
            mover = second if asked.side else first
            reply = await mover.engine.play(asked, PATIENCE)
            assert reply.move
            moves = (*moves, reply.move)
    turn(*moves, start=start)  # an illegal move raises


@pytest.mark.parametrize(("engine", "dialect"), PLACED)
def test_a_few_moves(engine: str, dialect: str):
    run(play_some(spec(engine, dialect), None, OPENING, CLOCKS))


@pytest.mark.parametrize(
    ("engine", "dialect"), [placed for placed in PLACED if placed[0] not in ("fairymax", "glaurung")]
)
def test_from_a_position_with_time_per_move(engine: str, dialect: str):
    """Fairy-Max can't be given a position; Glaurung takes its time."""
    run(play_some(spec(engine, dialect), START, (), Limits(movetime=50)))


WRONG = [(engine, "xboard") for engine in ("stockfish", "toga2", "glaurung")]


@pytest.mark.parametrize(("engine", "dialect"), [*WRONG, ("hoichess", "uci"), ("fairymax", "uci")])
def test_the_wrong_dialect(engine: str, dialect: str):
    async def test():
        await start_fails(spec(engine, dialect), EngineLied, "it does not speak")

    run(test())


def test_two_engines_meet():
    """One UCI, one XBoard; the score of both is heard."""

    async def test():
        board, heard = chess.Board(), []
        moves: tuple[str, ...] = ()
        uci, xboard = spec("stockfish", "uci"), spec("fairymax", "xboard")
        async with contextlib.AsyncExitStack() as stack:
            players = [await stack.enter_async_context(started(engine)) for engine in (uci, xboard)]
            for one in players:
                await one.engine.new_game(None)
            while board.ply() < PLIES:
                asked = turn(*moves, limits=CLOCKS)
                reply = await players[asked.side].engine.play(asked, PATIENCE)
                assert reply.move
                board.push_uci(reply.move)
                moves = (*moves, reply.move)
                heard.append(reply.info)
        assert all(heard)

    run(test())
