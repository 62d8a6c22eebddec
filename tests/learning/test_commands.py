"""Bad input of the trainer's commands is told in one line."""

import json

import numpy as np
import pytest

from boyi.learning.__main__ import main
from boyi.learning.checkpoint import CHECKPOINT
from boyi.learning.nnue.networks import NETWORKS
from boyi.learning.nnue.training import starting_numbers


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ("selfplay chess there --workers 0", "--workers 0"),
        ("selfplay chess there --samples 0 --nodes 0", "--samples 0, --nodes 0"),
        ("strays chess data there --workers 0", "--workers 0"),
        ("recipe chess there --workers 0 --stray-passes 0", "--stray-passes 0, --workers 0"),
        ("nnue chess data there --batch 0", "--batch 0"),
        ("mlp xiangqi data there --batch 0", "--batch 0"),
        ("label xiangqi there --games data --depth 0", "--depth 0"),
        ("einstein rectangles file --size 4", "4 games are too few"),
    ],
)
def test_numbers_that_make_no_sense_are_named(words, complaint, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert main(words.split()) == 2
    (line,) = [line for line in capsys.readouterr().err.splitlines() if line.startswith("train: ")]
    assert complaint in line
    assert not (tmp_path / "there").exists()


def test_what_was_refused_leaves_the_folder_to_a_second_try(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    for games in ("nowhere.pgn", "nothing.pgn"):
        assert main(["td", "there", "--paths", games]) == 2
        assert games in capsys.readouterr().err.splitlines()[-1], "and no word of other settings"


def test_a_start_of_another_kind_is_named(tmp_path):
    np.savez(tmp_path / CHECKPOINT, numbers=np.zeros(3))
    with pytest.raises(ValueError, match="is a run of another kind"):
        starting_numbers(tmp_path, NETWORKS["chess"], 1)


def test_a_ledger_is_no_file_of_masters_games(tmp_path, capsys):
    path = tmp_path / "games.jsonl"
    path.write_text(json.dumps({"record": [None, [["e2e4", 5]]], "score": 0.5}) + "\n")
    assert main(["chessmaps", "chess", str(path), str(tmp_path / "weights")]) == 2
    assert "games.jsonl, line 1: a game is wanted as" in capsys.readouterr().err
