"""Xiangqi against the data folder beside the project: counts of lines, judgements of repetitions, mates."""

import json
from pathlib import Path
from typing import Any

import pytest

from boyi.engines import load_game
from boyi.engines.play import perft, play
from boyi.engines.rules import DRAWN, LOST, ONGOING, WON
from boyi.engines.xiangqi import notation
from tests.support.engines import kernels
from tests.support.engines.listening import Listener

pytestmark = pytest.mark.shared
DATA = Path(__file__).resolve().parents[3] / "shared" / "data" / "xiangqi"
DEPTH = 4
JUDGEMENTS = {ONGOING: "Undecided", LOST: "Loss", DRAWN: "Draw", WON: "Win"}
NO_REPETITION = "2b1ka1P1/4a4/b8/p5R2/8c/7R1/P1p3p2/3rBn3/N2C2n1C/3K1NB2 w - - 0 1"
"""A case whose last position never stood before, so that no rule set can judge it there."""


def data(name: str) -> str:
    path = DATA / name
    if not path.exists():
        pytest.skip(f"there is no {path}")
    return path.read_text()


def test_as_many_lines_as_three_other_programs_count():
    for name, fen, counts, _ in json.loads(data("perft_16.json")):
        pos = notation.read(fen)
        for depth, count in enumerate(counts[:DEPTH], 1):
            assert perft(pos, depth) == count, (name, depth)


def judgement(case: dict[str, Any]) -> str:
    """What the last position is in a game in which its loop is played until the rules judge it."""
    pos = notation.read(case["fen"])
    moves, keys = case["moves"], [int(pos.key)]
    for name in moves:
        play(pos, notation.move(pos, name))
        keys.append(int(pos.key))
    loop = moves[keys.index(keys[-1]) :]
    for name in loop * (int(pos.returns) - keys[:-1].count(keys[-1])):
        play(pos, notation.move(pos, name))
    return JUDGEMENTS[kernels.outcome(pos, 0)]


def test_repetitions_are_judged_as_the_referees_do():
    cases = json.loads(data("repetition_cases_115.json"))
    assert {case["fen"] for case in cases if judgement(case) != case["stm_result"]} == {NO_REPETITION}


def test_short_mates_are_found_at_once():
    """Some of the distances in the file are longer than need be; a shorter mate is as right."""
    cases = [json.loads(line) for line in data("mates_800.jsonl").splitlines()]
    listener = Listener(load_game("xiangqi"), Hash=16)
    for case in [case for case in cases if case["mate_in"] <= 3][::25]:
        listener.engine.new_game()
        listener.engine.set_position(case["fen"], [])
        listener.best(mate=case["mate_in"], movetime=2000)
        mate = listener.infos[-1].score.mate
        assert mate is not None, case["fen"]
        assert 0 < mate <= case["mate_in"], case["fen"]
