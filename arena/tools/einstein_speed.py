"""How fast EinStein's searches are: playouts, tree iterations and expectimax nodes per processor second.

bin/run boyi.arena.tools.einstein_speed
"""

import argparse
import time
from collections.abc import Callable
from functools import partial

import numpy as np

from boyi.arena.inprocess.engine_player import search_once
from boyi.engines.command_line import add_version
from boyi.engines.einstein import GAME
from boyi.engines.einstein.endgame.lookup import NONE
from boyi.engines.einstein.evaluation.race import race
from boyi.engines.einstein.evaluation.tuples import tuples
from boyi.engines.einstein.notation import read
from boyi.engines.einstein.search.playouts import MANNERS, playout, restore
from boyi.engines.jit import Int, Real, Record, copy, entry
from boyi.engines.limits import Budget
from boyi.engines.options import Value

RUNS = 5
"""The best of so many counts."""


@entry
def play_out(pos: Record, origin: Record, state: np.ndarray, manner: Int, games: Int) -> Real:
    """Play games at random from a position; the points of its side to move in all of them."""
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
    """Play games at random from the start; how many."""
    origin, state = read(GAME.start), np.array([1], np.uint64)
    play_out(copy(origin), origin, state, MANNERS.index(manner), games)
    return games


def search(weights: Record, nodes: int, options: dict[str, Value]) -> int:
    """Search the start; how many nodes."""
    thinker = GAME.thinker()
    thinker.resize(64)
    search_once(thinker, read(GAME.start), weights, Budget(nodes=nodes), options=options)
    return thinker.nodes


def main() -> None:
    """Print a line for each."""
    parser = argparse.ArgumentParser(description=__doc__)
    add_version(parser)
    parser.parse_args()
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
