"""Small courses of teaching, for the tests of learning."""

from boyi.engines.xiangqi import networks
from boyi.learning import xiangqi_mlp
from boyi.learning.mlp import MlpLearner
from boyi.learning.runs import Run
from boyi.learning.teaching import Course, Rule, Teacher
from tests.learning.xiangqi_games import lessons

assert xiangqi_mlp.SAMPLE.itemsize  # what networks are shown is registered
RULE = Rule(rate=0.01, step="adam", fading=0.9)
COURSE = Course(games=120, every=25)


class Listed:
    """A source of games that are at hand, over and over."""

    def __init__(self, games):
        self._games = games

    def games(self, first):
        while True:
            yield self._games[first % len(self._games)]
            first += 1

    def told(self):
        return {"games": len(self._games)}


def teacher(run, rule=RULE, course=COURSE, games=None):
    """A teacher of a network, in a run that is open."""
    games = lessons(12, plies=30) if games is None else games
    learner = MlpLearner(networks.fresh(100))
    return Teacher("xiangqi", "mlp100", learner, Listed(games), rule, course, run, games[:3])


def taught(folder, rule=RULE, course=COURSE, games=None):
    """A teacher after its course."""
    with Run(folder, course) as run:
        made = teacher(run, rule, course, games)
        made.teach()
    return made
