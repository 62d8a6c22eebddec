"""A cluster of real processes: bin/scheduler, bin/worker, and commands that use them."""

import itertools
import re
import subprocess
import sys
import time
from contextlib import contextmanager

import psutil
import pytest

from boyi.arena.farm.address import ClusterAddress
from boyi.arena.farm.certificates import make_certificate
from boyi.arena.farm.cluster import ClusterFarm
from boyi.arena.farm.farm import FarmError
from tests.support.arena.chores import Counted, Mortal, Squares
from tests.support.arena.farming import reaches_the_asker
from tests.support.arena.kills import squares

SQUARES = [number * number for number in range(60)]
READY = re.compile(r"^bin/worker '.*' joins|^\d+ processes work for ")
"""How a scheduler and a worker tell that they are there."""


@contextmanager
def running(*words, **more):
    """A process of Python, and the line in which it tells that it is there."""
    with subprocess.Popen(
        [sys.executable, "-P", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        **more,
    ) as process:
        try:
            lines = [""]
            while process.stdout and not READY.search(lines[-1]):
                lines.append(process.stdout.readline())
                assert lines[-1], f"it ended: {''.join(lines)}"
            yield process, lines[-1]
        finally:
            process.terminate()
            process.wait(30)


def scheduler(*words):
    return running("-m", "boyi.arena.farm.scheduler", "--port", "0", *words)


def worker(address, *words):
    return running("-m", "boyi.arena.farm.worker", address, "--games", "--processes", "2", *words)


def address_of(told):
    found = re.search(r"t(?:cp|ls)://[^' ]+", told)
    assert found, told
    return found[0]


@pytest.fixture(scope="module")
def laboratory():
    """The address of a scheduler with two workers, and the process that keeps them."""
    with scheduler() as (_, told), worker(address_of(told)) as (hands, _):
        yield address_of(told), psutil.Process(hands.pid)


@pytest.fixture
def cluster(laboratory):
    """The address alone."""
    return laboratory[0]


@pytest.fixture
def farm(cluster):
    with ClusterFarm(ClusterAddress.read(cluster)) as made:
        yield made


@pytest.mark.parametrize("batch", [1, 9])
def test_results_come_in_the_order_of_orders(farm, batch):
    assert list(farm.map(Squares(), range(60), batch)) == SQUARES
    assert farm.note == "2 workers"


def test_orders_may_be_endless(farm):
    assert list(itertools.islice(farm.map(Squares(), itertools.count(), 3), 60)) == SQUARES


def test_killed_workers_change_nothing(farm, tmp_path):
    assert list(farm.map(Mortal(tmp_path, (0, 25, 50)), range(60), 4)) == SQUARES
    assert len(list(tmp_path.iterdir())) == 3


def test_random_kills_lose_and_double_nothing(farm, laboratory):
    found = list(squares(farm, laboratory[1], 0.002, 4, [10, 90, 200]))
    assert found == [(number, number * number) for number in range(len(found))]
    assert len(found) > 200


def test_what_an_order_raises_reaches_the_asker(farm):
    assert reaches_the_asker(farm)


def test_a_chore_is_prepared_once_by_each_worker(farm, tmp_path):
    for _ in range(3):
        list(farm.map(Counted(tmp_path), range(40)))
    assert all(path.read_text() == "prepared\n" for path in tmp_path.iterdir())


def test_a_cluster_that_ends_with_the_command():
    with ClusterFarm(ClusterAddress.read("local:2")) as farm:
        assert list(farm.map(Squares(), range(60))) == SQUARES


def test_a_worker_that_is_ended_gives_its_work_back_and_leaves_no_process(cluster, farm):
    with worker(cluster) as (process, _):
        deadline = time.monotonic() + 20
        while farm.workers < 4 and time.monotonic() < deadline:
            time.sleep(0.2)
        results = farm.map(Squares(0.05), range(60))
        assert next(results) == 0
        process.terminate()
        assert list(results) == SQUARES[1:]
        assert process.wait(20) == 0


def test_members_show_the_certificate(tmp_path):
    own, other = tmp_path / "own.pem", tmp_path / "other.pem"
    make_certificate(other)
    with scheduler("--certificate", str(own)) as (_, told):
        address = address_of(told)
        assert address.startswith("tls://") and (own.stat().st_mode & 0o777) == 0o600
        with worker(address), ClusterFarm(ClusterAddress.read(address)) as farm:
            assert list(farm.map(Squares(), range(60))) == SQUARES
        bare = address.partition("?")[0]
        for wrong in (f"{bare}?certificate={other}", bare.replace("tls", "tcp")):
            with pytest.raises(FarmError):
                ClusterFarm(ClusterAddress.read(wrong))


@pytest.mark.parametrize("name", ["sources", "Python", "numba"])
def test_a_cluster_of_another_kind_is_refused_in_one_line(name):
    program = (
        "import boyi.arena.farm.identity as i, runpy; there = dict(i.identity()); "
        f"there[{name!r}] = 'other'; i.identity = lambda: there; "
        "runpy.run_module('boyi.arena.farm.scheduler', run_name='__main__')"
    )
    with subprocess.Popen(
        [sys.executable, "-P", "-c", program, "--port", "0"], stdout=subprocess.PIPE, text=True
    ) as other:
        assert other.stdout
        address = address_of(other.stdout.readline())
        try:
            with pytest.raises(FarmError, match=f"the cluster is another: {name} other there"):
                ClusterFarm(ClusterAddress.read(address))
            command = [sys.executable, "-P", "-m", "boyi.arena.farm.worker", address, "--games"]
            told = subprocess.run(command, capture_output=True, text=True, check=False)
            assert told.returncode == 2
            assert told.stderr.count("\n") == 1 and f"{name} other there" in told.stderr
        finally:
            other.terminate()


def test_a_command_goes_on_with_workers_that_come_later(tmp_path):
    with scheduler() as (_, told):
        address = address_of(told)
        with ClusterFarm(ClusterAddress.read(address)) as farm:
            results = farm.map(Squares(), range(60))
            with worker(address):
                assert list(results) == SQUARES


def test_a_scheduler_that_is_killed_ends_the_command_in_one_line():
    with scheduler() as (process, told), ClusterFarm(ClusterAddress.read(address_of(told))) as farm:
        results = farm.map(Squares(), range(60))
        process.kill()
        with pytest.raises(FarmError, match="scheduler"):
            list(results)
