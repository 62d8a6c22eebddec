"""The transposition table: what is stored comes back, what is torn or another's does not."""

import mmap
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from boyi.engines import platforms
from boyi.engines.jit import entry, new
from boyi.engines.search import table as tt
from boyi.engines.search import threads
from boyi.engines.search.state import thread_dtype
from boyi.engines.search.threads import ThreadPool

STATUS = Path("/proc/self/statm")
KEY = 0x123456789ABCDEF0


def resident_pages() -> int:
    """Pages of memory that this process has taken."""
    return int(STATUS.read_text().split()[1])


@entry
def _store(table, key, ply, move, score, depth, bound, generation, value, was_pv):
    tt.store(table, key, ply, move, score, depth, bound, generation, value, was_pv)


@entry
def _probe(table, key, ply):
    data, value = tt.probe(table, key)
    return (
        tt.stored_bound(data),
        tt.stored_move(data),
        tt.stored_score(data, ply),
        tt.stored_depth(data),
        tt.stored_generation(data),
        value,
    )


@entry
def _was_pv(table, key):
    data, _ = tt.probe(table, key)
    return tt.stored_was_pv(data)


def store(
    table,
    key=KEY,
    *,
    ply=0,
    move=5,
    score=10,
    depth=60,
    bound=tt.EXACT,
    generation=1,
    value=33,
    was_pv=False,
):
    numbers = map(np.int64, (ply, move, score, depth, bound, generation, value))
    _store(table, np.uint64(key), *(*numbers, np.bool_(was_pv)))


def probe(table, key=KEY, ply=0):
    """Bound, move, score, depth, generation and static value of an entry."""
    return tuple(int(number) for number in _probe(table, np.uint64(key), np.int64(ply)))


@pytest.fixture
def table():
    return tt.allocate(1)


def neighbour(number: int) -> int:
    """Keys of one bucket: the low half is the same."""
    return (KEY & 0xFFFFFFFF) | number << 40


def test_an_empty_table_knows_nothing(table):
    assert probe(table)[0] == tt.NO_BOUND
    assert tt.fullness(table, np.int64(1)) == 0


@pytest.mark.parametrize("was_pv", [False, True])
def test_an_open_window_is_remembered_beside_the_last_generation(table, was_pv):
    store(table, generation=tt.GENERATIONS - 1, was_pv=was_pv)
    assert _was_pv(table, np.uint64(KEY)) == was_pv
    assert probe(table)[4] == tt.GENERATIONS - 1


@pytest.mark.parametrize("move", [0, 1, (1 << 20) - 1])
@pytest.mark.parametrize("score", [0, 1, -1, 31_000, -31_000])
@pytest.mark.parametrize(("bound", "value"), [(tt.EXACT, 0), (tt.LOWER, -3000), (tt.UPPER, tt.NO_VALUE)])
def test_what_is_stored_comes_back(table, move, score, bound, value):
    store(table, move=move, score=score, depth=16_000, bound=bound, generation=63, value=value)
    assert probe(table) == (bound, move, score, 16_000, 63, value)


@pytest.mark.parametrize(("depth", "kept"), [(-500, 0), (0, 0), (0x3FFF, 0x3FFF), (10**6, 0x3FFF)])
def test_depths_are_kept_within_their_bits(table, depth, kept):
    store(table, depth=depth)
    assert probe(table)[3] == kept


@pytest.mark.parametrize("sign", [1, -1])
def test_mates_are_counted_from_where_they_are_looked_up(table, sign):
    """Stored at ply 6 as a mate 10 plies from the root: 4 plies from here, so 7 at ply 3."""
    store(table, ply=6, score=sign * (tt.MATE - 10))
    assert probe(table, ply=6)[2] == sign * (tt.MATE - 10)
    assert probe(table, ply=3)[2] == sign * (tt.MATE - 7)


@pytest.mark.parametrize("score", [tt.MATE_BOUND, -tt.MATE_BOUND, 500])
def test_other_scores_are_the_same_at_every_ply(table, score):
    store(table, ply=9, score=score)
    assert probe(table, ply=2)[2] == score


def test_another_key_does_not_match(table):
    store(table)
    assert probe(table, neighbour(7))[0] == tt.NO_BOUND
    assert probe(table, KEY ^ 1 << 63)[0] == tt.NO_BOUND


def test_an_entry_of_two_threads_that_agree_on_all_but_the_move_does_not_match(table):
    other = tt.allocate(1)
    store(table, move=5)
    store(other, move=6)
    first = int(np.flatnonzero(table)[0])
    table[first] = other[first]
    assert probe(table)[0] == tt.NO_BOUND


def test_a_torn_entry_does_not_match(table):
    """Another thread's word in either half."""
    store(table)
    first = int(np.flatnonzero(table)[0])
    for word in (first, first + 1):
        torn = table.copy()
        torn[word] ^= np.uint64(0x0040_0000_0030_0000)
        assert probe(torn)[0] == tt.NO_BOUND


