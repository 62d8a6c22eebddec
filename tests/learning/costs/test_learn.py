"""Learning of prices: the descent finds cheap ones, and a run broken off ends the same."""

from dataclasses import dataclass, field, replace
from unittest.mock import Mock

import pytest

from boyi.engines import load_game
from boyi.engines.evaluation import Evaluation
from boyi.engines.weights import load
from boyi.learning.__main__ import main
from boyi.learning.costs import learn
from boyi.learning.costs.descent import StepSizes
from boyi.learning.costs.learn import learn_offline, write_weights
from boyi.learning.costs.solving import SuiteCost
from boyi.learning.run import Run, RunError

GENTLE = StepSizes(rate=3.0, decay=0.85, largest=0.15, delta=0.1)
PACE = replace(GENTLE, steps=12)


@dataclass
class Bowl:
    """An examiner whose suite costs least where checks cost 12 and the rest 48 sixtieths of a ply."""

    searched: int = 0
    asked: list[tuple[int, ...]] = field(default_factory=list)

    def total(self, costs):
        self.asked.append(costs)
        return SuiteCost(100_000 + (costs[0] - 12) ** 2 * 40 + sum((c - 48) ** 2 * 40 for c in costs[1:]), 3)


@dataclass(frozen=True)
class Terms:
    """What a run here is defined by."""

    nodes: int = 1000


def learned(folder, examiner, pace):
    with Run(folder, Terms()) as run:
        return learn_offline(examiner, 3, pace, run)


def test_prices_descend_to_what_costs_least(tmp_path):
    weights = learned(tmp_path, Bowl(), replace(GENTLE, steps=40, rate=6.0, decay=0.95))
    assert weights == pytest.approx((0.2, 0.8, 0.8), abs=0.08)


def test_a_run_broken_off_ends_bit_for_bit_the_same(tmp_path):
    whole = learned(tmp_path / "whole", Bowl(), PACE)
    for steps in (1, 5, 12):
        again = learned(tmp_path / "parts", Bowl(), replace(GENTLE, steps=steps))
    assert again == whole
    logs = [(tmp_path / name / "log.jsonl").read_text() for name in ("whole", "parts")]
    assert logs[0] == logs[1]


def test_a_line_that_a_kill_left_half_is_made_anew(tmp_path):
    whole = learned(tmp_path / "whole", Bowl(), PACE)
    learned(tmp_path / "cut", Bowl(), replace(GENTLE, steps=4))
    with (tmp_path / "cut" / "log.jsonl").open("a") as log:
        log.write('{"step": 4, "wei')
    assert learned(tmp_path / "cut", Bowl(), PACE) == whole


def test_a_finished_run_searches_nothing(tmp_path):
    learned(tmp_path, Bowl(), PACE)
    idle = Bowl()
    learned(tmp_path, idle, PACE)
    assert idle.asked == []


def test_a_folder_of_another_run_is_refused(tmp_path):
    learned(tmp_path, Bowl(), PACE)
    with pytest.raises(RunError, match="nodes = 1000, not 2000"):
        Run(tmp_path, Terms(2000))


def test_learned_prices_are_a_weight_file_of_the_default_evaluator(tmp_path):
    path, evaluation = tmp_path / "extensions.safetensors", Evaluation(load_game("chess"))
    write_weights(path, "chess", (0.1, 0.254, 1.0, 0.0, 0.5), {"suite": "own"})
    file = load(path, "chess", evaluation.evaluator, evaluation.weights.dtype)
    assert file.costs is not None
    assert file.costs.tolist() == [10, 25, 100, 0, 50]
    assert file.provenance == {"suite": "own"}
    assert file.weights.tobytes() == evaluation.weights.tobytes()


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["extensions", "chess", "nowhere.epd"], "nowhere.epd"),
        (["extensions", "chess", "nowhere.jsonl", "--method", "games"], "nowhere.jsonl"),
        (["chessmaps", "chess", "nowhere.pgn"], "nowhere.pgn"),
    ],
)
def test_a_file_that_is_not_there_is_told_in_one_line(tmp_path, capsys, words, complaint):
    assert main([*words[:3], str(tmp_path / "run"), *words[3:]]) == 2
    told = capsys.readouterr().err
    assert told.startswith("train: ") and complaint in told and told.count("\n") == 1


def test_what_was_learned_is_not_learned_again(tmp_path, monkeypatch):
    searched = Mock(return_value=(0.1, 0.5))
    monkeypatch.setattr(learn, "learn_suite", searched)
    order = learn.CostLearning("chess", "some.epd")
    found = [learn.learn(order, PACE, tmp_path) for _ in range(2)]
    assert found == [(0.1, 0.5)] * 2
    searched.assert_called_once()
    with pytest.raises(RunError, match="other settings"):
        learn.learn(order, replace(PACE, steps=3), tmp_path)
