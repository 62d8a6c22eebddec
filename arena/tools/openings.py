"""Level openings of chess and xiangqi, drawn at random and kept if our own search finds them level.

    bin/run boyi.arena.tools.openings chess books/chess_openings.epd --count 2500
    bin/run boyi.arena.tools.openings xiangqi books/xiangqi_openings.txt --count 1000

A walk takes at each step the first of the moves, in random order, that costs its side next to nothing at a
glance; where it ends, a search of more nodes has to find neither side ahead. The same seed gives the same
openings. A file that ends in .epd has
positions, each with its value for the side to move (`ce`); every other one has the moves.
"""

import argparse
import random
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from boyi.arena.inprocess.quick_search import QuickSearch, evaluation_of
from boyi.arena.progress import Progress
from boyi.engines import load_game
from boyi.engines.command_line import add_version
from boyi.engines.files import write_atomically
from boyi.engines.game import Game
from boyi.engines.jit import Record, copy
from boyi.engines.play import legal_moves, play, result
from boyi.engines.rules import ONGOING

KNOWN = ("chess", "xiangqi")
"""Connect6 has a judge of its own, and a game of EinStein is level by its dice."""
GLANCE, SLIP = 500, 30
"""Nodes of the search after each move, and what a move may cost its side: less than a third of a pawn."""
THOUGHT, LEVEL = 60_000, 35
"""Nodes of the search that judges an opening, and the value up to which it is level: a third of a pawn."""


@dataclass(frozen=True)
class LevelOpening:
    """A level position, how it came about, and its value for the side to move."""

    position: str
    moves: tuple[str, ...]
    value: int

    def line(self, suffix: str) -> str:
        """The opening as a line of a file with that suffix."""
        if suffix == ".epd":
            return f"{' '.join(self.position.split()[:4])} ce {self.value};"
        return f"startpos moves {' '.join(self.moves)}"


class OpeningMaker:
    """Draws openings of a game."""

    def __init__(self, game: Game, seed: int, plies: int) -> None:
        """What is drawn depends on the seed alone."""
        self._game, self._plies = game, plies
        self._rng = random.Random(f"{game.name} {seed}")
        self._search = QuickSearch(game, evaluation_of(game).weights)

    def openings(self) -> Iterator[LevelOpening]:
        """One opening after the other, no position twice. Blocks between them."""
        seen = set[str]()
        while True:
            found = self._walk()
            # Without its counters, by which the same position may differ.
            if found is not None and (key := " ".join(found.position.split()[:4])) not in seen:
                seen.add(key)
                yield found

    def _walk(self) -> LevelOpening | None:
        """A walk from the start; None if it led astray."""
        notation, moves = self._game.notation, list[str]()
        pos = notation.read(self._game.start, {})
        value = self._search.think(pos, GLANCE).score
        for _ in range(self._plies):
            chosen = self._step(pos, value)
            if chosen is None:
                return None
            move, value = chosen
            moves.append(notation.text(pos, move))
            play(pos, move)
        self._search.forget()  # so that an opening can be judged again without those before it
        value = self._search.think(pos, THOUGHT).score
        return LevelOpening(notation.write(pos), tuple(moves), value) if abs(value) <= LEVEL else None

    def _step(self, pos: Record, value: int) -> tuple[int, int] | None:
        """A random move that gives little away, and the value for the next side; None if there is none."""
        moves = legal_moves(pos)
        for move in self._rng.sample(moves, len(moves)):
            after = copy(pos)
            play(after, move)
            if result(after) == ONGOING and value + (left := self._search.think(after, GLANCE).score) <= SLIP:
                return move, left
        return None


def main() -> None:
    """Write a suite."""
    raw = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=raw)
    add_version(parser)
    parser.add_argument("game", choices=KNOWN)
    parser.add_argument("file", type=Path, help="what is written: positions (.epd), or moves")
    parser.add_argument("--count", type=int, default=1000, help="how many openings")
    parser.add_argument("--plies", type=int, default=8, help="moves of each, both sides counted")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    lines = [
        f"# {asked.count} openings of {asked.game}, {asked.plies} plies, made with --seed {asked.seed}; "
        f"at {THOUGHT} nodes none is worth more than {LEVEL} centipawns to either side"
    ]
    maker = OpeningMaker(load_game(asked.game), asked.seed, asked.plies).openings()
    with Progress("openings", asked.count, "openings") as progress:
        for number in range(1, asked.count + 1):
            lines.append(next(maker).line(asked.file.suffix))
            progress.at(number)
    try:
        write_atomically(asked.file, "\n".join([*lines, ""]))
    except OSError as error:
        print(f"openings: {error}", file=sys.stderr)
        sys.exit(2)


if __name__ == "__main__":
    main()
