"""Labels of games on a farm: as one process would make them."""

import numpy as np

from boyi.arena.farm.farm import InlineFarm
from boyi.arena.farm.processes import ProcessFarm
from boyi.engines import load_game
from boyi.engines.evaluation import choice_of
from boyi.learning.data.labels import BATCH, LabelChore, labelled
from boyi.learning.data.sources.self_games import InprocessGames


def test_many_workers_make_the_labels_of_one():
    source = InprocessGames(load_game("chess"), 3).games(0)
    games = [next(source) for _ in range(BATCH + 5)]
    chore = LabelChore("chess", choice_of(load_game("chess"), "material").weights, 1, 0.05, 7)
    alone = list(labelled(chore, games, InlineFarm()))
    with ProcessFarm(2) as farm:
        together = list(labelled(chore, games, farm))
    assert len(alone) == len(games) and sum(map(len, alone)) > 10
    assert all(np.array_equal(one, other) for one, other in zip(alone, together, strict=True))
