"""Self-play: games that end, labels that fit, the same games for the same seed."""

import os
import signal

import numpy as np
import pytest

from boyi.arena.farm.cluster import ClusterFarm
from boyi.arena.farm.farm import InlineFarm
from boyi.arena.inprocess.quick_search import QuickSearch
from boyi.engines import load_game
from boyi.engines.evaluation import Evaluation
from boyi.engines.rules import DRAWN, LOST, ONGOING, WON
from boyi.learning.__main__ import main
from boyi.learning.data import selfplay
from boyi.learning.data.samples import card, load
from boyi.learning.data.selfplay import SelfPlayer, SelfPlayTask
from boyi.learning.nnue.networks import CHESS
from tests.support.learning.positions import walk


@pytest.fixture(scope="module")
def games():
    game = load_game("chess")
    player = SelfPlayer(game, Evaluation(game).weights, 150, 5)
    return [player.play_game(number) for number in range(60)]


def test_results_are_told_from_either_side(games):
    for samples in games:
        winners = {int(s["side"]) ^ (s["result"] == 0) for s in samples if s["result"] != 1}
        assert len(winners) <= 1
        assert not winners or not (samples["result"] == 1).any()
    assert {int(result) for samples in games for result in samples["result"]} >= {0, 2}


def test_scores_and_results_go_together(games):
    every = np.concatenate(games)
    assert every["score"][every["result"] == 2].mean() > 100
    assert every["score"][every["result"] == 0].mean() < -100


def test_the_same_seed_plays_the_same_games(games):
    game = load_game("chess")
    player = SelfPlayer(game, Evaluation(game).weights, 150, 5)
    for number in range(3):
        assert (player.play_game(number) == games[number]).all()


def test_a_search_looks_one_ply_ahead_whatever_it_may_cost():
    game = load_game("chess")
    mind = QuickSearch(game, Evaluation(game).weights)
    for pos in walk(8, seed=2):
        mind.forget()
        short = mind.think(pos, nodes=1)
        mind.forget()
        whole = mind.think(pos, depth=1)
        assert (short.move, short.score) == (whole.move, whole.score)


@pytest.mark.parametrize(
    ("scores", "result"),
    [
        ([1200, -1200, 1300, -1200, 1200], WON),
        ([-1200, 1200, -1300, 1200, -1200], LOST),
        ([1200, 1200, 1300, 1200, 1200], ONGOING),
        ([1200, -1200, 1300, -1200], ONGOING),
        ([0] * 89, ONGOING),
        ([0] * 90, DRAWN),
        ([50] * 76 + [0] * 13 + [9], ONGOING),
    ],
)
def test_games_that_leave_no_doubt_are_ended(scores, result):
    assert selfplay.adjudicated(scores) == result


def test_a_folder_gains_the_samples(tmp_path):
    selfplay.make_samples(SelfPlayTask("chess", 300, 100, 9), tmp_path, InlineFarm())
    assert 300 <= len(load(CHESS.sample, tmp_path)) < 500


def test_the_same_call_again_adds_other_games(tmp_path):
    for seed in ("1", "1", "2"):
        words = ["--samples", "200", "--nodes", "50", "--seed", seed, "--workers", "1"]
        assert main(["selfplay", "chess", str(tmp_path), *words]) == 0
    assert [entry["seed"] for entry in card(tmp_path)] == [1, 2, 3]
    assert len({entry["sha256"] for entry in card(tmp_path)}) == 3
    assert len(load(CHESS.sample, tmp_path)) >= 600


def kill_in_the_midst(monkeypatch):
    """Have a worker of each cluster killed after its second batch, while all of them work; their ids."""
    killed, whole_map = list[int](), ClusterFarm.map

    def deadly_map(self, *given):
        for number, result in enumerate(whole_map(self, *given)):
            if number == 1:
                killed.append(next(iter(self._client.run(os.getpid).values())))
                os.kill(killed[-1], signal.Signals["SIGKILL"])
            yield result

    monkeypatch.setattr(ClusterFarm, "map", deadly_map)
    return killed


@pytest.mark.parametrize("place", [("--workers", "2"), ("--cluster", "local:2")])
def test_many_workers_make_the_same_bytes_as_one_even_if_one_is_killed(tmp_path, place, monkeypatch):
    killed = kill_in_the_midst(monkeypatch)
    words = ["--samples", "4000", "--nodes", "30", "--seed", "7"]
    assert main(["selfplay", "chess", str(tmp_path / "one"), *words, "--workers", "1"]) == 0
    assert main(["selfplay", "chess", str(tmp_path / "many"), *words, *place]) == 0
    assert len(killed) == (place[0] == "--cluster")
    names = sorted(path.name for path in (tmp_path / "one").iterdir())
    assert names == sorted(path.name for path in (tmp_path / "many").iterdir())
    for name in names:
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "many" / name).read_bytes()
