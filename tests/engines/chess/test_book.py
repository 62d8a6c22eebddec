"""Opening books: a tiny Polyglot file, written here entry by entry."""

import struct
from pathlib import Path

import chess
import chess.polyglot
import pytest

from boyi.engines.chess import notation
from boyi.engines.chess.book import PolyglotBook
from boyi.engines.limits import Clock
from boyi.engines.play import legal_moves
from tests.support.engines.listening import Listener

CASTLING = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
CLOCK = Clock(60_000)
PROMOTION = "8/P6k/8/8/8/8/8/K7 w - - 0 1"


def packed(name: str) -> int:
    """A move as Polyglot writes it: castling as the king taking its rook."""
    move = chess.Move.from_uci(name)
    return move.to_square | move.from_square << 6 | (move.promotion - 1 if move.promotion else 0) << 12


def write_book(path: Path, entries: dict[str, dict[str, int]]) -> Path:
    """A book from position -> move -> weight."""
    rows = []
    for fen, moves in entries.items():
        key = chess.polyglot.zobrist_hash(chess.Board(fen))
        rows += [struct.pack(">QHHI", key, packed(name), weight, 0) for name, weight in moves.items()]
    path.write_bytes(b"".join(sorted(rows)))
    return path


@pytest.fixture
def path(tmp_path: Path) -> Path:
    entries = {
        chess.STARTING_FEN: {"e2e4": 3, "d2d4": 1, "a2a4": 0, "e2e5": 50},
        CASTLING: {"e1h1": 1},
        PROMOTION: {"a7a8n": 1},
    }
    return write_book(tmp_path / "tiny.bin", entries)


@pytest.fixture
def book(path):
    """A book whose file is closed afterwards."""
    opened = PolyglotBook(str(path))
    yield opened
    opened._book.close()


def advised(book: PolyglotBook, fen: str, **options: object) -> list[str]:
    pos = notation.read(fen, options)
    return [notation.text(pos, move) for move in book.advise(pos, legal_moves(pos))]


def test_moves_are_drawn_by_their_weight(book):
    """Three to one; never a move without weight, never an illegal one."""
    book._rng.seed(11)
    drawn = [advised(book, chess.STARTING_FEN)[0] for _ in range(800)]
    assert set(drawn) == {"e2e4", "d2d4"}
    assert 540 < drawn.count("e2e4") < 660


def test_a_position_that_is_not_in_the_book_has_no_advice(book):
    assert advised(book, "4k3/8/8/8/8/8/8/4K3 w - - 0 1") == []


def test_moves_that_are_not_allowed_are_not_advised(book):
    pos = notation.read(chess.STARTING_FEN)
    only = notation.move(pos, "d2d4")
    assert all(book.advise(pos, [only, notation.move(pos, "a2a4")]) == [only] for _ in range(20))
    assert book.advise(pos, [notation.move(pos, "a2a3")]) == []


def test_castling_and_promotion_are_understood(book):
    assert advised(book, CASTLING) == ["e1g1"]
    assert advised(book, CASTLING, UCI_Chess960=True) == ["e1h1"]
    assert advised(book, PROMOTION) == ["a7a8n"]


def test_a_book_that_cannot_be_opened_is_an_error_of_the_system(tmp_path):
    with pytest.raises(OSError):
        PolyglotBook(str(tmp_path / "nowhere"))


def test_an_engine_plays_from_its_own_book(chess_game, path):
    listener = Listener(chess_game, OwnBook="true", BookFile=path)
    listener.engine.set_position(PROMOTION, [])
    assert listener.best(depth=5).move == "a7a8n"
    listener.engine.set_position(None, [])
    assert {listener.best(depth=2).move for _ in range(30)} == {"e2e4", "d2d4"}


@pytest.mark.parametrize("limits", [{"movetime": 1500}, {"nodes": 5_000_000}, {"clocks": (CLOCK, CLOCK)}])
def test_a_move_of_the_book_is_played_at_once(chess_game, path, limits):
    listener = Listener(chess_game, OwnBook="true", BookFile=path)
    listener.options.set("MultiPV", "3")
    assert listener.seconds(**limits) < 0.5


def test_a_banned_move_is_not_played_from_the_book_either(chess_game, path):
    listener = Listener(chess_game, OwnBook="true", BookFile=path)
    listener.engine.ban(["e2e4"])
    assert {listener.best(depth=2).move for _ in range(10)} == {"d2d4"}


@pytest.mark.parametrize(
    ("settings", "limits"),
    [
        ({"OwnBook": "false"}, {"depth": 3}),
        ({"OwnBook": "true"}, {"infinite": True}),
        ({"OwnBook": "true", "UCI_AnalyseMode": "true"}, {"depth": 3}),
    ],
)
def test_no_book_where_it_is_not_wanted(chess_game, path, settings, limits):
    listener = Listener(chess_game, BookFile=path, **settings)
    listener.engine.set_position(PROMOTION, [])
    listener.go(**limits)
    listener.until(lambda: bool(listener.infos) and listener.infos[-1].depth >= 3)
    listener.close()
    assert listener.bests[-1].move == "a7a8q"


def test_a_missing_book_is_said_and_does_no_harm(chess_game, tmp_path):
    listener = Listener(chess_game, OwnBook="true", BookFile=tmp_path / "nowhere.bin")
    assert "nowhere.bin" in listener.notes[0]
    assert listener.best(depth=2).move


@pytest.mark.parametrize("content", [b"", b"short", b"\xff" * 160, bytes(range(200))])
def test_a_file_that_is_no_book_does_no_harm(chess_game, tmp_path, content):
    (tmp_path / "odd.bin").write_bytes(content)
    listener = Listener(chess_game, OwnBook="true", BookFile=tmp_path / "odd.bin")
    assert listener.best(depth=2).ponder, "a move that was searched for"
    assert not any("failed" in note for note in listener.notes)


@pytest.mark.parametrize("content", [None, b""])
def test_what_holds_no_book_is_said(chess_game, tmp_path, content):
    """A folder, or an empty file."""
    path = tmp_path / "book.bin"
    path.mkdir() if content is None else path.write_bytes(content)
    listener = Listener(chess_game, BookFile=path)
    assert [f"can't open {path}" in note for note in listener.notes] == [True]
