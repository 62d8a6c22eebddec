"""Road weights of the greedy player: TD(0) against a plain reading of its formula, runs that resume, fits."""

import itertools
import json

import numpy as np
import pytest

from boyi.engines.connect6 import notation
from boyi.engines.connect6.evaluation import weights
from boyi.engines.connect6.search.state import points
from boyi.engines.connect6.shape import CONNECT6
from boyi.engines.jit import Record, new
from boyi.engines.play import play, result
from boyi.engines.rules import LOST, ONGOING
from boyi.learning import __main__ as train
from boyi.learning.checkpoint import CHECKPOINT
from boyi.learning.connect6 import fit
from boyi.learning.connect6.duels import GreedyMatch, published_points
from boyi.learning.connect6.pairs import PAPER
from boyi.learning.connect6.td import MOST_TURNS, GreedyTraining, play_and_learn, play_learning_game
from boyi.learning.reproductions import connect6_td
from boyi.learning.run import Run
from tests.support.engines.connect6_kernels import plain

NO_ENDS = fit.NO_ENDS


def roads_of(pos: Record, mover: int) -> np.ndarray:
    """Features counted on a plain board: windows of six that one colour alone has stones on."""
    board, found = plain(pos), np.zeros(12)
    for x, y in itertools.product(range(19), range(19)):
        for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
            window = [(x + i * dx, y + i * dy) for i in range(6)]
            if all(0 <= a < 19 and 0 <= b < 19 for a, b in window):
                colours = [board.stones[point] for point in window if point in board.stones]
                if colours and len(set(colours)) == 1:
                    found[(0 if colours[0] == mover else 6) + len(colours) - 1] += 1
    return found


def learned_plainly(turns: list[int], quiet: int, rate: float, lowest: float) -> np.ndarray:
    """The formula, word by word, over a recorded game."""
    theta, pos, seen = fit.HAND[0].copy(), notation.read(CONNECT6.start), []

    def value(phi: np.ndarray) -> float:
        return float(lowest + (1 - lowest) / (1 + np.exp(-theta @ phi)))

    def step(phi: np.ndarray, target: float) -> np.ndarray:
        change: np.ndarray = rate * (target - value(phi)) * phi / (phi @ phi)
        return change

    for number, turn in enumerate(turns):
        mover = int(pos.side)
        for point in dict.fromkeys(points(turn)):
            if result(pos) == ONGOING:
                play(pos, point + 1)
        seen.append(roads_of(pos, mover))
        last = number == len(turns) - 1
        if number >= max(quiet, 2):
            theta += step(seen[-3], 1.0 if last else value(seen[-1]))
        if last:
            theta += step(seen[-2], -1.0)
    final: np.ndarray = theta
    return final


def taught(lesson: GreedyTraining, number: int) -> tuple[np.ndarray, list[int], int]:
    """Weights after a game, the game, and its quiet turns."""
    rng, theta = np.random.default_rng(number), fit.HAND.copy()
    quiet, turns = 6 + number % 5, np.zeros(MOST_TURNS, np.int64)
    luck, start = rng.random((MOST_TURNS, 3)), notation.read(CONNECT6.start)
    rule = (lesson.rate, lesson.exploration, lesson.lowest)
    count = play_learning_game(start, new(PAPER), theta, NO_ENDS, luck, quiet, *rule, turns)
    assert result(start) == LOST
    return theta, [int(turn) for turn in turns[:count]], quiet


@pytest.mark.parametrize(("number", "lowest"), [(0, 0.0), (1, -1.0)])
def test_a_game_changes_the_weights_as_the_formula_says(number, lowest):
    lesson = GreedyTraining(0.1, 0.1, lowest)
    theta, turns, quiet = taught(lesson, number)
    expected = learned_plainly(turns, quiet, lesson.rate, lowest)
    assert np.abs(theta[0] - expected).max() < 1e-12
    assert np.abs(theta[0] - fit.HAND[0]).max() > 1e-4


def test_the_first_turns_are_not_drawn_by_lot():
    """However often turns stray, all games begin alike."""
    games = [taught(GreedyTraining(0.0, 1.0), number)[1][:6] for number in (0, 5)]
    assert games[0] == games[1]
    assert taught(GreedyTraining(0.0, 1.0), 0)[1] != taught(GreedyTraining(0.0, 1.0), 5)[1]


