"""Games in the game's own format, and back."""

import dataclasses
import io
import json
import sys
import types

import chess
import chess.pgn
import pytest

from boyi.arena.game import record as records
from boyi.arena.game.record import GamePly, GameRecord, ecui, pgn, tags
from boyi.arena.game.result import GameResult
from boyi.engines import GAMES, load_game
from boyi.engines.report import Info, Score
from boyi.protocol.records.ecui import read_ecui

RESULT = GameResult(6, 3, ("a", "b"), 1.0, "mate", 4, "some 7", 2.5, started="2026-05-04T03:02:01+00:00")


def read(text: str) -> chess.pgn.Game:
    game = chess.pgn.read_game(io.StringIO(text))
    assert game is not None
    assert not game.errors
    return game


def test_a_game_is_read_back_as_it_was_played():
    plies = (
        GamePly("e2e4"),
        GamePly("e7e5", 100, 9_900, 12, None, 8),
        GamePly("g1f3", 2_000, 3_723_004, -250, None, 9),
        GamePly("b8c6", 5, 0, 0, None, 1),
        GamePly("f1b5", 5, None, 31_000, 4, 22),
        GamePly("a7a6", 5, None, -31_000, -3, 22),
    )
    game = read(pgn(tags("an event", RESULT, GameRecord(None, plies)), None, plies))
    assert [move.uci() for move in game.mainline_moves()] == [ply.move for ply in plies]
    nodes = list(game.mainline())
    assert [node.clock() for node in nodes] == [None, 9.9, 3723.004, 0.0, None, None]
    scores = [score.white() if (score := node.eval()) else None for node in nodes]
    cp, mate = chess.engine.Cp, chess.engine.Mate
    assert scores == [None, cp(-12), cp(-250), cp(0), mate(4), mate(3)]
    assert [node.eval_depth() for node in nodes] == [None, 8, 9, 1, 22, 22]


def test_the_heading():
    headers = read(pgn(tags("an event", RESULT, GameRecord(None, ())), None, ())).headers
    assert dict(headers) == {
        "Event": "an event",
        "Site": "?",
        "Date": "2026.05.04",
        "Round": "4.7",
        "White": "a",
        "Black": "b",
        "Result": "1-0",
        "Opening": "some 7",
        "PlyCount": "0",
        "Termination": "normal",
        "Reason": "mate",
        "UTCDate": "2026.05.04",
        "UTCTime": "03:02:01",
    }


@pytest.mark.parametrize(
    ("reason", "termination"),
    [
        ("time", "time forfeit"),
        ("illegal move", "rules infraction"),
        ("crash", "abandoned"),
        ("stall", "abandoned"),
        ("adjudicated: score", "adjudication"),
        ("stalemate", "normal"),
    ],
)
def test_how_pgn_calls_the_end(reason, termination):
    ended = dataclasses.replace(RESULT, reason=reason)
    assert tags("", ended, GameRecord(None, ()))["Termination"] == termination


def test_names_and_faults_that_would_break_a_heading():
    rude = dataclasses.replace(RESULT, players=('a "b"\n\n1. e4', "]c"), fault='it said "no"\nand died')
    headers = read(pgn(tags("", rude, GameRecord(None, ())), None, ())).headers
    assert headers["White"] == "a 'b'  1. e4"
    assert headers["Reason"] == "mate: it said 'no' and died"


@pytest.mark.parametrize(
    ("fen", "move", "variant"),
    [
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1", None),
        ("1rk5/8/8/8/8/8/8/1RK3R1 w GBb - 0 1", "c1g1", "Chess960"),
        ("7k/8/8/8/8/8/R7/K7 b - - 9 80", "h8g8", None),
    ],
)
def test_other_starts(fen, move, variant):
    game = read(pgn(tags("", RESULT, GameRecord(fen, ())), fen, [GamePly(move, 1, 1)]))
    assert game.headers.get("Variant") == variant
    assert game.board().fen().split()[0] == fen.split()[0]
    (played,) = game.mainline_moves()
    assert game.board().is_legal(played)
    assert game.board().uci(played) == move


def test_a_record_is_the_same_after_json():
    record = GameRecord("some position", (GamePly("e2e4", 1, 2, 3, None, 5), GamePly("e7e5")))
    assert GameRecord.from_json(json.loads(json.dumps(record))) == record


def test_what_is_kept_of_a_reply():
    info = Info(7, 9, 1, Score(35), 1, 1, 0, 0, 1, ("e2e4",))
    assert GamePly.of("e2e4", 0.0124, 9.5, info) == GamePly("e2e4", 12, 9500, 35, None, 7)
    assert GamePly.of("e2e4", 1.0, None, None) == GamePly("e2e4", 1000)


def test_a_game_brings_its_own_format(monkeypatch):
    module = types.ModuleType("format_of_a_test")
    module.WRITER = ("sgf", lambda tags, start, plies: "(;)")  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "format_of_a_test", module)
    chess_game = load_game("chess")
    assert records.writer(chess_game) == ("pgn", pgn)
    other = dataclasses.replace(chess_game, name="go", record="format_of_a_test:WRITER")
    found = records.writer(other)
    assert found is not None
    assert found[0] == "sgf"
    assert records.writer(dataclasses.replace(chess_game, name="go")) is None


def test_a_game_of_einstein_that_did_not_end_on_the_board():
    plies = [GamePly("1:25-19", 5, 900, die=1), GamePly("6:11-16", 5, 800, die=6)]
    heading = {"Result": "0-1", "Reason": "crash: a: it is\ngone"}
    text = ecui(heading, "25 24 23 20 19 15 1 2 3 6 7 11 r 0", plies[1:])
    assert text.splitlines()[1:3] == ["01 R 6 11 16 000.80", "end R win: crash: a: it is gone"]
    (game,) = read_ecui(ecui(heading, None, plies))
    assert [(ply.side, ply.die, ply.start) for ply in game.plies] == [(0, 1, 25), (1, 6, 11)]
    assert game.winner == 1


def test_every_game_has_a_writer():
    made = {name: records.writer(load_game(name)) for name in GAMES}
    suffixes = {name: found[0] for name, found in made.items() if found}
    assert suffixes == {"chess": "pgn", "xiangqi": "pgn", "connect6": "sgf", "einstein": "txt"}
