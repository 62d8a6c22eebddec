"""Exact endings: means known from elsewhere, a plain recursion, files that are whole or not believed."""

import functools
import itertools
import random

import numpy as np
import pytest

from boyi.engines.einstein import endgame
from boyi.engines.einstein.endings import CLASS, COUNT, NONE, OFFSET, SURE, index, pairs, room, size
from boyi.engines.einstein.notation import read
from boyi.engines.einstein.solve import ABOVE, solve
from boyi.engines.einstein.squares import MOVERS, TARGET
from boyi.engines.einstein.symmetry import orbit
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


def random_ending(lot: random.Random, own: int, other: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    squares = lot.sample(range(1, 24), own + other)
    mine, theirs = [-1] * 6, [-1] * 6
    for piece, square in zip(lot.sample(range(6), own), squares, strict=False):
        mine[piece] = square
    for piece, square in zip(lot.sample(range(6), other), squares[own:], strict=True):
        theirs[piece] = GOAL - square
    return tuple(mine), tuple(theirs)


def as_position(mine: tuple[int, ...], theirs: tuple[int, ...]) -> Record:
    """Red to move."""
    blue = [0 if square < 0 else GOAL - square + 1 for square in theirs]
    red = [square + 1 for square in mine]
    return read(" ".join(map(str, [*blue, *red, "r", 0])))


@pytest.mark.parametrize(("own", "other"), [(1, 1), (1, 2), (2, 1), (2, 2), (1, 3), (3, 1)])
def test_random_endings_are_those_of_a_plain_recursion(table, own, other):
    lot = random.Random(own * 10 + other)
    for _ in range(10):
        ending = random_ending(lot, own, other)
        at = _index(as_position(*ending))
        assert abs(table[at] / SURE - chance(*ending)) <= 1 / SURE, ending


def test_symmetric_positions_are_one_entry(table):
    lot = random.Random(4)
    for _ in range(40):
        pos = as_position(*random_ending(lot, 2, 2))
        assert len({int(table[_index(other)]) for other in orbit(pos)}) == 1


def test_tables_of_fewer_pieces_are_the_beginning_of_those_of_more(table):
    few = solve(3)
    assert np.array_equal(few, table[: size(3)])


def test_positions_with_more_pieces_are_not_there():
    assert _index(read("25 24 23 0 0 0 1 2 3 0 0 0 b 0")) == -1
    assert _index(read("25 24 23 0 0 0 1 2 0 0 0 0 b 0")) == -1
    assert size(4) <= _index(read("25 0 0 0 0 0 1 2 3 0 6 0 b 0")) < size(5)


@pytest.mark.parametrize("most", [1, 6])
def test_there_are_tables_of_two_to_five_pieces(most):
    with pytest.raises(ValueError, match=str(most)):
        solve(most)


@pytest.fixture
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    return tmp_path


def test_tables_are_kept_and_read_again(home, table):
    assert endgame.load(4) is None
    endgame.save(4, table)
    assert endgame.path(4).stat().st_size < 25_000_000
    again = endgame.load(4)
    assert again is not None
    assert np.array_equal(again, table)
    assert [path.suffix for path in (home / "boyi").iterdir()] == [".npz"]


@pytest.mark.parametrize("spoil", [lambda b: b[:-1000], lambda b: b"rubbish", lambda b: b""])
def test_a_spoilt_file_is_not_believed(home, spoil):
    endgame.save(3, solve(3))
    endgame.path(3).write_bytes(spoil(endgame.path(3).read_bytes()))
    assert endgame.load(3) is None


def test_no_changed_byte_is_an_error(home):
    entries = solve(2)
    endgame.save(2, entries)
    whole = endgame.path(2).read_bytes()
    for place in range(0, len(whole), len(whole) // 40):
        endgame.path(2).write_bytes(whole[:place] + bytes([whole[place] ^ 0x55]) + whole[place + 1 :])
        found = endgame.load(2)
        assert found is None or np.array_equal(found, entries)


def test_a_file_of_another_size_is_not_believed(home):
    endgame.save(4, solve(3))
    assert endgame.load(4) is None


def test_an_engine_plays_without_tables_until_they_are_there(home, monkeypatch, capfd):
    monkeypatch.setattr(endgame, "solve", lambda most, progress: np.full(7, most, np.uint16))
    endings = endgame.Endings()
    assert endings.table("none") is NONE
    assert endings.wait("four").tolist() == [4] * 7
    assert "building" in capfd.readouterr().err
    assert endings.table("four").size == 7


def test_without_a_place_on_disk_tables_are_only_in_memory(monkeypatch, tmp_path):
    (tmp_path / "file").touch()
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "file"))
    assert endgame.build(2).size == size(2)
