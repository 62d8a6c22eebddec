"""Opening books in Polyglot's format, probed through python-chess."""

import random

import chess.polyglot

from boyi.engines.chess import notation
from boyi.engines.files import check_regular, user_path
from boyi.engines.jit import Record

MOST_BYTES = 1 << 33
"""Books are mapped, not read: even one of all that is known may be used."""


class PolyglotBook:
    """A book file; moves are chosen at random, in proportion to their weights."""

    def __init__(self, path: str) -> None:
        """Open the file; OSError if it can't be, or has no entries."""
        check_regular(user_path(path), MOST_BYTES)  # python-chess would wait for the writer of a pipe
        self._book = chess.polyglot.MemoryMappedReader(user_path(path))
        if not len(self._book):
            raise OSError("no entries in it")
        self._rng = random.Random()

    def advise(self, pos: Record, legal: list[int]) -> list[int]:
        """One legal move of the book, if it has any for the position."""
        board = notation.to_board(pos)
        names = {notation.to_move(pos, move): move for move in legal}
        entries = [entry for entry in self._book.find_all(board) if entry.move in names and entry.weight > 0]
        if not entries:
            return []
        chosen = self._rng.choices(entries, [entry.weight for entry in entries])[0]
        return [names[chosen.move]]
