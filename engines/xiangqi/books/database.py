"""Opening books as SQLite databases: `.obk` of the GUI 勇芳 and `.pfBook` of 鹏飞.

Both have one table with a row for each move: the key of the position, the move, a score and how games went
on. They differ in the names of the tables and in which byte of a move says where it comes from. A key is
the exclusive or of one word for each piece on its square, and of another if Red is to move. These words are
part of the format: `keys.bin` holds them, the one of Red's turn first, then by colour, kind and square.
"""

import contextlib
import os
import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

import numpy as np

from boyi.engines.files import check_regular, open_regular
from boyi.engines.jit import Record
from boyi.engines.xiangqi.books.text import pack, swap_move
from boyi.engines.xiangqi.pieces import EMPTY
from boyi.engines.xiangqi.squares import FILES, RANKS, SQUARES

SIGNATURE = b"SQLite format 3\0"
MOST_BYTES = 1 << 35
"""Books of millions of positions are read where they lie."""
WORDS = np.fromfile(Path(__file__).with_name("keys.bin"), "<u8")
RED_KEY, PIECE_KEYS = WORDS[0], WORDS[1:].reshape(2, 7, SQUARES)
WIDTH, FIRST_FILE, FIRST_RANK = 16, 3, 3
"""How a move counts squares: in rows of so many, with a margin, from Black's end of the a-file on."""


@dataclass(frozen=True)
class Layout:
    """How one program lays out its books."""

    table: str
    source_first: bool
    """Whether the higher byte of a move is where it comes from."""


LAYOUTS: Mapping[str, Layout] = MappingProxyType(
    {"bhobk": Layout("bhobk", source_first=False), "pfBook": Layout("pfBook", source_first=True)}
)
"""By the name of the table of moves."""


def is_database(path: Path) -> bool:
    """Whether a file says of itself that it is such a database; OSError if it can't be read."""
    with os.fdopen(open_regular(path, most=MOST_BYTES), "rb") as file:
        return file.read(len(SIGNATURE)) == SIGNATURE


def book_key(pos: Record, mirrored: bool = False) -> int:
    """The key of a position, or of its mirror image, left and right exchanged, as the database has it."""
    there = np.flatnonzero(pos.board != EMPTY)
    pieces = pos.board[there]
    squares = there - there % FILES + FILES - 1 - there % FILES if mirrored else there
    key = np.bitwise_xor.reduce(PIECE_KEYS[pieces >> 3, pieces & 7, squares])
    return int((key if pos.side else key ^ RED_KEY).astype(np.int64))


def _square(byte: int) -> int | None:
    """A square of ours by its number in a move; None for one beside the board."""
    file, rank = byte % WIDTH - FIRST_FILE, RANKS - 1 - (byte // WIDTH - FIRST_RANK)
    return rank * FILES + file if 0 <= file < FILES and 0 <= rank < RANKS else None


def read_move(number: int, layout: Layout) -> int | None:
    """The move that a row means; None if that is no move on the board."""
    high, low = _square(number >> 8 & 255), _square(number & 255)
    if high is None or low is None:
        return None
    return int(pack(high, low) if layout.source_first else pack(low, high))


class DatabaseBook:
    """An opening book in a database that is only ever read."""

    def __init__(self, path: Path) -> None:
        """Open a file; OSError if it can't be read, ValueError if it is no book of a known program."""
        check_regular(path, MOST_BYTES)
        # "immutable": no lock is taken and no journal looked for, so that a folder without rights will do
        name = f"{path.resolve().as_uri()}?mode=ro&immutable=1"
        self._database = sqlite3.connect(name, uri=True, check_same_thread=False)
        try:
            self._layout = self._recognise()
        except (sqlite3.Error, ValueError) as error:
            self._database.close()
            raise ValueError(f"no opening book: {error}") from None

    def _recognise(self) -> Layout:
        """The layout of the database, which must have an index by key: a book without one is slow."""
        rows = self._database.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")
        for layout in (LAYOUTS[name] for (name,) in rows if name in LAYOUTS):
            plan = self._database.execute(f"EXPLAIN QUERY PLAN {_query(layout)}", (0, 0)).fetchall()
            if any("INDEX" in row[-1] for row in plan):
                return layout
            self._database.executescript(_indexed_copy(layout))
            return Layout("memory.moves", layout.source_first)
        raise ValueError(f"it has no table {' or '.join(LAYOUTS)}")

    def weights(self, pos: Record) -> dict[int, int]:
        """The moves of a position with weights: scores where any is above zero, else 1 for the best moves.

        The book may know a position by its mirror image. What it can't read it does not know.
        """
        own, image = book_key(pos), book_key(pos, mirrored=True)
        rows: list[tuple[int, int, int]] = []
        with contextlib.suppress(sqlite3.Error, OverflowError):
            rows = self._database.execute(_query(self._layout), (own, image)).fetchall()
        scores: dict[int, int] = {}
        for key, number, score in rows:
            move = read_move(number, self._layout)
            if move is not None:
                scores.setdefault(move if key == own else swap_move(move), score)
        best = max(scores.values(), default=0)
        if best > 0:
            return scores
        return {move: int(score == best) for move, score in scores.items()}


def _query(layout: Layout) -> str:
    """The valid moves of a position; what is no number is passed over."""
    return (
        f"SELECT vkey, vmove, vscore FROM {layout.table} WHERE vkey IN (?, ?) AND vvalid = 1 "
        "AND typeof(vmove) = 'integer' AND typeof(vscore) = 'integer' ORDER BY vscore DESC"
    )


def _indexed_copy(layout: Layout) -> str:
    """What makes a copy of the moves in memory that has the index."""
    return (
        "ATTACH ':memory:' AS memory; "
        f"CREATE TABLE memory.moves AS SELECT vkey, vmove, vscore, vvalid FROM main.{layout.table}; "
        "CREATE INDEX memory.by_key ON moves (vkey);"
    )
