"""How fast this machine places stones and searches for threats, in processor time of one thread.

bin/run boyi.arena.tools.connect6_speed
"""

import argparse
import time
from collections.abc import Callable

import numpy as np

from boyi.engines.command_line import add_version
from boyi.engines.connect6 import BENCH, notation
from boyi.engines.connect6.position import empty, lift, put
from boyi.engines.connect6.search.root import find_win
from boyi.engines.connect6.search.state import THREAD
from boyi.engines.connect6.shape import CONNECT6
from boyi.engines.jit import Int, Record, entry, new

STONES, TIMES, ROUNDS = 120, 20_000, 5


@entry
def _place(pos: Record, order: np.ndarray, times: Int) -> None:
    for _ in range(times):
        for i in range(order.size):
            put(pos, np.uint64(order[i]), np.uint64(i & 1))
        for i in range(order.size - 1, -1, -1):
            lift(pos, np.uint64(order[i]), np.uint64(i & 1))


def _best(action: Callable[[], int]) -> float:
    """Things done per second of processor time, the best of some rounds."""
    rates = []
    for _ in range(ROUNDS):
        start = time.process_time()
        done = action()
        rates.append(done / (time.process_time() - start))
    return max(rates)


def placements() -> float:
    """Stones placed or taken back per second, keys and road counts kept up."""
    order, pos = np.random.default_rng(6).permutation(CONNECT6.points)[:STONES], empty(CONNECT6)
    _place(pos, order, 1)

    def action() -> int:
        _place(pos, order, TIMES)
        return 2 * STONES * TIMES

    return _best(action)


def threat_turns() -> tuple[float, float]:
    """Turns tried per second in threat sequences from the bench positions, and nodes that list turns."""
    positions, thread, nodes = [notation.read(text) for text in BENCH], new(THREAD), list[float]()
    thread.limit = 1 << 60
    find_win(positions[0], thread, 1, 1, 1)

    def action() -> int:
        thread.memo[:] = 0
        thread.trials = thread.nodes = 0
        start = time.process_time()
        for pos in positions:
            find_win(pos, thread, 20, 20_000, 20_000)
        nodes.append(int(thread.nodes) / (time.process_time() - start))
        return int(thread.trials)

    return _best(action), max(nodes)


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    add_version(parser)
    parser.parse_args()
    tried, listed = threat_turns()
    print(f"stones placed or taken back: {placements() / 1e6:.1f} M/s")
    print(f"turns tried in threat sequences: {tried / 1e6:.2f} M/s, in {listed / 1e3:.0f} k nodes/s")


if __name__ == "__main__":
    main()
