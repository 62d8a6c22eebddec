"""Lessons: every position of a game, and complaints that name what can't be."""

import numpy as np
import pytest

from boyi.engines import load_game
from boyi.engines.play import play
from boyi.learning.data.games import GameReader, TrainingGame, TrainingGameError
from boyi.learning.data.samples import pack
from tests.support.learning.xiangqi_games import lessons


def test_every_position_of_a_game_is_kept():
    game, lesson = load_game("xiangqi"), lessons(1, plies=90)[0]
    samples, pos = GameReader(game).positions(lesson), game.notation.read(game.start, {})
    assert len(samples) == len(lesson.moves) + 1
    for ply, sample in enumerate(samples):
        assert (sample["board"] == pack(pos.board)).all()
        assert (sample["side"], sample["ply"]) == (pos.side, ply)
        if ply < len(lesson.moves):
            play(pos, game.notation.move(pos, lesson.moves[ply]))


def test_what_was_met_before_changes_nothing():
    game = load_game("chess")
    castled = TrainingGame("4k3/8/8/8/8/8/8/4K2R w K - 0 1", ("e1g1", "e8e7"), 1)
    walked = TrainingGame("3k4/8/8/8/8/8/K7/4R3 w - - 0 1", ("e1g1", "d8d7"), 1)
    reader = GameReader(game)
    for lesson in (castled, walked, castled):
        fresh = GameReader(game).positions(lesson)
        assert (np.asarray(reader.positions(lesson)["board"]) == fresh["board"]).all()


def test_an_illegal_move_is_named_with_its_place():
    lesson = TrainingGame("", ("h2e2", "h9g7", "e2e9"), 1, "games.pgn, line 12")
    with pytest.raises(TrainingGameError, match=r"games\.pgn, line 12: illegal move e2e9"):
        GameReader(load_game("xiangqi")).positions(lesson)


def test_games_of_one_opening_are_on_one_side_of_the_split():
    one, other = (TrainingGame("", ("h2e2", "h9g7", *rest), 1) for rest in (("b0c2",), ("h0g2", "i9h9")))
    assert one.mark(2) == other.mark(2) != one.mark()
    assert one.mark(3) != other.mark(3)
    shares = [TrainingGame("", (str(i),), 0).is_validation_game(1, 0.25) for i in range(2000)]
    assert 0.2 < np.mean(shares) < 0.3
