"""Pairs: their score, and a file that outlives a kill."""

import pytest

from boyi.arena.inprocess.pairs import PairFile, PairScore


def test_scores_and_their_bars():
    score = PairScore((1.0, 1.0, 1.0, 0.0, 0.0, 0.0, 0.5, 0.5, 1.0, 1.0, 1.0, 1.0, 0.0, 1.0, 0.5, 0.5))
    assert score.share == 10 / 16
    assert score.error == pytest.approx(1.96 * 0.3536 / 8**0.5, abs=0.01)
    assert (str(score), str(score.other)) == ("62.5 ± 24.5", "37.5 ± 24.5")
    assert (score.wdl, score.other.counts) == ("8/4/4", (4, 4, 8))


def test_matches_of_one_file_are_told_apart_and_gone_on_with(tmp_path):
    path = tmp_path / "pairs.jsonl"
    first = PairFile(path)
    first.add("a", 1, (1.0, 0.5))
    first.add("b", 0, (0.0, 0.0))
    again = PairFile(path)
    assert again.missing("a", 3) == [0, 2]
    again.add("a", 0, (0.5, 0.5))
    assert again.score("a") == PairFile(path).score("a") == PairScore((0.5, 0.5, 1.0, 0.5))
    assert again.score("a", 1) == PairScore((0.5, 0.5))
    assert again.score("c") == PairScore()


def test_a_line_that_was_not_finished_is_played_again(tmp_path):
    path = tmp_path / "pairs.jsonl"
    path.write_text('["a", 0, 1.0, 1.0]\n["a", 1, 0.')
    pairs = PairFile(path)
    assert pairs.missing("a", 2) == [1]
    pairs.add("a", 1, (0.0, 0.5))
    assert PairFile(path).score("a").wdl == "2/1/1"
