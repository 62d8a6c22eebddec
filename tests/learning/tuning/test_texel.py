"""Fitting a hand-crafted evaluation: positions as text, slopes, and numbers that are found again."""

import numpy as np
import pytest

from boyi.engines import load_game
from boyi.engines.chess.evaluation.weights import handcrafted
from boyi.engines.evaluation import Evaluation
from boyi.engines.jit import copy
from boyi.engines.play import bound_value
from boyi.engines.xiangqi.evaluation.weights import traditional
from boyi.learning.__main__ import main
from boyi.learning.data.samples import UNDECIDED, board_text, save_shard
from boyi.learning.nnue.networks import NETWORKS
from boyi.learning.tuning import texel
from tests.support.learning.positions import samples, walk

SCALE = 200.0


def ignore(done: int) -> None:
    """Take no interest in progress."""


@pytest.mark.parametrize("name", NETWORKS)
def test_a_sample_becomes_the_position_it_was(name):
    game, letters = load_game(name), NETWORKS[name].letters
    for pos, sample in zip(walk(60, 3, name), samples(60, 3, name), strict=True):
        again = game.notation.read(board_text(sample, letters), {})
        assert (again.board == pos.board).all()
        assert again.side == pos.side


def test_slopes_foretell_what_a_change_does():
    game, rng = load_game("chess"), np.random.default_rng(4)
    weights, data = handcrafted(), samples(30)
    sheet = texel.linearise(game, weights, "pnbrqk", data, np.zeros(30), ignore)
    change = rng.integers(-9, 10, sheet.slopes.shape[1])
    other = texel.apply_change(weights, change)
    for value, foretold, sample in zip(sheet.values, sheet.slopes @ change, data, strict=True):
        pos = game.notation.read(board_text(sample, "pnbrqk"), {})
        assert bound_value(copy(pos), weights) == value
        assert bound_value(copy(pos), other) == pytest.approx(value + foretold, abs=6)


def test_numbers_that_were_spoilt_are_found_again():
    game = load_game("chess")
    weights, data = handcrafted(), samples(500)
    spoilt = copy(weights)
    spoilt.value[0] += 70
    spoilt.value[3] -= 150
    good = texel.linearise(game, weights, "pnbrqk", data, np.zeros(500), ignore).values
    sheet = texel.linearise(game, spoilt, "pnbrqk", data, 1 / (1 + np.exp(-good / SCALE)), ignore)
    change = texel.fit(sheet, SCALE, 1e-9)
    assert sheet.error(change, SCALE) < sheet.error(np.zeros_like(change), SCALE) / 5


def test_switches_of_parts_are_left_alone():
    game, weights = load_game("xiangqi"), traditional()
    sheet = texel.linearise(
        game, weights, NETWORKS["xiangqi"].letters, samples(8, 1, "xiangqi"), np.ones(8), ignore
    )
    assert (texel.apply_change(weights, texel.fit(sheet, SCALE, 1e-9)).parts == weights.parts).all()


def test_the_command_writes_weights_that_an_engine_takes(tmp_path, capsys):
    save_shard(tmp_path / "data", "some", samples(400), {"game": "chess"})
    file = tmp_path / "fitted.safetensors"
    assert main(["texel", "chess", str(tmp_path / "data"), str(file), "--samples", "300"]) == 0
    assert "error on test" in capsys.readouterr().out
    evaluation = Evaluation(load_game("chess"))
    evaluation.choose("handcrafted", str(file))
    assert "fitted" in evaluation.describe()
    assert main(["texel", "chess", str(tmp_path / "data"), str(tmp_path / "no" / "file")]) == 2


@pytest.mark.parametrize("every", [1, 2])
def test_the_command_takes_scores_where_no_result_is(tmp_path, capsys, every):
    data = samples(400)
    data["result"][::every] = UNDECIDED
    save_shard(tmp_path / "data", "some", data, {})
    words = [str(tmp_path / "data"), str(tmp_path / "fitted.safetensors"), "--mix", "0", "--samples", "300"]
    assert main(["texel", "chess", *words]) == 0
    before = capsys.readouterr().out.split("error on test ")[1].split()[0]
    assert float(before) < 0.2, "no chance is above 1"
