"""Positions of EinStein with the chance of every move by a very deep search, for measuring regret.

    bin/run boyi.arena.tools.einstein_positions --positions 20000

Positions of 7 to 12 pieces, as many of each, with a choice to be made, come from games in which short
searches choose most moves and lot the others. Each is searched ever deeper until so many nodes are spent, or
until its values are exact: down to the tables of endings in every line. The same call goes on with the file;
each position depends on the seed and its number alone.
"""

import json
import random
import sys
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from boyi.arena.files import append_durably, finished_lines
from boyi.engines import platforms
from boyi.engines.einstein import notation
from boyi.engines.einstein.endgame.store import EndgameTables
from boyi.engines.einstein.evaluation.hybrid import hybrid
from boyi.engines.einstein.moves import roll
from boyi.engines.einstein.placement import layout
from boyi.engines.einstein.search import expectimax
from boyi.engines.files import read_text
from boyi.engines.jit import Record, copy, new
from boyi.engines.play import legal_moves, play, result
from boyi.engines.rules import ONGOING

FEWEST, MOST = 7, 12
"""Pieces on the board."""
QUICK = 2
"""Plies of the searches that choose the moves of the games."""
BY_LOT = 0.15
"""Share of moves that are drawn."""
TAKEN = 0.3
"""How likely a position with the wanted number of pieces is taken rather than one later in the game."""
NODES = 400_000
FIGURES = 5
"""After the point, of a chance."""


@dataclass(frozen=True)
class JudgedPosition:
    """A position with its die, and the chance of winning by each of its moves."""

    text: str
    chances: dict[str, float]
    depth: int
    exact: bool

    @property
    def pieces(self) -> int:
        """How many stand on the board."""
        return sum(field != "0" for field in self.text.split()[:12])

    def regret(self, move: str) -> float:
        """What a move gives away."""
        return max(self.chances.values()) - self.chances[move]


def default_path() -> Path:
    """Where the set lies; RuntimeError for a user without a home."""
    return platforms.data_home() / "boyi" / "einstein" / "regret.jsonl"


def read_positions(path: Path) -> list[JudgedPosition]:
    """The positions of a file; OSError or ValueError if there is none of them. An unfinished line is left."""
    text = read_text(path)
    found = [
        _position(number, line) for number, line in enumerate(text.splitlines(), 1) if line.endswith("}")
    ]
    if not found:
        raise ValueError(f"{path}: there is no position in it")
    return found


def _position(number: int, line: str) -> JudgedPosition:
    try:
        item: dict[str, Any] = json.loads(line)
        chances = {str(move): float(chance) for move, chance in item["chances"].items()}
        pos = notation.read(item["position"])
        if {notation.text(pos, move) for move in legal_moves(pos)} != set(chances):
            raise ValueError("its moves are not the position's")
        return JudgedPosition(item["position"], chances, int(item["depth"]), bool(item["exact"]))
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise ValueError(f"line {number}: {error!r}") from None


class Judge:
    """Searches positions very deeply with the tables of endings."""

    def __init__(self, nodes: int, megabytes: int = 256) -> None:
        """Have the tables ready. Blocks."""
        self._nodes, self._weights = nodes, hybrid()
        self._endings = EndgameTables().wait("four")
        entries = (megabytes << 20) // expectimax.ENTRY.itemsize
        self._table = np.zeros(1 << (entries.bit_length() - 1), expectimax.ENTRY)
        self._thread, self._searches = new(expectimax.THREAD), 0
        self._thread.limit = 1 << 62

    def fresh(self) -> None:
        """What was found before counts no more."""
        self._searches += 1
        self._thread.salt = self._searches * expectimax.SALT & (1 << 64) - 1
        self._thread.nodes = 0

    def chances(self, pos: Record, moves: Iterable[int], depth: int) -> tuple[dict[int, float], bool]:
        """The chance of each move, so many plies deep, and whether all are exact. Blocks."""
        self._thread.horizon = 0
        found = {
            move: float(
                expectimax.look(
                    copy(pos), self._weights, self._thread, self._table, self._endings, move, 0.0, depth
                )
            )
            for move in moves
        }
        return found, not self._thread.horizon

    def judge(self, pos: Record) -> JudgedPosition:
        """What a very deep search says of a position. Blocks."""
        self.fresh()
        moves, depth, exact = legal_moves(pos), 0, False
        while depth < expectimax.DEEPEST and not exact and self._thread.nodes < self._nodes:
            depth += 1
            found, exact = self.chances(pos, moves, depth)
        named = {notation.text(pos, move): round(chance, FIGURES) for move, chance in found.items()}
        return JudgedPosition(notation.write(pos), named, depth, exact)


def position(number: int, seed: int, judge: Judge) -> Record:
    """The position of a number, with its die and more than one move. Blocks."""
    rng, wanted = random.Random(f"{seed} {number}"), FEWEST + number % (MOST - FEWEST + 1)
    while True:
        pos = notation.read(layout(rng, alike=False))
        while result(pos) == ONGOING and (left := _pieces(pos)) >= wanted:
            roll(pos, rng)
            moves = legal_moves(pos)
            if left == wanted and len(moves) > 1 and rng.random() < TAKEN:
                return pos
            judge.fresh()
            chances, _ = judge.chances(pos, moves, QUICK)
            play(pos, rng.choice(moves) if rng.random() < BY_LOT else max(moves, key=chances.__getitem__))


def _pieces(pos: Record) -> int:
    return sum(int(alive).bit_count() for alive in pos.alive)


def make(path: Path, positions: int, nodes: int, seed: int) -> None:
    """Add to a file what it lacks of so many positions; says how that goes on stderr. Blocks."""
    path.parent.mkdir(parents=True, exist_ok=True)
    done, judge = len(finished_lines(path)), Judge(nodes)
    for number in range(done, positions):
        judged = judge.judge(position(number, seed, judge))
        item = {
            "position": judged.text,
            "chances": judged.chances,
            "depth": judged.depth,
            "exact": judged.exact,
        }
        append_durably(path, f"{json.dumps(item)}\n".encode())
        if number % 50 == 49:
            print(f"{number + 1} of {positions} positions", file=sys.stderr, flush=True)


def main(arguments: Sequence[str] | None = None) -> int:
    """Make the set, or go on with it."""
    parser = ArgumentParser(description=__doc__, formatter_class=RawDescriptionHelpFormatter)
    parser.add_argument("--positions", type=int, default=20_000)
    parser.add_argument("--nodes", type=int, default=NODES, help="after which no position is searched deeper")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--file", type=Path, help="instead of the one in the user's data folder")
    args = parser.parse_args(arguments)
    try:
        make(args.file or default_path(), args.positions, args.nodes, args.seed)
    except (OSError, RuntimeError) as error:
        print(f"einstein_positions: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
