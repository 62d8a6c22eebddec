"""Farms of this machine: order, deaths, errors, endless orders."""

import itertools

import pytest

from boyi.arena.farm.farm import FarmError, InlineFarm
from boyi.arena.farm.opening import open_farm
from boyi.arena.farm.processes import ProcessFarm
from tests.support.arena.chores import Counted, Deadly, Mortal, Squares
from tests.support.arena.farming import reaches_the_asker

SQUARES = [number * number for number in range(40)]


@pytest.fixture(scope="module")
def farm():
    with ProcessFarm(2) as made:
        yield made


@pytest.mark.parametrize("batch", [1, 7, 100])
def test_results_come_in_the_order_of_orders(farm, batch):
    assert list(farm.map(Squares(), range(40), batch)) == SQUARES
    assert list(InlineFarm().map(Squares(), range(40), batch)) == SQUARES


def test_no_order_is_no_result(farm):
    assert list(farm.map(Squares(), [])) == []


def test_orders_may_be_endless(farm):
    assert list(itertools.islice(farm.map(Squares(), itertools.count(), 3), 40)) == SQUARES
    assert list(farm.map(Squares(), range(3))) == [0, 1, 4]


def test_a_worker_that_is_killed_is_replaced_and_its_orders_are_done_again(farm, tmp_path):
    assert list(farm.map(Mortal(tmp_path, (0, 5, 6, 30)), range(40), 4)) == SQUARES
    assert len(list(tmp_path.iterdir())) == 4


def test_what_an_order_raises_reaches_the_asker_and_the_farm_lives_on(farm):
    assert reaches_the_asker(farm)


def test_a_chore_is_prepared_once_by_each_worker(farm, tmp_path):
    chore = Counted(tmp_path)
    for _ in range(3):
        list(farm.map(chore, range(20)))
    assert all(path.read_text() == "prepared\n" for path in tmp_path.iterdir())
    assert len(list(tmp_path.iterdir())) <= 2


def test_work_that_kills_everybody_is_given_up():
    with ProcessFarm(2) as farm, pytest.raises(FarmError, match="died one after the other"):
        list(farm.map(Deadly(), range(3)))


@pytest.mark.parametrize(
    ("address", "word"),
    [
        ("local:0", "number of workers"),
        ("local:x", "number of workers"),
        ("http://a:1", "no cluster"),
        ("tcp://192.168.1.5:8786", "another machine"),
        ("tcp://[2001:db8::1]:8786", "another machine"),
        ("tls://host:8786?certificate=/nowhere", "no certificate"),
        ("tcp://127.0.0.1:x", "no cluster"),
        ("tcp://127.0.0.1:1", "can't be reached"),
    ],
)
def test_a_cluster_that_can_not_be_had_is_one_line(address, word):
    with pytest.raises(FarmError) as told:
        open_farm(address, 1)
    assert word in str(told.value) and "\n" not in str(told.value)


def test_without_a_cluster_there_are_processes():
    with open_farm("", 1) as one, open_farm("", 3) as three:
        assert (one.workers, three.workers) == (1, 3)
        assert one.note == three.note == ""
