"""Importing this registers every kernel of connect6 with the generics of `rules`."""

from boyi.engines.connect6 import moves
from boyi.engines.connect6.evaluation import evaluate
from boyi.engines.connect6.moves import HISTORY_SIZE

__all__ = ["HISTORY_SIZE", "evaluate", "moves"]
