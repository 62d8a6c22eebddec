"""Learning of prices: the descent finds cheap ones, and a run broken off ends the same."""

from dataclasses import dataclass, field, replace

import pytest

from boyi.engines import load_game
from boyi.engines.evaluation import Evaluation
from boyi.engines.weights import load
from boyi.learning.__main__ import main
from boyi.learning.control.descent import Pace
from boyi.learning.control.extensions import learn_offline, write_weights
from boyi.learning.control.journal import Journal
from boyi.learning.control.solving import Sum

GENTLE = Pace(rate=3.0, decay=0.85, largest=0.15)
PACE = replace(GENTLE, steps=12)


@dataclass
class Bowl:
    """An examiner whose suite costs least where checks cost 12 and the rest 48 sixtieths of a ply."""

    searched: int = 0
    asked: list[tuple[int, ...]] = field(default_factory=list)

    def total(self, costs):
        self.asked.append(costs)
        return Sum(100_000 + (costs[0] - 12) ** 2 * 40 + sum((c - 48) ** 2 * 40 for c in costs[1:]), 3)


def journal(folder, **settings):
    return Journal(folder, {"game": "chess", **settings})


def test_prices_descend_to_what_costs_least(tmp_path):
    weights = learn_offline(Bowl(), 3, replace(GENTLE, steps=40, rate=6.0, decay=0.95), journal(tmp_path))
    assert weights == pytest.approx((0.2, 0.8, 0.8), abs=0.08)


def test_a_run_broken_off_ends_bit_for_bit_the_same(tmp_path):
    whole = learn_offline(Bowl(), 3, PACE, journal(tmp_path / "whole"))
    for steps in (1, 5, 12):
        again = learn_offline(Bowl(), 3, replace(GENTLE, steps=steps), journal(tmp_path / "parts"))
    assert again == whole
    logs = [(tmp_path / name / "log.jsonl").read_text() for name in ("whole", "parts")]
    assert logs[0] == logs[1]


def test_a_line_that_a_kill_left_half_is_made_anew(tmp_path):
    whole = learn_offline(Bowl(), 3, PACE, journal(tmp_path / "whole"))
    learn_offline(Bowl(), 3, replace(GENTLE, steps=4), journal(tmp_path / "cut"))
    with (tmp_path / "cut" / "log.jsonl").open("a") as log:
        log.write('{"step": 4, "wei')
    assert learn_offline(Bowl(), 3, PACE, journal(tmp_path / "cut")) == whole


def test_a_finished_run_searches_nothing(tmp_path):
    learn_offline(Bowl(), 3, PACE, journal(tmp_path))
    idle = Bowl()
    learn_offline(idle, 3, PACE, journal(tmp_path))
    assert idle.asked == []


def test_a_folder_of_another_run_is_refused(tmp_path):
    journal(tmp_path, nodes=1000)
    with pytest.raises(ValueError, match="belongs to another run"):
        journal(tmp_path, nodes=2000)


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
