"""Vector sums of rows: the compiled twins say what the plain ones say, also where numbers wrap around."""

import numpy as np
import pytest

from boyi.engines.evaluators import lanes, nnue
from boyi.engines.jit import Int, Record, entry, new, record

WIDTH = 3 * lanes.LANES
ROWS = record(("odd", np.int16), ("rows", np.int16, (6, WIDTH)))
"""Its rows begin where no vector would."""


@entry
def _moved(own: Record) -> None:
    lanes.move_feature(own.rows[0], own.rows[1], own.rows[2], own.rows[3])


@entry
def _taken(own: Record) -> None:
    lanes.capture_feature(own.rows[0], own.rows[1], own.rows[2], own.rows[3], own.rows[4])


@entry
def _added(own: Record) -> None:
    lanes.add_feature(own.rows[1], own.rows[2])


@entry
def _removed(own: Record) -> None:
    lanes.remove_feature(own.rows[1], own.rows[2])


@entry
def _squared(own: Record, top: Int) -> Int:
    return lanes.screlu_dot(own.rows[0], own.rows[5], top)


@pytest.fixture
def own() -> Record:
    chance, rows = np.random.default_rng(5), new(ROWS)
    rows.rows[:5] = chance.integers(-(2**15), 2**15, (5, WIDTH))
    rows.rows[5] = chance.integers(-nnue.MOST_OUTPUT, nnue.MOST_OUTPUT + 1, WIDTH)
    return rows


@pytest.mark.parametrize(
    ("compiled", "plain", "places"),
    [
        (_moved, lanes.move_feature, (0, 1, 2, 3)),
        (_taken, lanes.capture_feature, (0, 1, 2, 3, 4)),
        (_added, lanes.add_feature, (1, 2)),
        (_removed, lanes.remove_feature, (1, 2)),
    ],
)
def test_rows_are_summed_alike(own, compiled, plain, places):
    expected = own.rows.copy()
    plain(*(expected[place] for place in places))
    compiled(own)
    assert (own.rows == expected).all()


@pytest.mark.parametrize("spread", [10, 300, 2**15])
def test_squares_are_summed_alike(own, spread):
    own.rows[0] = np.random.default_rng(spread).integers(-spread, spread, WIDTH)
    assert _squared(own, nnue.ROW_UNIT) == lanes.screlu_dot(own.rows[0], own.rows[5], nnue.ROW_UNIT)


@pytest.mark.parametrize("weight", [-nnue.MOST_OUTPUT, nnue.MOST_OUTPUT])
def test_the_largest_sum_fits(own, weight):
    own.rows[0], own.rows[5] = nnue.ROW_UNIT, weight
    assert _squared(own, nnue.ROW_UNIT) == WIDTH * nnue.ROW_UNIT**2 * weight


def test_a_hidden_layer_that_vectors_do_not_fill_is_refused():
    with pytest.raises(ValueError, match="100 hidden units are no multiple of 32"):
        nnue.net_dtype(10, 100, 1)
