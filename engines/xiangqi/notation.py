"""Xiangqi positions and moves as text: FEN, ICCS moves, and the Chinese notation of columns."""

from collections.abc import Mapping
from typing import Any

import boyi.engines.xiangqi.kernels  # noqa: F401  legal moves are its kernels' work
from boyi.engines.jit import Record, in_python
from boyi.engines.play import legal_moves, result
from boyi.engines.rules import DRAWN, ONGOING
from boyi.engines.xiangqi import columns, fen
from boyi.engines.xiangqi import position as p
from boyi.engines.xiangqi.conduct import repetition, rulesets
from boyi.engines.xiangqi.pieces import EMPTY

source, target = in_python(p.source), in_python(p.target)

write = fen.write
mirror = fen.mirror


def read(text: str, options: Mapping[str, Any] | None = None) -> Record:
    """The position of a FEN, under the rules of the options; ValueError names the fault."""
    pos = fen.read(text)
    rulesets.apply(pos, options or {})
    return pos


def text(pos: Record, move: int) -> str:
    """A legal move as ICCS writes it."""
    return fen.name(source(move)) + fen.name(target(move))


def move(pos: Record, name: str) -> int:
    """The legal move that a text names, in ICCS or by columns; ValueError if there is none."""
    plain = name.replace("-", "", 1).lower() if len(name) <= 5 else name
    for candidate in legal_moves(pos):
        if plain == text(pos, candidate):
            return candidate
    return columns.read(pos, name)


def ending(pos: Record) -> str:
    """Why a finished game ended, in a word or two."""
    if not legal_moves(pos):
        return "mate" if p.is_check(pos) else "stalemate"
    ended = result(pos)
    if ended == ONGOING:
        return ""
    if ended != DRAWN:
        return "perpetual check or chase"
    if repetition.no_attackers(pos):
        return "no attackers"
    return "natural limit" if pos.quiet >= pos.limit else "repetition"


def draw(pos: Record) -> str:
    """The board as a picture of letters, with its FEN."""
    rows = []
    for rank in reversed(range(10)):
        row = pos.board[9 * rank : 9 * rank + 9]
        rows.append(f"{rank} " + " ".join("." if x == EMPTY else fen.letter(int(x)) for x in row))
    rows.append("  a b c d e f g h i")
    return "\n".join([*rows, "", f"fen {write(pos)}", f"key {int(pos.key):016X}"])
