"""How fast EinStein's searches are: playouts, tree iterations and expectimax nodes per processor second.

bin/run boyi.engines.einstein.speed
"""

import argparse
import time
from collections.abc import Callable
from functools import partial

import numpy as np

from boyi.engines.einstein import GAME
from boyi.engines.einstein.endings import NONE
from boyi.engines.einstein.notation import read
from boyi.engines.einstein.playouts import MANNERS, playout, restore
from boyi.engines.einstein.race import race
from boyi.engines.einstein.tuples import tuples
from boyi.engines.jit import Int, Record, copy, entry
from boyi.engines.limits import Budget
from boyi.engines.options import Value
from boyi.engines.play import legal_moves
from boyi.engines.search.task import Task

RUNS = 5
"""The best of so many is told."""


@entry
def _play_out(pos: Record, origin: Record, state: np.ndarray, manner: Int, games: Int) -> Int:
    total = 0.0
    for _ in range(games):
        restore(pos, origin)
        total += playout(pos, state, NONE, manner)
    return total


def rate(action: Callable[[], int]) -> float:
    """Units of work per processor second, best of several runs, the first left out."""
    action()
    best = 0.0
    for _ in range(RUNS):
        start = time.process_time()
        best = max(best, action() / (time.process_time() - start))
    return best


def playouts(manner: str, games: int = 300_000) -> int:
    """Play games by lot from the start; how many."""
    origin, state = read(GAME.start), np.array([1], np.uint64)
    _play_out(copy(origin), origin, state, MANNERS.index(manner), games)
    return games


def search(weights: Record, nodes: int, options: dict[str, Value]) -> int:
    """Search the start; how many nodes."""
    thinker, pos, budget = GAME.thinker(), read(GAME.start), Budget(nodes=nodes)
    thinker.resize(64)
    thinker.prepare(budget, ())
    thinker.think(Task(pos, weights, tuple(legal_moves(pos)), True, budget, 1, lambda line: None, options))
    return thinker.nodes


def main() -> None:
    """Print a line for each."""
    argparse.ArgumentParser(description=__doc__).parse_args()  # nothing but --help
    for manner in MANNERS:
        print(f"playouts, {manner}: {rate(partial(playouts, manner)) / 1e6:.2f} M/s")
    for manner in ("stepwise", "biased"):
        options: dict[str, Value] = {"Player": "mcts", "Playout": manner}
        found = rate(partial(search, race(), 400_000, options))
        print(f"tree iterations, {manner} playouts: {found / 1e6:.2f} M/s")
    for name, weights in (("race", race()), ("tuples", tuples())):
        found = rate(partial(search, weights, 1_000_000, {"Player": "expectimax"}))
        print(f"expectimax nodes, {name}: {found / 1e6:.2f} M/s")


if __name__ == "__main__":
    main()
