"""Critical situations in finished games."""

import pytest

from boyi.arena.game.record import GamePly, GameRecord
from boyi.engines import load_game
from boyi.learning.costs.situations import MATED, falls, read_situations, reported_score, situations


def test_a_fall_of_more_than_tau_two_plies_later_is_a_situation():
    assert list(falls([20, -10, 30, -90, -71, 80], 100)) == [(2, 4)]
    assert list(falls([20, -10, 30, -90, -70, 80], 100)) == []


def test_a_line_goes_on_while_the_score_falls_and_is_found_once():
    assert list(falls([0, 0, -150, 0, -300, 0, -310], 100)) == [(0, 4)]


def test_both_players_have_situations_of_their_own():
    assert list(falls([0, 0, -200, -300, -200], 100)) == [(0, 2), (1, 3)]


def test_plies_without_a_score_are_passed_over():
    assert list(falls([None, 0, -500, None, -900], 100)) == [(2, 4)]


def test_a_mate_told_is_a_fall_from_any_score():
    assert reported_score(GamePly("e2e4", mate=-3)) == -MATED
    assert reported_score(GamePly("e2e4", mate=2)) == MATED
    assert reported_score(GamePly("e2e4", score=17)) == 17
    assert reported_score(GamePly("e2e4")) is None


def fools_mate(scores):
    moves = ("f2f3", "e7e5", "g2g4", "d8h4")
    return GameRecord(
        None, tuple(GamePly(move, score=score) for move, score in zip(moves, scores, strict=True))
    )


def test_the_line_is_what_was_played():
    game = load_game("chess")
    (found,) = situations(game, fools_mate([0, 30, -900, 900]), 100)
    assert found.line == ("f2f3", "e7e5")
    assert found.position == game.start
    assert not found.endgame


def test_few_pieces_make_an_endgame():
    game = load_game("chess")
    plies = tuple(GamePly(move, score=score) for move, score in (("e2e4", 0), ("e8e7", 0), ("e1e2", -300)))
    (found,) = situations(game, GameRecord("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", plies), 100)
    assert found.endgame


def test_a_ledger_without_falls_is_refused(tmp_path):
    ledger = tmp_path / "games.jsonl"
    ledger.touch()
    with pytest.raises(ValueError, match="no score falls"):
        read_situations(load_game("chess"), ledger, 100)
