"""Ways through a game's positions, and what of a position counts."""

import random
from collections.abc import Iterator
from dataclasses import dataclass

from boyi.engines.game import Game
from boyi.engines.jit import Record, copy
from boyi.engines.play import legal_moves, play, result
from boyi.engines.rules import ONGOING


@dataclass(frozen=True)
class Sight:
    """Fields of a position's record whose bytes are nobody's business after a move was taken back."""

    caches: tuple[str, ...] = ()
    """Refilled on demand, or scratch paper."""
    stacks: tuple[str, ...] = ()
    """Meaningless above the present height."""
    height: str = "height"


SIGHTS = {
    "chess": Sight(caches=("pawn_cache", "scratch"), stacks=("keys", "scores", "checks", "states")),
    "xiangqi": Sight(
        caches=("scratch", "units", "accumulators", "marks", "sums", "summed"),
        stacks=("keys", "structures", "scores", "checkings", "states"),
    ),
}
"""By name of the game; one that is not named is compared byte for byte."""


def visible(game: Game, pos: Record) -> bytes:
    """Every byte of a position that its game can see."""
    sight, seen = SIGHTS.get(game.name, Sight()), copy(pos)
    for name in sight.caches:
        seen[name][...] = 0
    for name in sight.stacks:
        seen[name][int(pos[sight.height]) :] = 0
    return bytes(seen.tobytes())


def walk(pos: Record, plies: int, rng: random.Random) -> Iterator[Record]:
    """The positions of a random game, until it ends: always the same record, played on."""
    for _ in range(plies):
        yield pos
        if result(pos) != ONGOING:
            return
        play(pos, rng.choice(legal_moves(pos)))


def walks(game: Game, rng: random.Random, games: int, plies: int) -> Iterator[Record]:
    """The positions of random games from the start and from every bench position."""
    for text in (game.start,) * games + game.bench:
        yield from walk(game.notation.read(text, {}), plies, rng)
