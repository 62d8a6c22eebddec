"""Setup: a position as a client tells it to an engine, and what our own rules say of it."""

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace

from boyi.engines.game import Game
from boyi.engines.jit import Record
from boyi.engines.play import legal_moves, play, result
from boyi.engines.rules import ONGOING


@dataclass(frozen=True)
class Setup:
    """Where a game began (None: the usual start) and the moves since."""

    fen: str | None = None
    moves: tuple[str, ...] = ()

    def after(self, *moves: str) -> "Setup":
        """The position after further moves."""
        return replace(self, moves=self.moves + moves)


def replay(game: Game, setup: Setup) -> Record:
    """The position of a setup; ValueError names the first illegal move."""
    notation = game.notation
    pos = notation.read(setup.fen or game.start, {})
    for text in setup.moves:
        play(pos, notation.move(pos, text))
    return pos


def is_legal(game: Game, setup: Setup, *moves: str) -> bool:
    """Whether further moves may be played one after the other."""
    try:
        replay(game, setup.after(*moves))
    except ValueError:
        return False
    return True


def first_turn(game: Game, setup: Setup, moves: Sequence[str]) -> frozenset[str]:
    """The moves with which a line begins until the other side is to move; their order means nothing."""
    pos, turn = replay(game, setup), list[str]()
    side = pos.side
    for text in moves:
        if pos.side == side:
            play(pos, game.notation.move(pos, text))
            turn.append(text)
    return frozenset(turn)


def random_game(game: Game, plies: int, seed: int) -> Setup:
    """A game of random moves from the usual start; shorter only if it ends before."""
    rng, notation = random.Random(seed), game.notation
    pos, moves = notation.read(game.start, {}), list[str]()
    while len(moves) < plies and result(pos) == ONGOING:
        # Sorted as text, so that a seed means the same game however moves come to be listed.
        names = {notation.text(pos, move): move for move in legal_moves(pos)}
        moves.append(rng.choice(sorted(names)))
        play(pos, names[moves[-1]])
    return Setup(None, tuple(moves))
