"""Teaching n-tuples: a few games already teach something, the same each time, and a file says whose it is."""

import subprocess
import sys

import numpy as np
import pytest

from boyi.engines.einstein.notation import read
from boyi.engines.einstein.solve import solve
from boyi.engines.einstein.tuples import blank, tuples
from boyi.engines.play import bound_value
from boyi.learning.einstein.tuples import train

GOOD = "7 8 20 19 25 15 1 2 3 0 0 0 b 0"
"""Blue is two steps from its goal, and three pieces up."""


@pytest.fixture(scope="module")
def table():
    return solve(3)


def test_a_few_games_teach_something(table):
    taught, known = train(3000, table), bound_value(read(GOOD), blank())
    assert np.count_nonzero(taught.cells) > 5000
    assert bound_value(read(GOOD), taught) > max(known, 3000)
    assert bound_value(read(GOOD.replace("b", "r")), taught) < bound_value(read(GOOD), taught)


def test_the_same_seed_teaches_the_same(table):
    assert train(300, table).tobytes() == train(300, table).tobytes()
    assert train(300, table).tobytes() != train(300, table, seed=2).tobytes()


def test_the_built_in_weights_are_taught():
    weights = tuples()
    assert np.count_nonzero(weights.cells) > 50_000
    assert bound_value(read(GOOD), weights) > 5000


def test_a_folder_that_is_not_there_is_one_line_and_code_2(tmp_path):
    done = subprocess.run(
        [sys.executable, "-P", "-m", "boyi.learning.einstein.tuples", str(tmp_path / "no" / "file")],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert "no folder" in done.stderr.splitlines()[-1]
