"""How much the engine's choices lose in endings, against exact values found by search down to the tables.

bin/run boyi.engines.einstein.accuracy --positions 500 --pieces 6 --nodes 100000
"""

import argparse
import random
import time
from collections.abc import Iterator

import numpy as np

from boyi.engines.einstein import GAME, PLAYERS
from boyi.engines.einstein import expectimax as x
from boyi.engines.einstein.endgame import Endings
from boyi.engines.einstein.moves import roll
from boyi.engines.einstein.notation import read
from boyi.engines.einstein.placement import layout
from boyi.engines.einstein.tuples import tuples
from boyi.engines.jit import Record, copy, new
from boyi.engines.limits import Budget
from boyi.engines.play import legal_moves, play, result
from boyi.engines.rules import ONGOING
from boyi.engines.search.task import Task, Thinker

TABLE = 1 << 23
UNLIMITED = 1 << 62


def endings(lot: random.Random, pieces: int) -> Iterator[Record]:
    """Positions of random games with so many pieces or fewer, more than one move, and the die rolled."""
    while True:
        pos, most = read(layout(lot)), lot.randint(5, pieces)
        while result(pos) == ONGOING:
            roll(pos, lot)
            left = sum(int(alive).bit_count() for alive in pos.alive)
            if left <= most and len(legal_moves(pos)) > 1:
                yield copy(pos)
                break
            play(pos, lot.choice(legal_moves(pos)))


class Exact:
    """Exact chances of moves, by search to the end or to the tables."""

    def __init__(self) -> None:
        """Have the tables ready; blocks."""
        self._tables = Endings().wait("four")
        self._memory = np.zeros(TABLE, x.ENTRY)
        self._weights = tuples()

    def chances(self, pos: Record) -> dict[int, float]:
        """The chance of winning after each legal move."""
        desk = new(x.DESK)
        desk.limit = UNLIMITED
        return {
            move: float(
                x.look(pos, self._weights, desk, self._memory, self._tables, move, np.float64(0.0), x.DEEPEST)
            )
            for move in legal_moves(pos)
        }


def chosen(thinker: Thinker, player: str, pos: Record, weights: Record, budget: Budget) -> int:
    """The move that a player makes, without tables of its own."""
    thinker.prepare(budget, ())
    roots = tuple(legal_moves(pos))
    task = Task(pos, weights, roots, True, budget, 1, lambda line: None, {"Player": player})
    return thinker.think(task).moves[0]


def main() -> None:
    """Print the mean loss and how often the best move was played."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--positions", type=int, default=500)
    parser.add_argument("--pieces", type=int, default=6, choices=(5, 6, 7))
    parser.add_argument("--nodes", type=int, default=100_000)
    parser.add_argument("--player", default=PLAYERS[0], choices=PLAYERS)
    arguments = parser.parse_args()
    exact, losses, start = Exact(), list[float](), time.process_time()
    thinker, weights, budget = GAME.thinker(), tuples(), Budget(nodes=arguments.nodes)
    thinker.resize(64)
    positions = endings(random.Random(6), arguments.pieces)
    for _ in range(arguments.positions):
        pos = next(positions)
        chances = exact.chances(pos)
        move = chosen(thinker, arguments.player, copy(pos), weights, budget)
        losses.append(max(chances.values()) - chances[move])
    best = np.mean([loss < 1e-6 for loss in losses])
    print(
        f"{arguments.player}, {arguments.positions} positions of {arguments.pieces} pieces or fewer: "
        f"mean loss {np.mean(losses):.5f}, worst {max(losses):.4f}, best move {best:.1%}, "
        f"{time.process_time() - start:.0f} s"
    )


if __name__ == "__main__":
    main()
