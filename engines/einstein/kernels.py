"""Importing this registers every kernel of EinStein würfelt nicht! with the generics of `rules`."""

from boyi.engines.einstein import moves
from boyi.engines.einstein.evaluation import evaluate, hybrid, network, rectangles, tuples
from boyi.engines.einstein.position import HISTORY_SIZE

__all__ = ["HISTORY_SIZE", "evaluate", "hybrid", "moves", "network", "rectangles", "tuples"]
