"""The bridge: as good as an engine of this machine, for GUIs, for python-chess and for the arena."""

import asyncio
import shlex
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import chess
import chess.engine
import pytest

from boyi.arena.cli import parser
from boyi.arena.compliance import command
from boyi.arena.compliance.examinations import EXAMINATIONS
from boyi.engines import load_game
from boyi.engines.limits import Limits
from boyi.protocol.driving.spec import EngineSpec, Turn
from boyi.protocol.engines import EngineProcess
from boyi.server.remote.__main__ import read_target
from tests.support.protocol.talking import Talk
from tests.support.server.serving import ServerProcess


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    with ServerProcess(tmp_path_factory.mktemp("server"), "--sockets-per-address", "100") as running:
        yield running


def test_python_chess_plays_through_it(server: ServerProcess):
    with chess.engine.SimpleEngine.popen_uci(list(server.remote("chess")), timeout=60) as engine:
        engine.configure({"Hash": 2})
        board = chess.Board()
        while board.ply() < 10:
            played = engine.play(board, chess.engine.Limit(white_clock=2, black_clock=2, time=0.05))
            assert played.move
            board.push(played.move)
        info = engine.analyse(board, chess.engine.Limit(depth=5), multipv=2)
        assert [line["multipv"] for line in info] == [1, 2]
        with pytest.raises(chess.engine.EngineError):
            engine.configure({"EvalFile": "/etc/passwd"})


@pytest.mark.parametrize(
    ("engine", "dialect"),
    [
        ("chess", "uci"), ("chess", "xboard"), ("xiangqi", "ucci"), ("xiangqi", "uci"),
        ("connect6", "sau"), ("connect6", "cloudict"), ("einstein", "ecui"),
    ],
)  # fmt: skip
def test_every_dialect_that_is_driven_gives_moves(server: ServerProcess, engine: str, dialect: str):
    async def run() -> str | None:
        game = load_game(engine)
        spec = EngineSpec("r", server.remote(engine, "--dialect", dialect), dialect)
        process = EngineProcess(spec, game, lambda line: None)
        await process.start()
        await process.new_game(None)
        limits = Limits(movetime=50) if dialect not in ("sau", "cloudict", "ecui") else Limits()
        now = "25 24 23 20 19 15 1 2 3 6 7 11 b 3" if engine == "einstein" else game.start
        reply = await process.play(Turn(None, (), 0, limits, lambda: now), 30)
        await process.quit()
        return reply.move

    assert asyncio.run(run())


def test_without_a_dialect_it_is_chosen_by_greeting(server: ServerProcess):
    with Talk(server.remote("xiangqi")) as talk:
        talk.say("uci")
        assert talk.hear("^uciok$")
        talk.say("xboard", "protover 2")
        assert talk.hear("^feature done=1$")
        talk.say("quit")
        assert talk.ends()[0] == 0


def test_course_and_botzone_as_lines(server: ServerProcess):
    with Talk(server.remote("einstein", "--dialect", "course")) as talk:
        talk.say("name", "board_setting 5 6", "get B 2 C5 0 E3 C3 D5 E4 A1 B1 D2 A2 0 A3")
        assert (talk.line(), talk.line()) == ("BoyiEinStein", "1")
        assert len(talk.line().split()) == 2
    with Talk(server.remote("connect6", "--dialect", "botzone")) as talk:
        talk.say('{"requests": [{"x0": -1, "y0": -1, "x1": -1, "y1": -1}], "responses": []}')
        assert talk.line().startswith('{"response"')


def test_it_goes_over_to_another_connection_before_a_game(tmp_path: Path):
    with ServerProcess(tmp_path) as first, Talk(first.remote("chess")) as talk:
        talk.say("uci", "setoption name Hash value 2", "isready")
        assert talk.hear("^readyok$")
        first.process.kill()
        first.process.wait()
        with ServerProcess(tmp_path, "--gate", f"127.0.0.1:{first.gate}"):
            talk.say("isready")
            assert talk.hear("^readyok$") == ["readyok"]  # and nothing twice
            talk.say("position startpos", "go depth 2")
            assert talk.hear("^bestmove")


def examined(server: ServerProcess, game: str, dialect: str) -> list[str]:
    """The checks of a dialect that fail, of all that an engine here would pass."""
    line = shlex.join([sys.executable, *server.remote(game, "--dialect", dialect)[1:]])
    words = parser("").parse_args(["compliance", line, "--dialect", dialect, "--game", game])
    candidate = command.candidate(words)
    examination = EXAMINATIONS[dialect]
    results = list(replace(examination).run(candidate.spec, candidate.game))
    assert sum(result.verdict == "pass" for result in results) > 5
    return [f"{result.name}: {result.remark}" for result in results if result.counts(strict=False)]


def test_uci_is_kept(server: ServerProcess):
    assert examined(server, "chess", "uci") == []


@pytest.mark.long
@pytest.mark.parametrize(
    ("game", "dialect"),
    [
        ("chess", "xboard"), ("xiangqi", "ucci"), ("xiangqi", "cyclone"), ("connect6", "sau"),
        ("connect6", "cloudict"), ("connect6", "botzone"), ("einstein", "ecui"), ("einstein", "course"),
    ],
)  # fmt: skip
def test_every_dialect_is_kept(server: ServerProcess, game: str, dialect: str):
    assert examined(server, game, dialect) == []


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["nowhere", "chess"], "expected HOST:PORT, not 'nowhere'"),
        (["127.0.0.1:99999", "chess"], "expected HOST:PORT"),
        (["127.0.0.1:1", "chess", "--token-file", "/none"], "/none"),
        (["127.0.0.1:1", "chess", "--tls", "/none"], "there is no certificate /none"),
    ],
)
def test_bad_words_get_one_line(capfd: pytest.CaptureFixture[str], words: list[str], said: str):
    with pytest.raises(SystemExit, match="2"):
        read_target(words)
    assert said in capfd.readouterr().err.splitlines()[-1]