def test_lessons_taken_in_two_parts_end_with_the_same_weights():
    whole, parts = fit.HAND.copy(), fit.HAND.copy()
    assert list(play_and_learn(whole, GreedyTraining(), 3, 0, 6)) == [1, 2, 3, 4, 5, 6]
    for first, end in ((0, 4), (4, 6)):
        list(play_and_learn(parts, GreedyTraining(), 3, first, end))
    assert (whole == parts).all()
    assert (whole != fit.HAND).any()


def test_the_slope_of_a_fit_is_that_of_its_likelihood():
    rng = np.random.default_rng(2)
    sides, results, numbers = rng.random((40, 3)), rng.integers(0, 2, 40), rng.normal(size=3)

    def likelihood(numbers: np.ndarray) -> float:
        chances = 1 / (1 + np.exp(-sides @ numbers))
        sure = results * np.log(chances) + (1 - results) * np.log(1 - chances)
        return float(sure.sum() - fit.RIDGE / 2 * numbers @ numbers)

    for i, slope in enumerate(fit.slope(numbers, sides, results)):
        nudge = 1e-5 * np.eye(3)[i]
        rise = (likelihood(numbers + nudge) - likelihood(numbers - nudge)) / 2e-5
        assert slope == pytest.approx(rise, abs=1e-6)


def test_a_fit_finds_the_weights_that_made_the_results():
    rng = np.random.default_rng(4)
    features = rng.integers(0, 12, (40_000, 12)).astype(float)
    true = np.array([0.0, 0.05, 0.1, 0.3, 0, 0, 0.0, -0.06, -0.12, -0.5, 0, 0])
    results = rng.random(len(features)) < 1 / (1 + np.exp(-features @ true - 1.0))
    found = fit.fit_weights(
        fit.GameFeatures(features, results.astype(float), np.zeros(len(features), np.int64))
    )
    assert found[[1, 2, 3, 7, 8, 9]] == pytest.approx(true[[1, 2, 3, 7, 8, 9]] * 0.389 / 0.5, abs=0.02)


def test_points_as_published():
    assert published_points([1.0, 0.5, 0.0, 1.0]) == "5:3"


SMALL = ("--games", "8", "--rounds", "2", "--round-games", "4", "--duels", "4")


def test_a_reproduction_broken_off_ends_with_the_same_weights(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(connect6_td, "TRIAL", 2)
    assert train.main(("reproduce", "connect6-td", str(tmp_path / "whole"), *SMALL)) == 0
    assert "138:62" in capsys.readouterr().out
    rows = {name: json.loads((tmp_path / "whole" / f"{name}.json").read_text()) for name in connect6_td.ROWS}
    assert len({str(row["weights"]) for row in rows.values()}) == len(rows)
    assert "TD(0) as published" in (tmp_path / "whole" / "report.html").read_text()
    again = tmp_path / "again"
    plan = connect6_td.Connect6TdPlan(games=8, rounds=2, round_games=4, duels=4)
    theta = fit.HAND.copy()
    list(play_and_learn(theta, GreedyTraining(plan.rate, plan.straying, 0.0), plan.seed, 0, 5))
    with Run(again / "printed", plan) as run:
        run.keep(5, {"theta": theta})
    assert (again / "printed" / CHECKPOINT).exists()
    assert train.main(("reproduce", "connect6-td", str(again), *SMALL)) == 0
    for name, row in rows.items():
        assert json.loads((again / f"{name}.json").read_text()) == row


def test_nonsense_is_refused_in_one_line(tmp_path, capsys):
    assert train.main(("reproduce", "connect6-td", str(tmp_path), "--games", "0")) == 2
    assert capsys.readouterr().err.count("\n") == 1
    assert not list(tmp_path.iterdir())


def test_the_shipped_weights_beat_the_hand_set_ones():
    """In games of their own; over 1,000 they have 72 % of the points."""
    shipped = weights.bold()
    theta = np.concatenate((shipped.own_roads, shipped.enemy_roads)).reshape(1, 12) / 10_000
    duel = GreedyMatch(theta, fit.HAND, NO_ENDS, seed=9)
    assert sum(duel.play(number) for number in range(100)) > 58
