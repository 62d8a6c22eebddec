"""Opening books of xiangqi: the project's own text, and the databases that Chinese GUIs keep."""

import random

from boyi.engines.files import user_path
from boyi.engines.jit import Record
from boyi.engines.xiangqi.books.database import DatabaseBook, is_database
from boyi.engines.xiangqi.books.text import TextBook


class Books:
    """Opening books that are asked one after the other; a move is drawn in proportion to its weight."""

    def __init__(self, paths: str) -> None:
        """Open one file, or several separated by semicolons; OSError or ValueError if one can't be read."""
        self._rng = random.Random()
        self._books: list[TextBook | DatabaseBook] = []
        for name in paths.split(";"):
            path = user_path(name.strip())
            self._books.append(DatabaseBook(path) if is_database(path) else TextBook(path))

    def advise(self, pos: Record, legal: list[int]) -> list[int]:
        """One legal move of the last book that has any for the position."""
        for book in reversed(self._books):
            known = book.weights(pos)
            moves = [move for move in legal if known.get(move, 0) > 0]
            if moves:
                return self._rng.choices(moves, [known[move] for move in moves])
        return []
