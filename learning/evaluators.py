"""Which evaluators of which game learn by temporal differences, and at what rate unless another is given."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from boyi.engines import load_game
from boyi.engines.files import user_path
from boyi.engines.jit import Record
from boyi.engines.weights import load
from boyi.learning.connect6.learner import RoadsLearner
from boyi.learning.einstein.evaluators.differences import TuplesLearner
from boyi.learning.td.learners import NAMES, NetworkSpec
from boyi.learning.td.td import EngineLearner
from boyi.learning.tuning.linear import LinearLearner


@dataclass(frozen=True)
class LearningEvaluator:
    """An evaluator that can learn."""

    rate: float
    """Of plain steps: numbers of evaluators have units of their own."""
    make: Callable[[Record], EngineLearner] | None = None
    """The learner of an engine's weights; none for networks, which begin at random."""


LEARNING: Mapping[str, Mapping[str, LearningEvaluator]] = {
    "chess": {"handcrafted": LearningEvaluator(30.0, lambda weights: LinearLearner("chess", weights))},
    "connect6": {"roads": LearningEvaluator(20.0, RoadsLearner)},
    "einstein": {"tuples": LearningEvaluator(0.01, TuplesLearner)},
    "xiangqi": {
        **{name: LearningEvaluator(0.002) for name in reversed(NAMES)},
        "traditional": LearningEvaluator(30.0, lambda weights: LinearLearner("xiangqi", weights)),
    },
}
"""By game; the first evaluator is the one that learns unless another is named."""


def known_evaluator(game: str, name: str) -> str:
    """The name, or that of the game's usual learner if it is empty; ValueError if no such one learns."""
    if game not in LEARNING:
        raise ValueError(f"no game {game!r} (known: {', '.join(LEARNING)})")
    if name and name not in LEARNING[game]:
        raise ValueError(f"no evaluator {name!r} learns here (known: {', '.join(LEARNING[game])})")
    return name or next(iter(LEARNING[game]))


def learner_of(spec: NetworkSpec) -> EngineLearner:
    """What learns, as it begins: a network, or the evaluator with its built-in weights or those of a file.

    ValueError names what is wrong.
    """
    make = LEARNING[spec.game][known_evaluator(spec.game, spec.evaluator)].make
    if make is None:
        return spec.learner()
    game = load_game(spec.game)
    weights: Record = game.part(game.evaluators[spec.evaluator])()
    if spec.begin:
        weights = load(user_path(spec.begin), spec.game, spec.evaluator, weights.dtype).weights
    return make(weights)
