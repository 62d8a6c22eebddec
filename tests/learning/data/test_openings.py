"""Openings of self-play: each kind comes, all of them can be played, the same ones for the same seed."""

import random

import pytest

from boyi.arena.inprocess.quick_search import QuickPlayer, QuickSearch
from boyi.engines import load_game
from boyi.engines.evaluation import Evaluation
from boyi.engines.play import legal_moves, pieces
from boyi.learning.data.openings import BALANCED, UNEVEN, OpeningSource, thinned
from tests.support.learning.positions import walk


def _source(name, seed):
    game = load_game(name)
    judge = QuickPlayer(QuickSearch(game, Evaluation(game).weights), 50)
    source = OpeningSource(game, random.Random(seed), judge)
    return game, judge, source


@pytest.mark.parametrize("name", ["chess", "xiangqi"])
def test_openings_of_all_kinds_come_and_can_be_played(name):
    game, judge, source = _source(name, 3)
    source.see(walk(12, 4, name)[-1])
    drawn = [source.draw() for _ in range(60)]
    assert all(legal_moves(pos) for pos in drawn)
    judge.forget()
    scores = [abs(judge.think(pos).score) for pos in drawn]
    assert sum(score <= BALANCED for score in scores) > 25
    assert sum(BALANCED < score <= UNEVEN + 300 for score in scores) > 3
    full = pieces(game.notation.read(game.start, {}))
    assert sum(pieces(pos) < full - 12 for pos in drawn) > 3


def test_the_same_seed_draws_the_same_openings():
    drawn = []
    for _ in range(2):
        game, _, source = _source("xiangqi", 8)
        drawn.append([game.notation.write(source.draw()) for _ in range(6)])
    assert drawn[0] == drawn[1]


def test_only_pieces_are_taken_off():
    start, rng = load_game("xiangqi").start, random.Random(1)
    for _ in range(20):
        board, side, *rest = thinned(start, rng).split()
        assert (side, rest) == ("w", ["-", "-", "0", "1"])
        assert board.count("k") == board.count("K") == 1
        rows = board.split("/")
        assert [sum(int(c) if c.isdigit() else 1 for c in row) for row in rows] == [9] * 10
