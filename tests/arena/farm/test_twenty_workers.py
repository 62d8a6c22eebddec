"""A laboratory of twenty workers, on one machine: what it gets through, and what its scheduler costs."""

import random
import time

import psutil
import pytest

from boyi.arena.farm.address import ClusterAddress
from boyi.arena.farm.cluster import ClusterFarm
from tests.arena.farm.test_cluster import address_of, running, scheduler
from tests.support.arena.chores import Squares
from tests.support.arena.kills import squares

pytestmark = [pytest.mark.long, pytest.mark.timeout(1200)]
WORKERS, TASKS, PAUSE, BATCH, KILLS = 20, 3000, 0.05, 10, 10


@pytest.fixture(scope="module")
def laboratory():
    """The address of a scheduler with twenty workers, its process, and that of the workers."""
    with scheduler() as (head, told):
        address = address_of(told)
        words = ("-m", "boyi.arena.farm.worker", address, "--games", "--processes", str(WORKERS))
        with running(*words) as (hands, _):
            yield address, psutil.Process(head.pid), psutil.Process(hands.pid)


def ready(farm):
    deadline = time.monotonic() + 300
    while farm.workers < WORKERS and time.monotonic() < deadline:
        time.sleep(0.5)
    assert list(farm.map(Squares(PAUSE), range(200))) == [number * number for number in range(200)]


def seconds_of(process):
    times = process.cpu_times()
    return times.user + times.system


def timed(farm, head, tasks, pause, batch):
    """Seconds, and the scheduler's processor seconds."""
    begun, spent = time.monotonic(), seconds_of(head)
    results = list(farm.map(Squares(pause), range(tasks), batch))
    assert results == [number * number for number in range(tasks)]
    return time.monotonic() - begun, seconds_of(head) - spent


@pytest.mark.parametrize("batch", [BATCH, 1])
def test_throughput(laboratory, batch):
    address, head, _ = laboratory
    with ClusterFarm(ClusterAddress.read(address)) as farm:
        ready(farm)
        seconds, spent = timed(farm, head, TASKS, PAUSE, batch)
    ideal = TASKS * PAUSE / WORKERS
    print(f"\n{TASKS} tasks of {1000 * PAUSE:.0f} ms, {batch} a batch: {seconds:.2f} s, not {ideal:.2f} s")
    print(f"scheduler: {1000 * spent / TASKS:.2f} ms of processor time a task")


def test_ten_random_kills_lose_and_double_nothing(laboratory):
    address, _, hands = laboratory
    kills = random.Random(2).sample(range(100, TASKS), KILLS)
    with ClusterFarm(ClusterAddress.read(address)) as farm:
        ready(farm)
        begun = time.monotonic()
        found = list(squares(farm, hands, PAUSE, BATCH, kills))
        seconds = time.monotonic() - begun
    print(
        f"\n{KILLS} kills: {seconds:.1f} s, without kills and overhead {len(found) * PAUSE / WORKERS:.1f} s"
    )
    assert found == [(number, number * number) for number in range(len(found))]
    assert len(found) > TASKS
