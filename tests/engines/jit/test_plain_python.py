"""Kernels are Python: uncompiled, or compiled with every index checked, they compute the very same."""

from pathlib import Path
from typing import Any

import pytest

from tests.support.engines.plain import UNCOMPILED, printed
from tests.support.engines.sample import sample

PROGRAM = Path(__file__).parents[2] / "support" / "engines" / "sample.py"


def sample_of(game: str, depth: int, nodes: int, **environment: str) -> Any:
    """The sample of a process with another environment."""
    return printed(PROGRAM, game, str(depth), str(nodes), **environment)


def test_plain_python_searches_node_for_node_the_same(game):
    depth, nodes = game.bench_depth // 3, 200
    plain, compiled = sample_of(game.name, depth, nodes, **UNCOMPILED), sample(game.name, depth, nodes)
    for found in (plain, compiled):
        del found["wild"]  # sums that leave a number's range wrap as its type does, and Python's never do
    assert plain == compiled


@pytest.mark.long
def test_no_index_is_out_of_bounds(game, tmp_path):
    """Compiled anew into a cache of its own, which takes a minute."""
    depth, nodes = game.bench_depth * 2 // 3, 1_000_000
    checked = sample_of(game.name, depth, nodes, NUMBA_BOUNDSCHECK="1", NUMBA_CACHE_DIR=str(tmp_path))
    assert checked == sample(game.name, depth, nodes)


def test_the_same_search_twice_is_the_same(game):
    bounds = game.bench_depth // 2, 1_000_000
    assert sample(game.name, *bounds) == sample(game.name, *bounds)