def test_a_later_result_takes_the_place_of_its_own_key_alone(table):
    store(table, score=1)
    store(table, score=2, depth=30)
    assert probe(table)[2:4] == (2, 30)
    assert np.count_nonzero(table) == 2


def test_a_result_without_a_move_keeps_the_move_known(table):
    store(table, move=77)
    store(table, move=0, score=3)
    assert probe(table)[1:3] == (77, 3)


def test_four_neighbours_share_a_bucket_and_the_shallowest_goes(table):
    for number, depth in enumerate((300, 60, 200, 250)):
        store(table, neighbour(number), depth=depth)
    store(table, neighbour(9), depth=90)
    known = {number for number in (0, 1, 2, 3, 9) if probe(table, neighbour(number))[0]}
    assert known == {0, 2, 3, 9}


def test_old_results_go_before_shallow_ones(table):
    store(table, neighbour(0), depth=400, generation=63)
    for number in (1, 2, 3):
        store(table, neighbour(number), depth=60, generation=1)
    store(table, neighbour(9), depth=60, generation=1)
    assert probe(table, neighbour(0))[0] == tt.NO_BOUND
    assert probe(table, neighbour(9))[0]


@pytest.mark.parametrize(
    ("change", "stays"),
    [
        ({"bound": tt.UPPER, "depth": 0}, True),
        ({"bound": tt.UPPER, "depth": 400}, False),
        ({"bound": tt.EXACT, "depth": 0}, False),
        ({"bound": tt.LOWER, "depth": 0, "generation": 2}, False),
    ],
)
def test_a_much_shallower_bound_leaves_the_deeper_result_of_its_own_search(table, change, stays):
    store(table, depth=600, bound=tt.LOWER)
    store(table, **change)
    assert (probe(table)[3] == 600) == stays


def test_fullness_counts_the_present_search(table):
    rng = np.random.default_rng(0)
    for key in rng.integers(1, 2**63, 40_000):
        store(table, int(key), generation=5)
    assert 300 < tt.fullness(table, np.int64(5)) < 900
    assert tt.fullness(table, np.int64(6)) == 0


@pytest.mark.parametrize("megabytes", [1, 3, 5])
def test_keys_spread_over_tables_of_any_size(megabytes):
    table = tt.allocate(megabytes)
    assert table.nbytes == megabytes << 20
    for key in (1, 2**32 - 1, 2**64 - 1, KEY):
        store(table, key)
        assert probe(table, key)[0]
    assert np.flatnonzero(table).max() > table.size * 0.9


def test_memory_that_does_not_suffice_gives_a_smaller_table(monkeypatch):
    real = mmap.mmap

    def scarce(descriptor: int, size: int, *rest: Any) -> object:
        if size > 5 << 20:
            raise OSError("no memory")
        return real(descriptor, size, *rest)

    monkeypatch.setattr(mmap, "mmap", scarce)
    assert tt.allocate(64).nbytes == 4 << 20


def test_no_more_than_half_of_what_is_available_is_taken(monkeypatch):
    monkeypatch.setattr(platforms, "available_memory", lambda: 7 << 20)
    assert tt.allocate(64).nbytes == 3 << 20
    assert tt.allocate(2).nbytes == 2 << 20


def test_the_old_table_stays_if_no_other_can_be_had(monkeypatch):
    pool = ThreadPool(new(thread_dtype(8)))
    assert pool.resize(3) == 3
    store(pool.table, KEY)

    def refuse(*_):
        raise OSError("no memory")

    monkeypatch.setattr(mmap, "mmap", refuse)
    assert pool.resize(2) == pool.megabytes == 3
    assert pool.table.nbytes == 3 << 20
    assert not probe(pool.table, KEY)[0]


def test_the_old_table_counts_as_available(monkeypatch):
    pool = ThreadPool(new(thread_dtype(8)))
    assert pool.resize(4) == 4
    monkeypatch.setattr(threads, "available_memory", lambda: 2 << 20)
    assert pool.resize(4) == 3


@pytest.mark.skipif(not STATUS.is_file(), reason="asks Linux how much memory is taken")
def test_a_table_without_end_is_not_touched_for_ever(monkeypatch):
    monkeypatch.setattr(tt, "TOUCHING", -1.0)
    monkeypatch.setattr(threads, "available_memory", lambda: 2 << 40)
    pool, resident = ThreadPool(new(thread_dtype(8))), resident_pages()
    assert pool.resize(4096) == 4096
    store(pool.table, KEY)
    pool.forget()
    assert not probe(pool.table, KEY)[0]
    assert pool.megabytes == 4096
    grown = resident_pages() - resident
    assert grown < 1 << 18  # pages of 4 kB: a quarter of the table
