"""Exact endings: means known from elsewhere, a plain recursion, files that are whole or not believed."""

import functools
import itertools
import random
import subprocess
import sys
import threading
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from boyi.engines.einstein.endgame import check, groups, store, working
from boyi.engines.einstein.endgame import solve as solve_module
from boyi.engines.einstein.endgame.lookup import CLASS, COUNT, NONE, OFFSET, SURE, index, pairs, room, size
from boyi.engines.einstein.endgame.solve import ABOVE, solve
from boyi.engines.einstein.endgame.solve import solve_steps as solve_kernel
from boyi.engines.einstein.endgame.solve import solve_steps_rounded as solve_rounded
from boyi.engines.einstein.notation import read
from boyi.engines.einstein.squares import MOVERS, TARGET
from boyi.engines.einstein.symmetry import orbit
from boyi.engines.endgames import folder
from boyi.engines.jit import Int, Record, entry

MEANS = {(1, 1): 0.669, (2, 2): 0.604, (1, 3): 0.583, (3, 1): 0.642}
"""Mean chance of the mover by numbers of pieces, as others found."""
GOAL = 24


@pytest.fixture(scope="module")
def table() -> np.ndarray:
    return solve(4)


@entry
def _index(pos: Record) -> Int:
    return index(pos.alive, pos.squares, np.int64(pos.side))


@pytest.mark.parametrize(("own", "other"), MEANS)
def test_the_mean_chance_of_the_mover(table, own, other):
    total, weight = 0.0, 0
    for mine, theirs in pairs(4):
        if (COUNT[mine], COUNT[theirs]) == (own, other):
            chances, weights = positions(table, mine, theirs)
            total += (chances * weights).sum()
            weight += int(weights.sum())
    assert round(total / weight, 3) == MEANS[own, other]


