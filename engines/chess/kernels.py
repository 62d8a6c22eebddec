"""Importing this registers every kernel of chess with the generics of `rules`."""

from boyi.engines.chess import counting, draws, legality, make, moves, tactics
from boyi.engines.chess.endgame import lookup
from boyi.engines.chess.evaluation import handcrafted, nnue
from boyi.engines.chess.tactics import HISTORY_SIZE

__all__ = [
    "HISTORY_SIZE",
    "counting",
    "draws",
    "handcrafted",
    "legality",
    "lookup",
    "make",
    "moves",
    "nnue",
    "tactics",
]
