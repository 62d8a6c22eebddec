"""The networks that are trained, each described once: inputs, size, output heads, target.

Trainer, recipe, warm start and tests read these descriptions. Features are the engine's own code.
"""

from dataclasses import dataclass

import numpy as np

from boyi.engines.chess import position as chess_position
from boyi.engines.chess.evaluation import nnue as chess
from boyi.engines.evaluators.nnue import net_dtype
from boyi.engines.jit import Dtype, Int, Record
from boyi.engines.xiangqi import pieces as xiangqi_pieces
from boyi.engines.xiangqi.evaluation import nnue as xiangqi
from boyi.engines.xiangqi.fen import LETTERS
from boyi.engines.xiangqi.position import WIDTH
from boyi.learning.data.samples import piece_at, sample_dtype
from boyi.learning.nnue.nnue import active, float_dtype, output_head


@dataclass(frozen=True)
class NetworkGame:
    """The network of one game."""

    game: str
    evaluator: str
    squares: int
    letters: str
    """Kinds of pieces, as FEN writes them."""
    inputs: int
    """Features: a piece on a square, seen from either side, in each king region."""
    regions: int
    """King regions: how many times rows come for the same pieces on the same squares."""
    hidden: int
    heads: int
    """Output layers, chosen by the number of pieces."""
    scale: int
    """Target: the score at which the winning chance is 1/(1 + 1/e)."""
    teacher: str
    """The hand-crafted evaluator that makes the first games."""
    files: int = 0
    """How many files a board has whose mirror image is worth the same, but has other features; 0 if none is.
    Every other pass of a training sees the samples mirrored."""

    @property
    def sample(self) -> Dtype:
        """A packed position with its labels."""
        return sample_dtype(self.squares)

    @property
    def floats(self) -> Dtype:
        """The network while it learns."""
        return float_dtype(self.inputs, self.hidden, self.heads)

    @property
    def net(self) -> Dtype:
        """The network as the engine plays it."""
        return net_dtype(self.inputs, self.hidden, self.heads)


CHESS = NetworkGame(
    game="chess",
    evaluator="nnue",
    squares=64,
    letters="pnbrqk",
    inputs=chess.FEATURES,  # boards are mirrored so that a side sees its king on the files a to d
    regions=chess.FEATURES // chess.PIECE_SQUARES,
    hidden=chess_position.HIDDEN,
    heads=chess.BUCKETS,
    scale=200,
    teacher="handcrafted",
)
XIANGQI = NetworkGame(
    game="xiangqi",
    evaluator="nnue",
    squares=90,
    letters=LETTERS,
    inputs=xiangqi.FEATURES,
    regions=xiangqi.REGIONS,
    hidden=WIDTH,
    heads=xiangqi.BUCKETS,
    scale=300,
    teacher="traditional",
    files=9,
)
NETWORKS = {network.game: network for network in (CHESS, XIANGQI)}


@active.register(CHESS.sample)
def _chess_features(sample: Record, view: Int, indices: np.ndarray) -> Int:
    seen, count = np.int64(0), 0
    for square in range(64):
        if piece_at(sample, square) == chess_position.KINGS + 8 * view:
            seen = chess.outlook(view, np.int64(square))
    for square in range(64):
        piece = piece_at(sample, square)
        if piece != chess_position.EMPTY:
            indices[count] = chess.feature(view, piece, np.int64(square), seen)
            count += 1
    return count


@output_head.register(CHESS.sample)
def _chess_head(sample: Record, pieces: Int) -> Int:
    return chess.bucket(pieces)


@active.register(XIANGQI.sample)
def _xiangqi_features(sample: Record, view: Int, indices: np.ndarray) -> Int:
    seen, count = np.int64(0), 0
    for square in range(90):
        if piece_at(sample, np.int64(square)) == xiangqi_pieces.KINGS + 8 * view:
            seen = np.int64(xiangqi.OUTLOOK[square])
    for square in range(90):
        piece = piece_at(sample, np.int64(square))
        if piece != xiangqi_pieces.EMPTY:
            indices[count] = xiangqi.feature(view, piece, np.int64(square), seen)
            count += 1
    return count


@output_head.register(XIANGQI.sample)
def _xiangqi_head(sample: Record, pieces: Int) -> Int:
    rooks, others = np.int64(0), np.int64(0)
    for square in range(90):
        kind = piece_at(sample, np.int64(square)) & 7
        rooks += kind == xiangqi_pieces.ROOKS
        others += kind == xiangqi_pieces.HORSES or kind == xiangqi_pieces.CANNONS
    return xiangqi.bucket(rooks, others)
