"""Small courses of teaching, for the tests of learning."""

from boyi.learning.run import Run
from boyi.learning.td.learners import NetworkSpec
from boyi.learning.td.trainer import TdTrainer, TrainingSchedule, UpdateRule
from tests.support.learning.xiangqi_games import lessons

RULE = UpdateRule(rate=0.01, step="adam", fading=0.9)
COURSE = TrainingSchedule(games=120, every=25)


class Listed:
    """A source of games that are at hand, over and over."""

    def __init__(self, games):
        self._games = games

    def games(self, first):
        while True:
            yield self._games[first % len(self._games)]
            first += 1

    def summary(self):
        return {"games": len(self._games)}


def teacher(run, rule=RULE, course=COURSE, games=None):
    """A teacher of a network, in a run that is open."""
    games = lessons(12, plies=30) if games is None else games
    learner = NetworkSpec("xiangqi", "mlp100", 91).learner()
    return TdTrainer("xiangqi", "mlp100", learner, Listed(games), rule, course, run, games[:3])


def taught(folder, rule=RULE, course=COURSE, games=None):
    """A teacher after its course."""
    with Run(folder, course) as run:
        made = teacher(run, rule, course, games)
        made.train()
    return made
