"""Importing this registers every kernel of xiangqi with the generics of `rules`."""

from boyi.engines.xiangqi import make, moves, tactics
from boyi.engines.xiangqi.conduct import repetition
from boyi.engines.xiangqi.evaluation import networks, nnue, traditional
from boyi.engines.xiangqi.tactics import HISTORY_SIZE

__all__ = ["HISTORY_SIZE", "make", "moves", "networks", "nnue", "repetition", "tactics", "traditional"]
