"""TD-Leaf: the positions learned from are those that searches end with."""

import numpy as np

from boyi.arena.inprocess.quick_search import QuickSearch
from boyi.engines import load_game
from boyi.engines.play import bound_value, play, try_move
from boyi.engines.search.table import MATE_BOUND
from boyi.engines.xiangqi.evaluation import networks
from boyi.learning.data.samples import pack
from boyi.learning.td.leaves import PrincipalLeaves
from boyi.learning.td.trainer import TrainingSchedule, UpdateRule
from tests.support.learning.teachers import taught
from tests.support.learning.xiangqi_games import lessons


def test_a_leaf_is_worth_what_the_search_said():
    game, weights, lesson = load_game("xiangqi"), networks.random_mlp(100), lessons(1, plies=24)[0]
    pos, mind, found = game.notation.read(game.start, {}), QuickSearch(game, weights), 0
    samples = PrincipalLeaves(game, weights, 2).find(lesson, weights).samples
    for ply, text in enumerate(lesson.moves):
        thought, leaf = mind.think(pos, depth=2), pos.copy()
        for move in thought.line:
            try_move(leaf, move)
        assert (samples[ply]["board"] == pack(leaf.board)).all()
        assert samples[ply]["side"] == leaf.side == (ply + len(thought.line)) % 2
        sign = 1 if len(thought.line) % 2 == 0 else -1
        found += (
            abs(sign * bound_value(leaf, weights) - thought.score) < 20 or abs(thought.score) > MATE_BOUND
        )
        play(pos, game.notation.move(pos, text))
    assert found > 0.8 * len(lesson.moves)


def test_leaves_are_learned_from(tmp_path):
    made = taught(
        tmp_path,
        UpdateRule("leaf", rate=0.02, depth=1),
        TrainingSchedule(games=6, every=3),
        lessons(2, plies=12),
    )
    before = networks.random_mlp(100)
    assert np.abs(made.learner.export().first - before.first).max() > 1e-4
