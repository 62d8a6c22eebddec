"""Where games begin, read from a file of openings.

    .epd         a chess position a line, with EPD's operations
    .pgn         the first plies of chess games
    .bin         a Polyglot book: a random walk through it
    all others   a line each: a position of the game, or `startpos`, and perhaps `moves` and moves

Blank lines and lines that begin with # are passed over. What is drawn is fixed by the seed alone.
"""

import io
import itertools
import random
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import NamedTuple

import chess
import chess.pgn
import chess.polyglot

from boyi.arena.errors import ArenaError
from boyi.engines.files import check_regular, read_regular, read_text, user_path

START = "startpos"
WALK = 8
"""Plies through a book, unless `plies` says otherwise."""
NEXT_GAME = re.compile(rb"\n\s*\n(?=\[)")
"""Where a PGN file is cut: a heading after a blank line."""
ORDERS = ("random", "sequential")


class Opening(NamedTuple):
    """Where a game begins: a name for tables, a position (None: the usual start), and moves from it."""

    name: str = START
    start: str | None = None
    moves: tuple[str, ...] = ()


Found = list[tuple[str, Callable[[], Opening]]]
"""What a file holds: the place, for complaints, and how to read it, for those that are drawn."""


@dataclass(frozen=True)
class OpeningSuite:
    """Which openings are played: a file, in what order, and how far along."""

    file: str = ""
    order: str = "random"
    plies: int = 0
    """How many moves of a game or of a book are played; 0: all of the game's, eight of the book's."""

    def __post_init__(self) -> None:
        """Refuse what makes no sense."""
        if self.order not in ORDERS:
            raise ValueError(f"openings come in {' or '.join(ORDERS)} order, not {self.order!r}")
        if self.plies < 0:
            raise ValueError(f"an opening of {self.plies} plies makes no sense")

    def draw(
        self,
        game: str,
        seed: int,
        count: int,
        check: Callable[[Opening], None],
        starts: Callable[[random.Random], str] | None = None,
    ) -> list[Opening]:
        """At most `count` openings of the file, each one checked; without a file, or if it is called
        `startpos`, the usual start.

        `check` raises ValueError for what is no opening. `starts` draws a start, where a game has many.
        """
        if self.file in ("", START):
            return [Opening()] if starts is None else _draw_starts(starts, seed, count)
        path = user_path(self.file)
        found = self._find(path, game, seed, count)
        if not found:
            raise ArenaError(f"{path}: there is no opening in it")
        if self.order == "random":
            random.Random(seed).shuffle(found)
        return [_read(place, read, check) for place, read in found[:count]]

    def _find(self, path: Path, game: str, seed: int, count: int) -> Found:
        try:
            match path.suffix.lower() if game == "chess" else "":
                case ".epd":
                    return _epd(path)
                case ".pgn":
                    return _pgn(path, self.plies or None)
                case ".bin":
                    return _polyglot(path, self.plies or WALK, seed, count)
            return _lines(path)
        except UnicodeDecodeError:
            raise ArenaError(f"{path}: this is no text") from None
        except OSError as error:
            raise ArenaError(f"{path}: {error.strerror or error}") from None


def _draw_starts(starts: Callable[[random.Random], str], seed: int, count: int) -> list[Opening]:
    rng = random.Random(seed)
    return [Opening(f"lot {number}", starts(rng)) for number in range(1, count + 1)]


def _read(place: str, read: Callable[[], Opening], check: Callable[[Opening], None]) -> Opening:
    try:
        opening = read()
        check(opening)
    except ValueError as error:
        raise ArenaError(f"{place}: this is no opening: {error}") from None
    return opening


def _numbered_lines(path: Path) -> Iterator[tuple[str, str, str]]:
    """Place, name and text of each line that is not blank or a remark."""
    for number, line in enumerate(read_text(path, "utf-8-sig").splitlines(), 1):
        if line.strip() and not line.lstrip().startswith("#"):
            yield f"{path}, line {number}", f"{path.stem} {number}", line.strip()


def _lines(path: Path) -> Found:
    def read(name: str, line: str) -> Opening:
        start, _, moves = line.partition(" moves ")
        return Opening(name, None if start == START else start, tuple(moves.split()))

    return [(place, partial(read, name, line)) for place, name, line in _numbered_lines(path)]


def _epd(path: Path) -> Found:
    def read(name: str, line: str) -> Opening:
        """Four fields, and what follows them if it is the rest of a FEN; else EPD's operations."""
        fields = line.split()
        rest = (
            fields[4:6] if len(fields) >= 6 and all(field.isdigit() for field in fields[4:6]) else ["0", "1"]
        )
        return Opening(name, " ".join(fields[:4] + rest))

    return [(place, partial(read, name, line)) for place, name, line in _numbered_lines(path)]


def _pgn(path: Path, plies: int | None) -> Found:
    def read(name: str, text: bytes) -> Opening:
        game = chess.pgn.read_game(io.StringIO(text.decode("utf-8-sig", "replace")))
        if game is None or game.errors:
            raise ValueError(game.errors[0] if game else "there is no game")
        moves = itertools.islice(game.mainline_moves(), plies)
        return Opening(name, game.headers.get("FEN"), tuple(move.uci() for move in moves))

    texts = [text for text in NEXT_GAME.split(read_regular(path)) if text.strip()]
    return [
        (f"{path}, game {number}", partial(read, f"{path.stem} {number}", text))
        for number, text in enumerate(texts, 1)
    ]


def _polyglot(path: Path, plies: int, seed: int, count: int) -> Found:
    """Distinct walks, as far as they are found by drawing twice as often as they are needed."""
    check_regular(path)
    with chess.polyglot.open_reader(path) as book:
        walks = (_walk(book, plies, random.Random(f"{seed} {draw}")) for draw in range(2 * count))
        distinct = dict.fromkeys(walk for walk in walks if walk)
    return [(str(path), partial(Opening, " ".join(moves), None, moves)) for moves in distinct]


def _walk(book: chess.polyglot.MemoryMappedReader, plies: int, rng: random.Random) -> tuple[str, ...]:
    board = chess.Board()
    while board.ply() < plies and (entries := [entry for entry in book.find_all(board) if entry.weight]):
        board.push(rng.choices(entries, [entry.weight for entry in entries])[0].move)
    return tuple(move.uci() for move in board.move_stack)
