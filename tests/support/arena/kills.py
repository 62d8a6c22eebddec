"""Workers of a cluster that are killed at random while it works."""

import contextlib
import random
from collections.abc import Iterator

import psutil

from boyi.arena.farm.cluster import ClusterFarm
from tests.support.arena.chores import Squares


def hands_of(process: psutil.Process) -> list[psutil.Process]:
    """What works for one bin/worker."""
    found = []
    for child in process.children():
        with contextlib.suppress(psutil.NoSuchProcess):  # it was killed before
            if "spawn_main" in " ".join(child.cmdline()):
                found.append(child)
    return found


def squares(
    farm: ClusterFarm, worker: psutil.Process, pause: float, batch: int, kills: list[int], seed: int = 1
) -> Iterator[tuple[int, int]]:
    """Each order and its result; whenever the next number of `kills` was squared, a worker is killed.

    It ends some time after the last kill, so that each falls into the midst of work.
    """
    rng, orders = random.Random(seed), range(max(kills) + len(kills) * batch * 20)
    left = sorted(kills, reverse=True)
    for order, result in zip(orders, farm.map(Squares(pause), orders, batch), strict=True):
        yield order, result
        if left and order == left[-1]:
            left.pop()
            rng.choice(hands_of(worker)).kill()
