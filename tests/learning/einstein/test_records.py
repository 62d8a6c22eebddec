"""Winners' moves from records: every format gives the same situations, and faults are named."""

import random
from dataclasses import replace

import numpy as np
import pytest

from boyi.engines.einstein.moves import roll
from boyi.engines.einstein.notation import read, squares
from boyi.engines.einstein.placement import layout
from boyi.engines.einstein.position import ends
from boyi.engines.play import legal_moves, play, result
from boyi.engines.rules import ONGOING
from boyi.learning.einstein.policy.records import read_winners
from boyi.learning.einstein.policy.situations import SITUATION, legal_choices, winners
from boyi.protocol.records.ecui import write_ecui
from boyi.protocol.records.einstein_examples import examples, write_example
from boyi.protocol.records.einstein_game import EinsteinGame, EinsteinPly
from boyi.protocol.records.wtn import WtnHeading, write_wtn


def random_game(rng: random.Random) -> EinsteinGame:
    pos, plies = read(layout(rng)), list[EinsteinPly]()
    begun = squares(pos)
    while result(pos) == ONGOING:
        roll(pos, rng)
        move = rng.choice(legal_moves(pos))
        start, goal = ends(move)
        plies.append(EinsteinPly(int(pos.side), int(pos.die), start + 1, goal + 1))
        play(pos, move)
    return EinsteinGame((tuple(begun[:6]), tuple(begun[6:])), tuple(plies)).with_result()


GAMES = [random_game(random.Random(seed)) for seed in range(6)]


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "lines").mkdir()
    lines = [write_example(line) for game in GAMES for line in examples(game)]
    (tmp_path / "lines" / "a.txt").write_text("\n".join(lines))
    (tmp_path / "ecui.txt").write_text(write_ecui(GAMES))
    wtn = "".join(write_wtn(game, WtnHeading("Köln", "棋", "Jena")) for game in GAMES)
    (tmp_path / "wtn.txt").write_bytes(wtn.replace("ö", "o").encode("gb18030"))
    return tmp_path


def test_all_formats_give_the_same_situations(folder):
    lines, ecui, wtn = (read_winners([folder / name]) for name in ("lines", "ecui.txt", "wtn.txt"))
    assert lines.dtype == SITUATION and len(lines) > 30
    assert (lines == ecui).all() and (lines == wtn).all()
    assert (winners(lines) == lines).all() and sorted(set(lines["game"])) == list(range(6))
    assert legal_choices(lines)[np.arange(len(lines)), lines["choice"]].all()


def test_games_of_several_files_are_told_apart(folder):
    both = read_winners([folder / "ecui.txt", folder / "wtn.txt"])
    assert sorted(set(both["game"])) == list(range(12))


def test_a_game_that_nobody_won_teaches_nothing(folder):
    (folder / "ecui.txt").write_text(write_ecui([replace(GAMES[0], plies=GAMES[0].plies[:4], winner=None)]))
    assert len(read_winners([folder / "ecui.txt"])) == 0


FAULTY = {
    "(R)(5)(25 24 20 23 19 15)(1 2 3 6 7 11)(7)(25)": "7-25 is no legal move with die 5",
    "(R)(5)(25 24 20": "no training line",
    "hello": "line 1 is none of a record",
    "#[WTN]": "begins with",
}


@pytest.mark.parametrize("text", FAULTY)
def test_a_fault_is_named_with_its_file(tmp_path, text):
    (tmp_path / "spoilt.txt").write_text(text)
    with pytest.raises(ValueError, match=FAULTY[text]) as caught:
        read_winners([tmp_path])
    assert "spoilt.txt" in str(caught.value)
