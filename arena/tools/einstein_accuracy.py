"""How much the engine's choices lose in endings, against exact values found by search down to the tables.

bin/run boyi.arena.tools.einstein_accuracy --positions 500 --pieces 6 --nodes 100000
"""

import random
import time
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections.abc import Iterator

import numpy as np

from boyi.arena.inprocess.engine_player import search_once
from boyi.engines.command_line import add_version
from boyi.engines.einstein import GAME, PLAYERS
from boyi.engines.einstein.endgame.store import EndgameTables
from boyi.engines.einstein.evaluation.tuples import tuples
from boyi.engines.einstein.moves import roll
from boyi.engines.einstein.notation import read
from boyi.engines.einstein.placement import layout
from boyi.engines.einstein.search import expectimax as x
from boyi.engines.jit import Record, copy, new
from boyi.engines.limits import Budget
from boyi.engines.play import legal_moves, play, result
from boyi.engines.rules import ONGOING

TABLE = 1 << 23
UNLIMITED = 1 << 62


def endings(rng: random.Random, pieces: int) -> Iterator[Record]:
    """Positions of random games with so many pieces or fewer, more than one move, and the die rolled."""
    while True:
        pos, most = read(layout(rng)), rng.randint(5, pieces)
        while result(pos) == ONGOING:
            roll(pos, rng)
            left = sum(int(alive).bit_count() for alive in pos.alive)
            if left <= most and len(legal_moves(pos)) > 1:
                yield copy(pos)
                break
            play(pos, rng.choice(legal_moves(pos)))


class ExactValues:
    """Exact chances of moves, by search to the end or to the tables."""

    def __init__(self) -> None:
        """Have the tables ready; blocks."""
        self._tables = EndgameTables().wait("four")
        self._memory = np.zeros(TABLE, x.ENTRY)
        self._weights = tuples()

    def chances(self, pos: Record) -> dict[int, float]:
        """The chance of winning after each legal move."""
        thread = new(x.THREAD)
        thread.limit = UNLIMITED
        return {
            move: float(
                x.look(
                    pos, self._weights, thread, self._memory, self._tables, move, np.float64(0.0), x.DEEPEST
                )
            )
            for move in legal_moves(pos)
        }


def main() -> None:
    """Print the mean loss and how often the best move was played."""
    parser = ArgumentParser(description=__doc__, formatter_class=RawDescriptionHelpFormatter)
    add_version(parser)
    parser.add_argument("--positions", type=int, default=500)
    parser.add_argument("--pieces", type=int, default=6, choices=(5, 6, 7))
    parser.add_argument("--nodes", type=int, default=100_000)
    parser.add_argument("--player", default=PLAYERS[0], choices=PLAYERS)
    arguments = parser.parse_args()
    exact, losses, start = ExactValues(), list[float](), time.process_time()
    thinker, weights, budget = GAME.thinker(), tuples(), Budget(nodes=arguments.nodes)
    thinker.resize(64)
    positions = endings(random.Random(6), arguments.pieces)
    for _ in range(arguments.positions):
        pos = next(positions)
        chances = exact.chances(pos)
        # without endgame tables of its own, for no option asks for them
        move = search_once(thinker, copy(pos), weights, budget, options={"Player": arguments.player}).moves[0]
        losses.append(max(chances.values()) - chances[move])
    best = np.mean([loss < 1e-6 for loss in losses])
    print(
        f"{arguments.player}, {arguments.positions} positions of {arguments.pieces} pieces or fewer: "
        f"mean loss {np.mean(losses):.5f}, worst {max(losses):.4f}, best move {best:.1%}, "
        f"{time.process_time() - start:.0f} s"
    )


if __name__ == "__main__":
    main()
