"""A UCI engine that plays any legal move, as fast as it can: `python -P random_mover.py [SEED]`.

It keeps its position from one `position` to the next, so that a move costs what is new in the line.
"""

import random
import sys

from boyi.arena.openings import Opening
from boyi.arena.rulebook import Rulebook
from boyi.engines import load_game


class Mover:
    """Knows the position of the last line and what led to it."""

    def __init__(self, seed: str) -> None:
        """A seed gives the same games again."""
        self._lot = random.Random(seed)
        self._rules = Rulebook(load_game("chess"))
        self._place("position startpos")

    def place(self, line: str) -> None:
        """Set up a position."""
        if not line.startswith(self._line):
            self._place(line.partition(" moves ")[0])
        for text in line[len(self._line) :].replace(" moves", "").split():
            self._play(self._rules.find(self._pos, self._legal, text), text)

    def move(self) -> str:
        """Play any legal move; its text."""
        move = self._lot.choice(self._legal)
        text = self._rules.notation.text(self._pos, move)
        self._play(move, text)
        return text

    def _place(self, line: str) -> None:
        opening = Opening("", line.partition(" fen ")[2] or None)
        self._pos, _, self._legal = self._rules.set_up(opening, self._lot)
        self._line = line

    def _play(self, move: int, text: str) -> None:
        _, self._legal = self._rules.advance(self._pos, move, self._lot)
        self._line += f" {text}" if " moves " in self._line else f" moves {text}"


def main(seed: str = "") -> None:
    mover = Mover(seed)
    for line in sys.stdin:
        if line.startswith("position"):
            mover.place(line.rstrip())
        elif line.startswith("go"):
            print("bestmove", mover.move(), flush=True)
        elif line.startswith("isready"):
            print("readyok", flush=True)
        elif line.startswith("uci\n"):
            print("id name random mover\nuciok", flush=True)
        elif line.startswith("quit"):
            return


if __name__ == "__main__":
    main(*sys.argv[1:2])