def positions(table: np.ndarray, own: int, other: int) -> tuple[np.ndarray, np.ndarray]:
    """Chances of all entries of a pair of classes, and how many positions each stands for."""
    pieces = int(COUNT[own]) + int(COUNT[other])
    begin = OFFSET[own, other]
    chances = table[begin : begin + room(own, other)].reshape((14, *(24,) * (pieces - 1))) / SURE
    seen = np.meshgrid(ABOVE, *[np.arange(24)] * (pieces - 1), indexing="ij")
    squares = [square if i < COUNT[own] else 24 - square for i, square in enumerate(seen)]
    apart = np.ones(chances.shape, bool)
    for one, two in itertools.combinations(squares, 2):
        apart &= one != two
    mirrored = np.where(seen[0] // 5 == seen[0] % 5, 1, 2)
    labels = int(np.equal(CLASS, own).sum()) * int(np.equal(CLASS, other).sum())
    return chances, apart * mirrored * labels


@functools.cache
def chance(mine: tuple[int, ...], theirs: tuple[int, ...]) -> float:
    """The chance of the side about to roll, by plain recursion; -1 is a taken piece.

    Squares are as their own side sees them, its goal being 24.
    """
    alive = sum(1 << i for i, square in enumerate(mine) if square >= 0)
    best = {i: best_move(mine, theirs, i) for i, square in enumerate(mine) if square >= 0}
    dice = [[i for i in best if MOVERS[alive, die] >> i & 1] for die in range(1, 7)]
    return sum(max(best[i] for i in movers) for movers in dice) / 6


def best_move(mine: tuple[int, ...], theirs: tuple[int, ...], piece: int) -> float:
    found = []
    for goal in map(int, TARGET[1, mine[piece]]):
        if goal > GOAL:
            continue
        own = [-1 if square == goal else square for square in mine]
        own[piece] = goal
        left = tuple(-1 if square == GOAL - goal else square for square in theirs)
        won = goal == GOAL or max(left) < 0
        found.append(1.0 if won else 1.0 - chance(left, tuple(own)))
    return max(found)


def random_ending(rng: random.Random, own: int, other: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    squares = rng.sample(range(1, 24), own + other)
    mine, theirs = [-1] * 6, [-1] * 6
    for piece, square in zip(rng.sample(range(6), own), squares, strict=False):
        mine[piece] = square
    for piece, square in zip(rng.sample(range(6), other), squares[own:], strict=True):
        theirs[piece] = GOAL - square
    return tuple(mine), tuple(theirs)


def as_position(mine: tuple[int, ...], theirs: tuple[int, ...]) -> Record:
    """Red to move."""
    blue = [0 if square < 0 else GOAL - square + 1 for square in theirs]
    red = [square + 1 for square in mine]
    return read(" ".join(map(str, [*blue, *red, "r", 0])))


@pytest.mark.parametrize(("own", "other"), [(1, 1), (1, 2), (2, 1), (2, 2), (1, 3), (3, 1)])
def test_random_endings_are_those_of_a_plain_recursion(table, own, other):
    rng = random.Random(own * 10 + other)
    for _ in range(10):
        ending = random_ending(rng, own, other)
        at = _index(as_position(*ending))
        assert abs(table[at] / SURE - chance(*ending)) <= 1 / SURE, ending


def test_symmetric_positions_are_one_entry(table):
    rng = random.Random(4)
    for _ in range(40):
        pos = as_position(*random_ending(rng, 2, 2))
        assert len({int(table[_index(other)]) for other in orbit(pos)}) == 1


def test_tables_of_fewer_pieces_are_the_beginning_of_those_of_more(table):
    few = solve(3)
    assert np.array_equal(few, table[: size(3)])


def test_positions_with_more_pieces_are_not_there():
    assert _index(read("25 24 23 0 0 0 1 2 3 5 0 0 b 0")) == -1
    assert size(5) <= _index(read("25 24 23 0 0 0 1 2 3 0 0 0 b 0")) < size(6)
    assert size(4) <= _index(read("25 0 0 0 0 0 1 2 3 0 6 0 b 0")) < size(5)
    assert size(4) <= _index(read("25 0 0 24 0 0 1 2 3 0 0 0 b 0")) < size(5)


@pytest.mark.parametrize("most", [1, 7])
def test_there_are_tables_of_two_to_six_pieces(most):
    with pytest.raises(ValueError, match=str(most)):
        solve(most)


@pytest.fixture
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    return tmp_path


def test_tables_are_kept_and_read_again(home, table):
    assert store.load(4) is None
    store.save(4, table)
    assert store.path(4).stat().st_size < 25_000_000
    again = store.load(4)
    assert again is not None
    assert np.array_equal(again, table)
    assert [path.suffix for path in (home / "boyi").iterdir()] == [".npz"]


@pytest.mark.parametrize("spoil", [lambda b: b[:-1000], lambda b: b"rubbish", lambda b: b""])
def test_a_spoilt_file_is_not_believed(home, spoil):
    store.save(3, solve(3))
    store.path(3).write_bytes(spoil(store.path(3).read_bytes()))
    assert store.load(3) is None


def test_no_changed_byte_is_an_error(home):
    entries = solve(2)
    store.save(2, entries)
    whole = store.path(2).read_bytes()
    for place in range(0, len(whole), len(whole) // 40):
        store.path(2).write_bytes(whole[:place] + bytes([whole[place] ^ 0x55]) + whole[place + 1 :])
        found = store.load(2)
        assert found is None or np.array_equal(found, entries)


def test_a_file_of_another_size_is_not_believed(home):
    store.save(4, solve(3))
    assert store.load(4) is None


def test_an_engine_plays_without_tables_until_they_are_there(home, monkeypatch, capfd):
    monkeypatch.setattr(store, "build", lambda most: np.full(7, most, np.uint16))
    endings = store.EndgameTables()
    assert endings.table("none") is NONE
    assert endings.wait("four").tolist() == [4] * 7
    assert "building" in capfd.readouterr().err
    assert endings.table("four").size == 7


def test_until_large_tables_are_there_smaller_ones_serve(home, monkeypatch):
    five = threading.Event()

    def build(most: int) -> np.ndarray:
        if most == 5:
            five.wait(10)
        return np.full(7, most, np.uint16)

    monkeypatch.setattr(store, "build", build)
    endings = store.EndgameTables()
    endings.wait("four")
    assert endings.table("five").tolist() == [4] * 7
    five.set()
    assert endings.wait("five").tolist() == [5] * 7


def test_without_a_place_on_disk_tables_are_only_in_memory(monkeypatch, tmp_path):
    (tmp_path / "file").touch()
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "file"))
    assert store.build(2).size == size(2)


class BrokenOffError(Exception):
    """A build's process ends here."""


@pytest.mark.parametrize("at", [2, 11, 24])
def test_a_build_that_was_broken_off_is_gone_on_with(home, monkeypatch, at):
    sums = list[int]()

    def solve_steps(table: np.ndarray, kinds: np.ndarray, steps: int) -> None:
        if steps == at and steps not in sums:
            sums.append(steps)
            raise BrokenOffError
        sums.append(steps)
        solve_kernel(table, kinds, steps)

    monkeypatch.setattr(working, "solve_steps", solve_steps)
    with pytest.raises(BrokenOffError):
        store.build(3)
    (home / "boyi" / "einstein-endings-3-v1.npz.17-4.part").touch()
    assert np.array_equal(store.build(3), solve(3))
    assert sums == [*range(2, at), at, *range(at, 25)]
    left = {path.name for path in (home / "boyi").iterdir()}
    assert left == {"einstein-endings-3-v1.npz", "einstein-endings.lock"}


def test_a_spoilt_note_begins_anew(home):
    folder().mkdir()
    for text in ("{", "[]", '{"sum": 20, "entries": 5}'):
        (folder() / "einstein-endings-2.done").write_text(text)
        (folder() / "einstein-endings-2.building").write_bytes(b"rubbish")
        assert np.array_equal(store.build(2), solve(2))
        store.path(2).unlink()


def test_no_room_on_disk_is_said_where_memory_would_not_do(home, monkeypatch):
    monkeypatch.setattr("shutil.disk_usage", lambda folder: SimpleNamespace(free=1 << 20))
    assert store.build(2).size == size(2)
    with pytest.raises(MemoryError, match="tables of 5 pieces need 5375 MB"):
        store.build(5)


BUILD = """
import sys
from boyi.engines.einstein.endgame import store, working
kernel = working.solve_steps
def solve_steps(*arguments):
    if arguments[2] == 2:
        print("begun", flush=True)
    kernel(*arguments)
working.solve_steps = solve_steps
print(store.build(4).size)
"""


@pytest.fixture
def small_groups(monkeypatch):
    """Tables of four pieces are built as those of six are."""
    monkeypatch.setattr(store, "ASKED_FOR", 4)
    monkeypatch.setattr(store, "WHOLE", 3)


def test_groups_are_worked_out_by_themselves_and_gone_on_with(home, small_groups, monkeypatch, table):
    calls = list[tuple[int, int]]()

    def solve_steps(entries: np.ndarray, kinds: np.ndarray, steps: int) -> None:
        calls.append((int(kinds[0, 0]), steps))
        if len(calls) == 300:
            raise BrokenOffError
        solve_rounded(entries, kinds, steps)

    monkeypatch.setattr(groups, "solve_steps_rounded", solve_steps)
    with pytest.raises(BrokenOffError):
        store.build(4)
    assert store.load(4) is None
    told = list[int]()
    built = store.build(4, told.append)
    sums = solve_module.last_sum(4) - solve_module.FIRST_SUM + 1
    again = 300 % sums  # those of the group in which it was broken off
    assert len(calls) == len(groups.groups(4)) * sums + again and told[-1] == 100
    assert np.abs(built.astype(int) - table).max() <= 4, "rounded at each step"
    assert check.faults(built, 4, 300, random.Random(2)) == []
    left = {path.name for path in (home / "boyi").iterdir()}
    assert left == {"einstein-endings-3-v1.npz", "einstein-endings-4-v1.npy", "einstein-endings.lock"}


def test_no_move_leads_from_one_group_to_another():
    together = [{int(number) for number in np.unique(group)} for group in groups.groups(4)]
    assert len(together) == len({frozenset(each) for each in together})
    assert sum(len(group) for group in groups.groups(4)) == len(pairs(4)) - len(pairs(3))
    assert sum(room(*pair) for group in groups.groups(6) for pair in group) == size(6) - size(5)


def test_large_tables_are_not_built_unasked(home, small_groups, monkeypatch, capfd):
    monkeypatch.setattr(store, "PIECES", {"none": 0, "three": 3, "four": 4})
    endings = store.EndgameTables()
    assert endings.wait("four").size in (0, size(3))
    endings.wait("three")
    assert endings.table("four").size == size(3)
    assert "--build-tables 4" in capfd.readouterr().err and store.load(4) is None


def test_a_spoilt_note_of_groups_begins_anew(home, small_groups, monkeypatch):
    monkeypatch.setattr(groups, "groups", lambda most: [])
    for text in ("{", "[]", '{"groups": 3, "entries": 5}'):
        folder().mkdir(exist_ok=True)
        groups.note(folder(), 4).write_text(text)
        assert np.array_equal(store.build(4)[: size(3)], solve(3))
        store.path(4).unlink()


def test_no_room_for_large_tables_is_said_before_anything_is_written(home, monkeypatch):
    monkeypatch.setattr("shutil.disk_usage", lambda folder: SimpleNamespace(free=1 << 32))
    monkeypatch.setattr(store, "_fewer", lambda most: np.zeros(5, np.uint16))
    with pytest.raises(MemoryError, match="tables of 6 pieces need 58"):
        store.build(6)
    assert not groups.building(folder(), 6).exists()


def test_two_processes_build_once(home):
    command, root = [sys.executable, "-c", BUILD], Path(__file__).parents[3]
    both = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=root) for _ in range(2)]
    told = [process.communicate(timeout=300)[0].split() for process in both]
    assert sorted(told) == sorted([["begun", str(size(4))], [str(size(4))]])


def test_large_tables_are_mapped_and_serve_the_same_kernels(home, monkeypatch, table):
    """The very entries of small tables in a file of the other kind."""
    monkeypatch.setattr(store, "WHOLE", 3)
    store.save(4, table)
    mapped = store.load(4)
    assert mapped is not None and mapped.flags.writeable and np.array_equal(mapped, table)
    assert store.path(4).stat().st_size == 2 * size(4) + 128
    rng = random.Random(1)
    for _ in range(10):
        ending = random_ending(rng, 2, 2)
        assert abs(mapped[_index(as_position(*ending))] / SURE - chance(*ending)) <= 1 / SURE
    assert len(_index.signatures) == 1 if hasattr(_index, "signatures") else True


def test_tables_are_checked_by_recursion_one_move_deep(table):
    assert check.faults(table, 4, 300, random.Random(2)) == []
    spoilt = table.copy()
    spoilt[OFFSET[3, 3] : OFFSET[3, 3] + room(3, 3)] = 7
    assert check.faults(spoilt, 4, 3000, random.Random(2)) != []
