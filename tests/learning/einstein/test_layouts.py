"""Which layouts to begin with: the game of layouts, its matrix, and what is shipped of it."""

import itertools
from collections import Counter

import numpy as np
import pytest

from boyi.engines.einstein.notation import read
from boyi.engines.einstein.placement import FIRST, HOMES, SECOND, choose
from boyi.engines.einstein.squares import BLUE, RED
from boyi.engines.einstein.symmetry import mirror
from boyi.learning.einstein.matches import layouts
from boyi.learning.einstein.matches.equilibrium import solve, trimmed

GAMES = {
    "matching pennies": ([[1, 0], [0, 1]], 0.5, [0.5, 0.5], [0.5, 0.5]),
    "a saddle": ([[0.6, 0.7], [0.4, 0.9]], 0.6, [1, 0], [1, 0]),
    "uneven": ([[0.2, 0.8], [0.6, 0.4]], 0.5, [0.25, 0.75], [0.5, 0.5]),
}


@pytest.mark.parametrize("name", GAMES)
def test_games_of_known_value_are_solved(name):
    matrix, value, first, second = GAMES[name]
    found = solve(np.array(matrix, float))
    assert found.gap < 1e-3
    assert found.at_least == pytest.approx(value, abs=1e-3)
    assert found.first == pytest.approx(first, abs=0.01) and found.second == pytest.approx(second, abs=0.01)


def test_what_is_hardly_chosen_is_left_out():
    matrix = np.array([[0.6, 0.7], [0.4, 0.9]])
    found = trimmed(matrix, solve(matrix), 0.01)
    assert found.first.tolist() == [1, 0] and found.gap == pytest.approx(0)


def test_classes_are_half_of_all_layouts_and_mirrored_in_pairs():
    assert len(layouts.CLASSES) == 360 and len(layouts.NUMBER) == 720
    assert all(layouts.MIRROR[layouts.MIRROR[i]] == i != layouts.MIRROR[i] for i in range(360))
    start, other = (
        read(layouts.start(layouts.CLASSES[i], layouts.CLASSES[j]))
        for i, j in ((5, 77), (layouts.MIRROR[5], layouts.MIRROR[77]))
    )
    blue, turned = other.squares[:6].tolist(), mirror(start).squares[:6].tolist()
    assert blue in (turned, turned[::-1])


def test_what_is_said_of_a_start_does_not_depend_on_others():
    search = layouts.LayoutSearch(2)
    chance = search.chance(3, 200)
    search.chance(200, 3)
    assert layouts.LayoutSearch(2).chance(3, 200) == chance
    assert search.chance(3, 200) == pytest.approx(chance, abs=1e-8), "the table remembers 32 bits"
    assert 0.4 < chance < 0.7


def test_a_matrix_is_filled_once_and_gone_on_with(tmp_path, monkeypatch, capsys):
    asked = Counter[tuple[int, int]]()

    def chance(search: object, first: int, second: int) -> float:
        asked[first, second] += 1
        if len(asked) == 500 and asked[first, second] == 1:
            raise KeyboardInterrupt
        return 0.55 + 0.001 * (first % 7 - second % 5)

    monkeypatch.setattr(layouts.LayoutSearch, "chance", chance)
    with pytest.raises(KeyboardInterrupt):
        layouts.work_out(tmp_path, 3, 3, 4)
    before = len(asked)
    lines = layouts.work_out(tmp_path, 3, 5, 4)
    assert before == 500 and max(asked.values()) == 2  # what was broken off, and what is searched deeper
    assert len(asked) == 360 * 360 // 2
    assert lines[0].startswith("# depth 3: 0.55") and any(line.startswith("FIRST: dict") for line in lines)
    for name in ("FIRST", "SECOND"):
        begin = lines.index(f"{name}: dict[tuple[int, ...], float] = {{")
        shown = lines[begin + 1 : lines.index("}", begin)]
        shares = [float(line.rpartition(": ")[2].rstrip(",")) for line in shown]
        assert sum(shares) == pytest.approx(1, abs=0.01)
    again = layouts.work_out(tmp_path, 3, 5, 4)
    assert again == lines


def test_a_file_of_something_else_is_one_line_and_code_2(tmp_path, capsys):
    np.save(tmp_path / "depth-3.npy", np.zeros(3))
    assert layouts.main([str(tmp_path)]) == 2
    assert capsys.readouterr().err.count("\n") == 1


@pytest.mark.parametrize("strategy", [FIRST, SECOND])
def test_what_is_shipped_is_a_strategy(strategy):
    assert sum(strategy.values()) == pytest.approx(1, abs=0.01)
    assert all(sorted(layout) == sorted(HOMES[0]) for layout in strategy)


def test_layouts_are_drawn_as_the_strategy_says_with_either_numbering():
    for side, strategy in ((BLUE, FIRST), (RED, SECOND)):
        drawn = Counter(
            tuple(int(s) if side == BLUE else 26 - int(s) for s in choose(side, {"Seed": seed}))
            for seed in range(1, 800)
        )
        assert set(drawn) == set(itertools.chain(strategy, (layout[::-1] for layout in strategy)))
        for layout, share in strategy.items():
            assert (drawn[layout] + drawn[layout[::-1]]) / 799 == pytest.approx(share, abs=0.06)
