"""Regret: a set made by our own search, and what players' choices give away by it."""

import json
from pathlib import Path

import pytest

from boyi.arena.tools import einstein_positions, einstein_regret
from boyi.arena.tools.einstein_positions import Judge, JudgedPosition, position, read_positions
from boyi.engines.einstein.notation import write

SAMPLE = Path(__file__).parents[2] / "data/einstein_regret.jsonl"


@pytest.fixture(scope="module")
def sample() -> list[JudgedPosition]:
    return read_positions(SAMPLE)


def test_the_sample_has_as_many_positions_of_each_number_of_pieces(sample):
    counts = [sum(judged.pieces == pieces for judged in sample) for pieces in range(7, 13)]
    assert len(sample) == 120 and counts == [20] * 6
    assert all(0 <= chance <= 1 for judged in sample for chance in judged.chances.values())
    assert all(len(judged.chances) > 1 and judged.depth >= 4 for judged in sample)


def test_a_position_comes_from_its_number_and_is_judged_again_alike(sample):
    judge = Judge(1000, megabytes=4)
    assert [write(position(number, 1, judge)) for number in (0, 7)] == [sample[0].text, sample[7].text]


def test_regret_is_what_the_best_move_has_more():
    judged = JudgedPosition("", {"1:25-24": 0.5, "1:25-20": 0.625}, 7, False)
    assert (judged.regret("1:25-20"), judged.regret("1:25-24")) == (0, 0.125)


def test_better_players_have_less_regret(capsys):
    players = ["random", "expectimax@200", "expectimax@3000"]
    assert einstein_regret.main([*players, "--file", str(SAMPLE)]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith("120 positions, ")
    regrets = [float(line.split("|")[2].split()[0]) for line in shown.splitlines()[3:]]
    assert regrets[0] > 3 * regrets[1] > 4 * regrets[2] >= 0


def test_a_set_is_made_and_gone_on_with(tmp_path, capsys):
    path = tmp_path / "a" / "set.jsonl"
    arguments = ["--nodes", "500", "--file", str(path), "--positions"]
    assert einstein_positions.main([*arguments, "3"]) == 0
    whole = path.read_bytes()
    path.write_bytes(whole[:-20])  # broken off in the middle of a line
    assert einstein_positions.main([*arguments, "5"]) == 0
    assert path.read_bytes().startswith(whole)
    assert [judged.pieces for judged in read_positions(path)] == [7, 8, 9, 10, 11]


FAULTY = [
    ({"position": "25 24 b 1"}, "14 fields"),
    ({"chances": {"1:25-24": 0.5}}, "its moves"),
    ({"chances": 3}, "no attribute"),
    ({"depth": "x"}, "invalid literal"),
]


@pytest.mark.parametrize(("change", "word"), FAULTY)
def test_a_spoilt_set_is_one_line_and_code_2(tmp_path, capsys, change, word):
    line = json.loads(SAMPLE.read_text().splitlines()[0]) | change
    (tmp_path / "set").write_text(json.dumps(line) + "\n")
    assert einstein_regret.main(["random", "--file", str(tmp_path / "set")]) == 2
    assert word in capsys.readouterr().err


def test_what_is_not_there_is_one_line_and_code_2(tmp_path, capsys):
    assert einstein_regret.main(["random", "--file", str(tmp_path / "none")]) == 2
    assert einstein_regret.main(["nobody", "--file", str(SAMPLE)]) == 2
    assert capsys.readouterr().err.count("\n") == 2
