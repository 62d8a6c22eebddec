"""Opening books as text: a line for each position, its moves and how often each is to be played.

    rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w | h2e2 12 c3c4 7

Lines that begin with # are remarks. A position may be given in either of its two mirror images, left
and right exchanged; the book knows both. A file can be edited by hand; a fault is told with its line.
"""

from collections.abc import Iterable
from pathlib import Path

import numpy as np

from boyi.engines.files import read_text
from boyi.engines.jit import Record, in_python
from boyi.engines.xiangqi import fen, notation
from boyi.engines.xiangqi import position as p
from boyi.engines.xiangqi.pieces import EMPTY

source, target, pack = in_python(p.source), in_python(p.target), in_python(p.pack)

HEAVIEST = 1 << 31


def swap_square(square: int) -> int:
    """A square with left and right exchanged."""
    return square - square % 9 + 8 - square % 9


def swap_move(move: int) -> int:
    """A move with left and right exchanged."""
    return int(pack(swap_square(source(move)), swap_square(target(move))))


def keys(pos: Record) -> tuple[int, int]:
    """The keys of a position and of its mirror image."""
    there = np.flatnonzero(pos.board != EMPTY)
    pieces = pos.board[there]
    image = p.PIECE_KEY[pieces, there - there % 9 + 8 - there % 9]
    turn = p.SIDE_KEY if pos.side else np.uint64(0)
    return int(pos.key), int(np.bitwise_xor.reduce(image) ^ turn)


def read_line(line: str) -> tuple[Record, dict[int, int]]:
    """The position of a line, and the weights of its moves; ValueError names the fault."""
    text, bar, rest = line.partition("|")
    if not bar:
        raise ValueError("expected a position, |, and moves with weights")
    pos, words = notation.read(text), rest.split()
    if len(words) % 2 or not words:
        raise ValueError("expected a weight after every move")
    moves: dict[int, int] = {}
    for name, weight in zip(words[::2], words[1::2], strict=True):
        if not weight.isascii() or not weight.isdigit() or int(weight[:12]) > HEAVIEST:
            raise ValueError(f"{weight[:20]!r} is no weight")
        moves[notation.move(pos, name)] = int(weight)
    return pos, moves


def write_line(pos: Record, moves: dict[int, int]) -> str:
    """The line of a position, its heaviest moves first."""
    ranked = sorted(moves.items(), key=lambda item: (-item[1], item[0]))
    names = " ".join(f"{notation.text(pos, move)} {weight}" for move, weight in ranked)
    return f"{' '.join(fen.write(pos).split()[:2])} | {names}"


def read_book(lines: Iterable[str]) -> dict[int, dict[int, int]]:
    """Moves with their weights by key of the position; ValueError names the line of a fault."""
    book: dict[int, dict[int, int]] = {}
    for number, line in enumerate(lines, 1):
        if not line.strip() or line.startswith("#"):
            continue
        try:
            pos, moves = read_line(line)
        except ValueError as error:
            raise ValueError(f"line {number}: {error}") from None
        own, image = keys(pos)
        book[own] = moves
        book.setdefault(image, {swap_move(move): weight for move, weight in moves.items()})
    return book


class TextBook:
    """An opening book that people can edit."""

    def __init__(self, path: Path) -> None:
        """Read a file; OSError or ValueError if it can't be."""
        self._moves = read_book(read_text(path).splitlines())
        if not self._moves:
            raise OSError("no positions in it")

    def weights(self, pos: Record) -> dict[int, int]:
        """The moves of a position with their weights; none if the book does not know it."""
        return self._moves.get(int(pos.key), {})
