"""Policy networks of EinStein: what they are shown, and what is told of them; without JAX."""

import subprocess
import sys

import numpy as np
import pytest

from boyi.engines.einstein.endgame.lookup import NONE
from boyi.engines.einstein.evaluation.planes import OUTER, OUTER_PATTERNS
from boyi.engines.einstein.squares import SQUARES
from boyi.learning.__main__ import main
from boyi.learning.einstein.policy.planes import FEATURES, planes
from boyi.learning.einstein.policy.positions import ChoiceCollection, collect
from boyi.learning.einstein.policy.shapes import shape
from boyi.learning.einstein.policy.situations import SITUATION, mirror
from boyi.learning.einstein.policy.train import PolicyResult


@pytest.fixture(scope="module")
def samples(tmp_path_factory):
    return collect(tmp_path_factory.mktemp("choices"), ChoiceCollection(games=30, nodes=200), NONE)


def situation(blue, red, side, die):
    squares = [*(square - 1 if square else SQUARES for square in (*blue, *red))]
    return np.array([(squares, side, die, 0, 0, 0, 0)], SITUATION)


ONE = situation((25, 0, 0, 0, 0, 19), (13, 0, 7, 0, 0, 0), 1, 2)
"""Red to move with its piece 1 on 13 or its piece 3 on 7; blue has 1 on 25 and 6 on 19."""


def test_numbers_of_a_position_are_those_of_the_table():
    first, second, third = (planes(ONE, "ori", (feature,))[0, :, 0] for feature in (1, 2, 3))
    assert first[[24, 18, 12, 6]] * 12 == pytest.approx([1, 6, -7, -9])
    assert second[[24, 18, 12, 6]] == pytest.approx([1, 1, -1, -1])
    assert third[[24, 18, 12, 6]] * 8 == pytest.approx([1, 2, 2, 1]), "enemies before each piece"
    assert np.count_nonzero(first) == 4


def test_planes_of_a_position_are_those_of_the_table():
    found = planes(ONE, "sim", (1, 2, 3))[0]
    assert found.shape == (25, 13 + 2 + 28)
    assert set(np.flatnonzero(found[12])) == {6, 12, 14, 15 + 1, 15 + 6 + OUTER[0b10000]}, (
        "19 diagonal, 25 behind"
    )
    assert set(np.flatnonzero(found[24])) == {0, 13, 15 + 0, 15 + 6 + OUTER[0b10000]}
    assert 15 + 6 + 20 + 1 in np.flatnonzero(
        planes(situation((1, 0, 0, 0, 0, 0), (5, 0, 0, 0, 0, 0), 1, 1), "sim", (1, 2, 3))[0][0]
    )
    assert set(OUTER) == set(range(OUTER_PATTERNS))


def test_patterns_do_not_see_the_mirror(samples):
    turned = planes(mirror(samples), "sim", (3,)).reshape(-1, 5, 5, 28).swapaxes(1, 2).reshape(-1, 25, 28)
    assert (turned == planes(samples, "sim", (3,))).all()


def test_steps_are_counted_by_their_accuracy():
    outcome = PolicyResult((0.1, 0.25, 0.35, 0.8), 0.5)
    assert list(outcome.histogram) == [25, 25, 25, 0, 0, 0, 25]
    assert outcome.fair == 50


@pytest.mark.parametrize("name", ["III", "II-", "II-x", "II-0"])
def test_an_unknown_network_is_named(name):
    with pytest.raises(ValueError, match=f"'{name}'"):
        shape(name)


def test_every_set_of_features_has_the_first():
    assert all(features[0] == 1 for features in FEATURES.values())


@pytest.mark.parametrize("absent", ["jax", "optax"])
@pytest.mark.parametrize("words", [["reproduce", "einstein", "."], ["einstein", "policy", "weights"]])
def test_without_the_extra_one_line_says_how_to_get_it(words, absent, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(sys.modules, absent, None)
    assert main(words) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert f"no {absent} here" in err and "bin/run --train" in err and err.count("\n") == 1
    assert list(tmp_path.iterdir()) == [], "nothing was begun"


def test_nothing_imports_jax_before_a_network_is_taught():
    names = ("boyi.learning.reproductions.einstein", "boyi.learning.commands.einstein", "boyi.engines.engine")
    program = "import importlib, sys; [importlib.import_module(name) for name in sys.argv[1:]]; "
    program += "sys.exit(bool({'jax', 'jaxlib', 'optax'} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", program, *names], check=False).returncode == 0
