"""Games of xiangqi as text: PGN with ICCS moves, as Chinese programs read it, and columns in the comments."""

from collections.abc import Mapping, Sequence
from typing import Protocol

from boyi.engines.play import play
from boyi.engines.xiangqi import START, columns, notation


class XiangqiPly(Protocol):
    """One move of a record, and what its player thought."""

    @property
    def move(self) -> str:
        """In ICCS."""

    @property
    def score(self) -> int | None:
        """Centipawns for the player of the move."""

    @property
    def mate(self) -> int | None:
        """Moves to mate, negative if against the player."""

    @property
    def depth(self) -> int:
        """How deep it was searched."""


def write(tags: Mapping[str, str], start: str | None, plies: Sequence[XiangqiPly]) -> str:
    """A game as PGN; the first player is Red there."""
    known = {"Red" if name == "White" else name: value for name, value in tags.items()}
    heading = {"Game": "Chinese Chess", **known, "Format": "ICCS"}
    if start is not None:
        heading |= {"SetUp": "1", "FEN": start}
    lines = [f'[{name} "{_quote(value)}"]' for name, value in heading.items()]
    pos, moves = notation.read(start or START), list[str]()
    for place, ply in enumerate(plies):
        number = int(pos.number) // 2 + 1
        mark = f"{number}. " if pos.side == 0 else f"{number}... " if place == 0 else ""
        move = notation.move(pos, ply.move)
        iccs = f"{ply.move[:2]}-{ply.move[2:]}".upper()
        moves.append(f"{mark}{iccs} {{{columns.write(pos, move)}{_thought(ply)}}}")
        play(pos, move)
    return "\n".join([*lines, "", *moves, tags.get("Result", "*")]) + "\n\n"


def _quote(value: str) -> str:
    """A tag's value on one line, without the sign that would end it."""
    return " ".join(value.split()).replace('"', "'")


def _thought(ply: XiangqiPly) -> str:
    if ply.mate is not None:
        return f" #{ply.mate}/{ply.depth}"
    return "" if ply.score is None else f" {ply.score / 100:+.2f}/{ply.depth}"


RECORD = (".pgn", write)
"""The suffix of a file of records, and what writes one."""
