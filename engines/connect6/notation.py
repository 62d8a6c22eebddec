"""Positions and stones as text.

A position is written like a FEN: rows from the top, digits for empty points, b and w for stones; then
the side to move, the stones it has left to place, how many in a row win, and the stones of a turn.
A stone is a column letter and a row letter, A to S, rows from the top.
"""

import re
import string
from collections.abc import Mapping
from typing import Any

import numpy as np

import boyi.engines.connect6.kernels  # noqa: F401  legal moves are its kernels' work
from boyi.engines.connect6 import position as p
from boyi.engines.connect6.roads import UNIT
from boyi.engines.connect6.shape import MOST_SIDE, Shape
from boyi.engines.jit import Record
from boyi.engines.play import result
from boyi.engines.rules import DRAWN, ONGOING

LETTERS = string.ascii_uppercase[:MOST_SIDE]
STONES = ".bw"
COLOURS = "bw"
ROW = re.compile(r"([0-9]{1,2}|[bw])")
LONGEST = MOST_SIDE * (MOST_SIDE + 1) + 32
"""Characters of the longest position."""
WORDS = {3: "three", 4: "four", 5: "five", 6: "six"}


def read(text: str, options: Mapping[str, Any] | None = None) -> Record:
    """The position of a text; ValueError names the fault."""
    if len(text) > LONGEST:
        raise ValueError("that is too long for a position")
    fields = text.split()
    if len(fields) != 5:
        raise ValueError("a position has five fields: rows, side to move, stones left, length, stones a turn")
    rows = [_read_row(row) for row in fields[0].split("/")]
    if len({len(row) for row in rows}) != 1:
        raise ValueError("the rows are not of one length")
    left, length, stones = (_number(field) for field in fields[2:])
    shape = Shape(len(rows[0]), len(rows), length, stones, min(left, stones))
    if left not in range(1, stones + 1):
        raise ValueError(f"{left} stones left in a turn of {stones}")
    if fields[1] not in COLOURS or len(fields[1]) != 1:
        raise ValueError(f"the side to move is b or w, not {fields[1][:20]!r}")
    return place(shape, "".join(rows), COLOURS.index(fields[1]), left)


def _read_row(text: str) -> str:
    parts = ROW.split(text)
    if any(parts[::2]):
        raise ValueError(f"bad row {text[:40]!r}")
    return "".join("." * int(part) if part.isdigit() else part for part in parts[1::2])


def _number(text: str) -> int:
    if not text.isdecimal() or len(text) > 3:
        raise ValueError(f"{text[:20]!r} is no number")
    return int(text)


def place(shape: Shape, stones: str, side: int, left: int) -> Record:
    """The position of a board given point by point; ValueError if both sides have won."""
    pos = p.empty(shape)
    if not p.fill(pos, np.array([STONES.index(stone) for stone in stones], np.uint8)):
        raise ValueError("both sides have won")
    pos.key ^= p.LEFT_KEY[pos.left] ^ p.LEFT_KEY[left] ^ (p.SIDE_KEY if side else np.uint64(0))
    pos.side, pos.left = side, left
    return pos


def _stones(pos: Record) -> str:
    return "".join(STONES[stone] for stone in pos.board[: pos.points])


def write(pos: Record) -> str:
    """A position as text."""
    stones, width = _stones(pos), int(pos.columns)
    rows = [stones[at : at + width] for at in range(0, len(stones), width)]
    packed = "/".join(re.sub(r"\.+", lambda run: str(len(run.group())), row) for row in rows)
    return f"{packed} {COLOURS[pos.side]} {pos.left} {pos.length} {pos.turn}"


def text(pos: Record, move: int) -> str:
    """A stone as two letters."""
    row, column = divmod(move - 1, int(pos.columns))
    return LETTERS[column] + LETTERS[row]


def move(pos: Record, name: str) -> int:
    """The legal stone that a text means; ValueError if there is none."""
    found = point(pos, name.upper())
    if found is None:
        raise ValueError(f"{name[:20]!r} is no point of the board")
    if pos.board[found] or _is_decided(pos):
        raise ValueError(f"no stone can be placed on {name[:20]!r}")
    return found + 1


def _is_decided(pos: Record) -> bool:
    """Whether a colour has a whole road; its counter is the last of the packed word."""
    return any(int(counts) >> UNIT * (int(pos.length) - 1) for counts in pos.counts)


def point(pos: Record, name: str) -> int | None:
    """The point that two letters name, None if there is none."""
    if len(name) != 2 or not set(name) <= set(LETTERS):
        return None
    column, row = (LETTERS.index(letter) for letter in name)
    return int(row * pos.columns + column) if column < pos.columns and row < pos.rows else None


def mirror(pos: Record) -> Record:
    """The position with the colours exchanged."""
    shape = Shape(int(pos.columns), int(pos.rows), int(pos.length), int(pos.turn), 1)
    swapped = _stones(pos).translate(str.maketrans("bw", "wb"))
    return place(shape, swapped, 1 - int(pos.side), int(pos.left))


def ending(pos: Record) -> str:
    """Why a finished game ended; nothing while it goes on."""
    found = result(pos)
    if found == ONGOING:
        return ""
    return "full board" if found == DRAWN else f"{WORDS[int(pos.length)]} in a row"


def draw(pos: Record) -> str:
    """The board as a picture of letters, with its text."""
    width = int(pos.columns)
    head = "  " + " ".join(LETTERS[:width])
    signs = np.array([".", "X", "O"])[pos.board[: pos.points]].reshape(-1, width)
    rows = [f"{LETTERS[y]} {' '.join(row)}" for y, row in enumerate(signs)]
    turn = f"{('black (X)', 'white (O)')[pos.side]} to place {pos.left}"
    return "\n".join([head, *rows, "", turn, f"position {write(pos)}", f"key {int(pos.key):016X}"])
