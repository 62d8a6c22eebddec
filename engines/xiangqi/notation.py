"""Xiangqi positions and moves as text: FEN, ICCS moves, and the Chinese notation of columns."""

from collections.abc import Mapping
from typing import Any

from boyi.engines.jit import Record
from boyi.engines.play import legal_moves, result
from boyi.engines.rules import DRAWN, ONGOING
from boyi.engines.xiangqi import columns, evaluate, fen, making, moves, networks, repetition, tactics
from boyi.engines.xiangqi import position as p

REGISTERED = (making, moves, repetition, tactics, evaluate, networks)
"""Modules whose import enters the bodies of xiangqi's kernels."""

POSITION = p.POSITION
TRACES = tactics.TRACES
RULE_OPTION = "Repetition Rules"

write = fen.write
mirror = fen.mirror


def read(text: str, options: Mapping[str, Any] | None = None) -> Record:
    """The position of a FEN, under the rule set of the options; ValueError names the fault."""
    pos = fen.read(text)
    chosen = (options or {}).get(RULE_OPTION, repetition.RULE_SETS[0])
    pos.rules = repetition.RULE_SETS.index(chosen)
    return pos


def text(pos: Record, move: int) -> str:
    """A legal move as ICCS writes it."""
    return fen.name(p.source(move)) + fen.name(p.target(move))


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
        return "mate" if p.checked(pos) else "stalemate"
    ended = result(pos)
    if ended == ONGOING:
        return ""
    if ended != DRAWN:
        return "perpetual check or chase"
    if repetition.toothless(pos):
        return "no attackers"
    return "natural limit" if pos.quiet >= repetition.NATURAL_LIMIT[pos.rules] else "repetition"


def draw(pos: Record) -> str:
    """The board as a picture of letters, with its FEN."""
    rows = []
    for rank in reversed(range(10)):
        row = pos.board[9 * rank : 9 * rank + 9]
        rows.append(f"{rank} " + " ".join("." if x == p.EMPTY else fen.letter(int(x)) for x in row))
    rows.append("  a b c d e f g h i")
    return "\n".join([*rows, "", f"fen {write(pos)}", f"key {int(pos.key):016X}"])
