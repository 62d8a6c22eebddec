"""EinStein positions and moves as text.

A position is `b1 … b6 r1 … r6 SIDE DIE`: the squares 1-25 of blue's and red's pieces, 0 for a taken
one, `b` or `r` for the side to move, the die or 0 before it is rolled. A move is `PIECE:FROM-TO`, the
piece being 1-6; it may be left out.
"""

import re
from collections.abc import Mapping
from typing import Any

import numpy as np

import boyi.engines.einstein.kernels  # noqa: F401  legal moves are its kernels' work
from boyi.engines.einstein import position as p
from boyi.engines.einstein.squares import NOWHERE, PIECES, SIDE, SQUARES
from boyi.engines.einstein.symmetry import build, exchange
from boyi.engines.jit import Record
from boyi.engines.play import legal_moves

FIELDS = 2 * PIECES + 2
LETTERS = "br"
NUMBER = re.compile(r"[0-9]{1,2}")
MOVE = re.compile(r"(?:([1-6]):)?([0-9]{1,2})-([0-9]{1,2})")

mirror = exchange


def read(text: str, options: Mapping[str, Any] | None = None) -> Record:
    """The position of a text; ValueError names the fault."""
    fields = text[:200].split()
    if len(fields) != FIELDS:
        raise ValueError(f"a position has {FIELDS} fields, not {len(fields)}")
    numbers = [_number(field, SQUARES, "square") for field in fields[: 2 * PIECES]]
    standing = [number for number in numbers if number]
    if len(set(standing)) < len(standing):
        raise ValueError("two pieces stand on one square")
    if not standing:
        raise ValueError("the board is empty")
    if fields[-2] not in LETTERS:
        raise ValueError(f"the side to move is b or r, not {fields[-2][:20]!r}")
    squares = np.array([number - 1 if number else NOWHERE for number in numbers], np.uint8)
    return build(squares, LETTERS.index(fields[-2]), _number(fields[-1], PIECES, "die"))


def _number(text: str, most: int, what: str) -> int:
    value = int(text) if NUMBER.fullmatch(text) else most + 1
    if value > most:
        raise ValueError(f"a {what} is a number up to {most}, not {text[:20]!r}")
    return value


def squares(pos: Record) -> list[int]:
    """The squares of blue's and red's pieces, 0 for a taken one."""
    return [0 if square == NOWHERE else int(square) + 1 for square in pos.squares]


def write(pos: Record) -> str:
    """A position as text."""
    return " ".join(map(str, [*squares(pos), LETTERS[int(pos.side)], int(pos.die)]))


def text(pos: Record, move: int) -> str:
    """A legal move as text."""
    start, goal = p.ends(move)
    return f"{(move & 15) % PIECES + 1}:{start + 1}-{goal + 1}"


def move(pos: Record, name: str) -> int:
    """The legal move that a text names; ValueError if there is none."""
    found = MOVE.fullmatch(name)
    full = f"{found[1] or '?'}:{int(found[2])}-{int(found[3])}" if found else ""
    for candidate in legal_moves(pos):
        written = text(pos, candidate)
        if full in (written, f"?{written[1:]}"):
            return candidate
    raise ValueError(f"illegal move {name[:20]}")


def ending(pos: Record) -> str:
    """Why a finished game ended."""
    return "corner reached" if all(pos.alive) else "all pieces taken"


def draw(pos: Record) -> str:
    """The board as a picture, blue's pieces as b1-b6, red's as r1-r6, with its text."""
    names = ["  .", *(f" {LETTERS[i // PIECES]}{i % PIECES + 1}" for i in range(2 * PIECES))]
    rows = [
        "".join(names[pos.board[row * SIDE + column]] for column in range(SIDE)) + f"   {row * SIDE + 1}"
        for row in range(SIDE)
    ]
    die = f"die {int(pos.die)}" if pos.die else "die not rolled"
    side = ("blue", "red")[int(pos.side)]
    return "\n".join([*rows, "", f"{side} to move, {die}", f"position {write(pos)}"])
