"""Opening books in Polyglot's format, probed through python-chess."""

import random

import chess.polyglot

from boyi.engines.chess import notation
from boyi.engines.jit import Record
from boyi.engines.places import place


class PolyglotBook:
    """A book file; moves are drawn by lot, in proportion to their weights."""

    def __init__(self, path: str) -> None:
        """Open the file; OSError if it can't be, or has no entries."""
        self._book = chess.polyglot.MemoryMappedReader(place(path))
        if not len(self._book):
            raise OSError("no entries in it")
        self._lot = random.Random()

    def advise(self, pos: Record, legal: list[int]) -> list[int]:
        """One legal move of the book, if it has any for the position."""
        board = notation.to_board(pos)
        names = {notation.to_move(pos, move): move for move in legal}
        entries = [entry for entry in self._book.find_all(board) if entry.move in names and entry.weight > 0]
        if not entries:
            return []
        chosen = self._lot.choices(entries, [entry.weight for entry in entries])[0]
        return [names[chosen.move]]
