"""Teaching n-tuples: a few games already teach something, the same each time, and a file says whose it is."""

import numpy as np
import pytest

from boyi.engines.einstein.endgame.solve import solve
from boyi.engines.einstein.evaluation.rectangles import RECTANGLE_COUNTS
from boyi.engines.einstein.evaluation.tuples import blank, tuples
from boyi.engines.einstein.notation import read
from boyi.engines.play import bound_value
from boyi.engines.weights import load
from boyi.learning.__main__ import main
from boyi.learning.einstein.evaluators import rectangles
from boyi.learning.einstein.evaluators.tuples import train

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


def test_the_command_writes_a_weight_file(tmp_path):
    assert main(["einstein", "rectangles", str(tmp_path / "made.safetensors"), "--size", "400"]) == 0
    file = load(tmp_path / "made.safetensors", "einstein", "rectangles", RECTANGLE_COUNTS)
    assert file.provenance["games"] == 400
    assert file.weights.tobytes() == rectangles.train(400).tobytes()


def test_a_folder_that_is_not_there_is_one_line_and_code_2(tmp_path, capsys):
    assert main(["einstein", "tuples", str(tmp_path / "no" / "file")]) == 2
    assert "no folder" in capsys.readouterr().err
