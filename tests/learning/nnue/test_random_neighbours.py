"""Strays are legal neighbours of samples, with the static values that the engine gives them."""

import numpy as np
import pytest

from boyi.engines import load_game
from boyi.engines.evaluation import Evaluation
from boyi.engines.play import bound_value
from boyi.learning.__main__ import main
from boyi.learning.data.samples import UNDECIDED, board_text, card, load, save_shard
from boyi.learning.nnue.networks import NETWORKS
from boyi.learning.nnue.random_neighbours import MOST_MOVES_AWAY, WALKS, RandomNeighbours
from tests.support.learning.positions import samples


def _neighbours(name: str, seed: int = 1) -> RandomNeighbours:
    game = load_game(name)
    return RandomNeighbours(game, Evaluation(game).weights, NETWORKS[name].letters, seed)


@pytest.mark.parametrize("name", ["chess", "xiangqi"])
def test_strays_have_the_static_values_of_their_positions(name):
    game, letters = load_game(name), NETWORKS[name].letters
    weights, sample = Evaluation(game).weights, samples(30, name=name)[-1]
    strays = _neighbours(name).neighbours(sample)
    assert WALKS / 2 < len(strays) <= WALKS
    assert len({stray["board"].tobytes() for stray in strays}) > WALKS / 4
    for stray in strays[:40]:
        pos = game.notation.read(board_text(stray, letters), {})
        assert abs(stray["score"] - bound_value(pos, weights)) <= 1
        changed = stray["board"] != sample["board"]
        assert 0 < changed.sum() <= 4 * MOST_MOVES_AWAY
        assert (stray["result"], stray["game"]) == (UNDECIDED, sample["game"])


def test_strays_depend_on_their_seed():
    sample = samples(30)[-1]
    first, again, other = (_neighbours("chess", seed).neighbours(sample).tobytes() for seed in (1, 1, 2))
    assert first == again != other


def test_a_folder_is_filled_and_a_network_begins_with_strays(tmp_path, capsys):
    save_shard(tmp_path / "data", "a", samples(600), {})
    folders = [str(tmp_path / name) for name in ("data", "strays", "first", "taught", "untaught")]
    assert main(["strays", "chess", folders[0], folders[1], "--samples", "3000", "--workers", "1"]) == 0
    strays = load(NETWORKS["chess"].sample, tmp_path / "strays")
    assert 3000 <= len(strays) <= 3000 + WALKS
    assert len(np.unique(strays["game"])) > 5
    small = ["--batch", "500", "--passes"]
    assert main(["nnue", "chess", folders[1], folders[2], *small, "40", "--rate", "3e-3"]) == 0
    errors = []
    for folder, start in ((folders[3], folders[2]), (folders[4], "")):
        assert main(["nnue", "chess", folders[1], folder, *small, "1", "--start", start]) == 0
        errors.append(float(capsys.readouterr().out.split()[-1]))
    assert errors[0] < errors[1]


def test_strays_end_with_their_samples(tmp_path):
    save_shard(tmp_path / "data", "a", samples(20), {})
    folders = [str(tmp_path / name) for name in ("data", "strays")]
    assert main(["strays", "chess", *folders, "--samples", "1000000", "--workers", "1"]) == 0
    assert 10 * WALKS < len(load(NETWORKS["chess"].sample, tmp_path / "strays")) <= 20 * WALKS


def test_the_same_call_again_adds_other_strays(tmp_path):
    save_shard(tmp_path / "data", "a", samples(60), {})
    words = ["chess", str(tmp_path / "data"), str(tmp_path / "strays"), "--samples", "300", "--workers", "1"]
    assert [main(["strays", *words]) for _ in range(2)] == [0, 0]
    assert len({entry["sha256"] for entry in card(tmp_path / "strays")}) == 2
    assert len(load(NETWORKS["chess"].sample, tmp_path / "strays")) >= 600


@pytest.mark.parametrize("words", [("strays", "chess", "data"), ("selfplay", "chess")])
def test_an_unknown_evaluator_is_named(words, tmp_path, capsys):
    assert main([*words, str(tmp_path), "--evaluator", "guess"]) == 2
    assert "no evaluator 'guess' (known: nnue" in capsys.readouterr().err


def test_games_with_weights_that_are_not_there_are_not_played(tmp_path, capsys):
    assert main(["selfplay", "chess", str(tmp_path), "--weights", "nowhere.safetensors"]) == 2
    assert "nowhere.safetensors" in capsys.readouterr().err


def test_a_start_without_a_run_is_named(tmp_path, capsys):
    save_shard(tmp_path / "data", "a", samples(600), {})
    arguments = ["nnue", "chess", str(tmp_path / "data"), str(tmp_path / "run"), "--batch", "500"]
    assert main([*arguments, "--start", str(tmp_path / "nowhere")]) == 2
    assert "nowhere" in capsys.readouterr().err
