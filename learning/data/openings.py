"""Openings of self-play: even ones, uneven ones, and positions of earlier games with pieces taken off.

A network that meets even games alone does not know what a lost guard or a drawn ending is worth, since the
games that would show it were never played.
"""

import random
import re

from boyi.arena.inprocess.game import InprocessPlayer
from boyi.engines.game import Game
from boyi.engines.jit import Record, copy
from boyi.engines.play import legal_moves, play, result
from boyi.engines.rules import ONGOING

PLIES = (7, 12)
"""Random moves at the start of a game, at least and at most."""
BALANCED, UNEVEN = 300, 900
"""An opening that the first search finds further from equal is thrown away."""
EVEN_SHARE, THINNED_SHARE = 0.5, 0.25
"""Share of openings that are even, and of those with pieces taken off; the rest are uneven."""
TAKEN = (0.05, 0.9)
"""Share of the pieces that are taken off, at least and at most."""


def drawn_opening(start: Record, rng: random.Random, judge: InprocessPlayer, most: int = BALANCED) -> Record:
    """A position after a few random moves in which neither side has gone further wrong than that. Blocks."""
    while True:
        pos = copy(start)
        for _ in range(rng.randint(*PLIES)):
            if result(pos) != ONGOING:
                break
            play(pos, rng.choice(legal_moves(pos)))
        if _begins(pos, judge, most):
            return pos


def _begins(pos: Record, judge: InprocessPlayer, most: int) -> bool:
    """Whether a game may begin there."""
    return result(pos) == ONGOING and abs(judge.think(pos).score) <= most


def thinned(text: str, rng: random.Random) -> str:
    """A position's text with pieces taken off at random, kings apart; rights and counters are lost."""
    board, side = text.split()[:2]
    cells, share = re.sub(r"\d", lambda run: "1" * int(run[0]), board), rng.uniform(*TAKEN)
    left = "".join("1" if cell not in "kK/1" and rng.random() < share else cell for cell in cells)
    return f"{re.sub('1+', lambda run: str(len(run[0])), left)} {side} - - 0 1"


class OpeningSource:
    """Where the games of one player of self-play begin; the seed and its own games decide what is drawn."""

    def __init__(self, game: Game, rng: random.Random, judge: InprocessPlayer) -> None:
        """The judge says how even a position is."""
        self._notation, self._rng, self._judge = game.notation, rng, judge
        self._start = game.notation.read(game.start, {})
        self._seen = self._start

    def see(self, pos: Record) -> None:
        """Take note of a position that a game went through."""
        self._seen = copy(pos)

    def draw(self) -> Record:
        """A position that a game may begin from. Blocks."""
        kind = self._rng.random()
        if kind < THINNED_SHARE and (found := self._thin()) is not None:
            return found
        most = BALANCED if kind < THINNED_SHARE + EVEN_SHARE else UNEVEN
        return drawn_opening(self._start, self._rng, self._judge, most)

    def _thin(self) -> Record | None:
        """The position seen last, with pieces taken off; none if what is left is no game."""
        try:
            pos = self._notation.read(thinned(self._notation.write(self._seen), self._rng), {})
        except ValueError:  # a king stands open to the side that is to move
            return None
        return pos if _begins(pos, self._judge, UNEVEN) else None
