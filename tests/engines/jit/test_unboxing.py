"""Records that get into kernels by their address."""

import gc

import numpy as np
import pytest
from numba import types
from numba.core import pythonapi

from boyi.engines.jit import COMPILED, copy, entry, new, record, unboxing

PAIR = record(("small", np.uint8), ("large", np.int64), ("more", np.int16, 3))

pytestmark = pytest.mark.skipif(not COMPILED, reason="nothing is compiled")


@entry
def _swap(one, other):
    one.large, other.large = other.large, one.large
    one.more[2] = other.small


def test_kernels_take_records_by_their_address() -> None:
    assert pythonapi._unboxers.functions[types.Record] is unboxing._address


def test_a_kernel_changes_the_very_record_it_was_given() -> None:
    rows = np.zeros(3, PAIR)
    rows["large"], rows["small"] = (1, 2, 3), (4, 5, 6)
    _swap(rows[0], rows[2])
    assert rows["large"].tolist() == [3, 2, 1]
    assert rows["more"].tolist() == [[0, 0, 6], [0, 0, 0], [0, 0, 0]]


def test_a_record_outlives_the_array_it_was_made_in() -> None:
    one, other = new(PAIR), copy(new(PAIR))
    other.large = 7
    gc.collect()
    _swap(one, other)
    assert (int(one.large), int(other.large)) == (7, 0)
