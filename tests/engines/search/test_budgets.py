"""A search keeps its bounds, and breaking it off never spoils what it had found."""

import time

import pytest

from boyi.engines.limits import Budget, Clock, Limits
from boyi.engines.search.table import MATE_BOUND
from tests.support.engines.thinking import think
from tests.support.pulse import stretched

MATE_IN_TWO = "7k/8/8/8/8/8/R7/1R4K1 w - - 0 1"


@pytest.mark.parametrize("nodes", [1, 2, 50, 1000, 1023, 1024, 1025, 100_000])
def test_nodes_are_a_bound(game, nodes):
    thought = think(game, game.bench[1], Budget(nodes=nodes))
    assert thought.searcher.nodes <= nodes
    assert thought.names


@pytest.mark.parametrize("depth", [1, 2, 5, 8])
def test_depth_is_a_bound(game, depth):
    thought = think(game, game.bench[1], Budget(depth=depth))
    deepest = max(line.depth for line in thought.told)
    # Where the end is proved, there is no need to look further.
    assert deepest == thought.best.depth <= depth
    assert thought.best.depth == depth or abs(thought.best.score) >= MATE_BOUND


def test_a_search_of_the_greatest_depth_ends(chess_game):
    """Nothing to find here but the end of the loop."""
    thought = think(chess_game, "8/8/8/8/8/1k6/8/K6N w - - 0 1", Budget(depth=10_000))
    assert thought.best.depth > 50


def test_a_millisecond_is_enough_for_a_move(game):
    """The best of a few tries, since machines stumble; setting up the search is in the time."""
    took = []
    for _ in range(5):
        start = time.monotonic()
        thought = think(game, game.bench[1], Budget.of(Limits((Clock(1), Clock(1))), 0, 20))
        took.append(time.monotonic() - start)
        assert thought.names
    assert min(took) < 0.02


@pytest.mark.parametrize("milliseconds", [5, 50, 200])
def test_the_hard_bound_ends_a_search(game, milliseconds):
    start = time.monotonic()
    thought = think(game, game.bench[1], Budget(hard=milliseconds * 1_000_000))
    assert thought.names
    assert time.monotonic() - start < stretched(milliseconds / 1000 + 0.08)


def test_the_soft_bound_ends_a_search_between_iterations(game):
    thought = think(game, game.bench[1], Budget(soft=30_000_000, hard=5_000_000_000))
    assert thought.told[-1].bound == "exact"


def test_a_single_move_needs_no_time(chess_game):
    start = time.monotonic()
    thought = think(chess_game, "k7/8/1R6/8/8/8/8/7K b - - 0 1", Budget(soft=10**10, hard=2 * 10**10))
    assert thought.names
    assert time.monotonic() - start < stretched(1)


def test_a_mate_asked_for_ends_the_search(chess_game):
    thought = think(chess_game, MATE_IN_TWO, Budget(mate=2, nodes=10_000_000))
    assert thought.best.depth < 20
    assert thought.best.score > MATE_BOUND


@pytest.mark.parametrize("only", [(), ("g1h1", "a2a3", "b1b7"), ("b1b7", "a2a7", "g1f1")])
def test_a_mate_once_found_is_played_however_the_search_is_broken_off(chess_game, only):
    for nodes in range(20, 3000, 11):
        thought = think(chess_game, MATE_IN_TWO, Budget(nodes=nodes), only=only)
        exact = thought.last
        if exact and exact[0].score > MATE_BOUND:
            assert thought.best.score >= exact[0].score
            assert thought.best.moves[0] == exact[0].moves[0], f"after {nodes} nodes"
