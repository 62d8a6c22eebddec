"""What samples teach: scores, results, mixtures, and TD(λ) over the scores of a game."""

import numpy as np
import pytest

from boyi.learning.data.samples import UNDECIDED
from boyi.learning.nnue.networks import CHESS
from boyi.learning.nnue.targets import targets

SCALE = 200.0


def game(scores, sides, plies, result, number=1):
    made = np.zeros(len(scores), CHESS.sample)
    made["score"], made["side"], made["ply"], made["game"] = scores, sides, plies, number
    made["result"] = [result if side == 0 else 2 - result for side in sides]
    return made


def chance(score):
    return 1 / (1 + np.exp(-np.asarray(score) / SCALE))


def test_scores_alone_and_results_alone():
    samples = game([100, -300], [0, 1], [0, 1], 2)
    assert targets(samples, SCALE, 1.0) == pytest.approx(chance([100, -300]), abs=1e-6)
    assert targets(samples, SCALE, 0.0).tolist() == [1.0, 0.0]
    assert targets(samples, SCALE, 0.25) == pytest.approx(
        0.25 * chance([100, -300]) + 0.75 * np.array([1, 0]), abs=1e-6
    )


def test_without_a_result_the_score_is_all():
    samples = game([50], [0], [0], 2)
    samples["result"] = UNDECIDED
    for decay in (0.0, 0.7):
        assert targets(samples, SCALE, 0.2, decay) == pytest.approx(chance([50]), abs=1e-6)


def test_later_scores_of_the_game_count_by_the_plies_between():
    samples = game([100, -200, 300], [0, 1, 0], [0, 1, 4], 2)
    last = 0.5 * chance(300) + 0.5 * 1.0
    middle = (1 - 0.5**3) * chance(-200) + 0.5**3 * (1 - last)
    first = 0.5 * chance(100) + 0.5 * (1 - middle)
    assert targets(samples, SCALE, 1.0, 0.5) == pytest.approx([first, middle, last], abs=1e-6)


def test_a_decay_of_one_is_the_result_and_games_do_not_mix():
    samples = np.concatenate([game([100, -90], [0, 1], [3, 4], 0, 1), game([80, 70], [1, 1], [2, 6], 1, 2)])
    samples = samples.astype(CHESS.sample)
    assert targets(samples, SCALE, 1.0, 1.0) == pytest.approx([0, 1, 0.5, 0.5], abs=1e-6)
