"""An opening book from game records.

    bin/run boyi.arena.tools.xiangqi_book GAMES… --book FILE [--plies 24] [--least 3] [--origin TEXT]

Records are lines of JSON, plain or packed by gzip: with "moves" (ICCS, separated by spaces) and "result"
(1-0, 0-1, 1/2-1/2), or those of an arena's games.jsonl, as far as they are of games from the usual start.
A move weighs two for each game that its side won and one for each draw.
"""

import argparse
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path

from boyi.arena.tools.recorded import POINTS, add_book_arguments, count_games
from boyi.engines.command_line import add_version
from boyi.engines.files import write_atomically
from boyi.engines.jit import Record, copy
from boyi.engines.play import play
from boyi.engines.xiangqi import START, notation
from boyi.engines.xiangqi.books.text import keys, swap_move, write_line


class BookCounts:
    """Positions met so far, each with the points and the number of its moves."""

    def __init__(self) -> None:
        """Nothing met yet."""
        self.positions: dict[int, Record] = {}
        self.points: dict[int, dict[int, int]] = defaultdict(lambda: defaultdict(int))
        self.games: dict[int, dict[int, int]] = defaultdict(lambda: defaultdict(int))

    def add(self, moves: Iterable[str], result: str) -> None:
        """Play through the moves of a game; ValueError if one is not legal."""
        pos = notation.read(START)
        for name in moves:
            move = notation.move(pos, name)
            own, image = keys(pos)
            known, meant = (image, swap_move(move)) if image in self.positions else (own, move)
            if own == image:  # both moves of a mirrored pair are one, that of the right
                meant = max(move, swap_move(move))
            self.positions.setdefault(known, copy(pos))
            self.points[known][meant] += POINTS[result][int(pos.side)]
            self.games[known][meant] += 1
            play(pos, move)

    def lines(self, least: int) -> Iterator[str]:
        """The book's lines: moves that were played often enough and won something."""
        for key, pos in self.positions.items():
            counts, points = self.games[key], self.points[key]
            kept = {move: points[move] for move in counts if counts[move] >= least and points[move]}
            if kept:
                yield write_line(pos, kept)


def build(paths: Iterable[Path], plies: int, least: int, origin: str) -> str:
    """The text of a book."""
    counts = BookCounts()
    games = count_games(paths, plies, counts.add)
    head = f"# Opening book of xiangqi: position | move weight …\n# {games} games, {plies} plies; {origin}\n"
    return head + "".join(f"{line}\n" for line in counts.lines(least))


def main() -> None:
    """Write a book; a fault of the records is one line."""
    parser = argparse.ArgumentParser(description="an opening book of xiangqi from game records")
    add_version(parser)
    add_book_arguments(parser)
    parser.add_argument("--origin", default="of unnamed origin", help="where the games come from")
    asked = parser.parse_args()
    try:
        write_atomically(asked.book, build(asked.games, asked.plies, asked.least, asked.origin))
    except (OSError, ValueError, KeyError, TypeError) as error:
        print(f"bookmaking: {error}", file=sys.stderr)
        sys.exit(2)


if __name__ == "__main__":
    main()
