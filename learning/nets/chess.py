"""What training needs to know of chess: a packed sample's features, by the engine's own code."""

import numpy as np

from boyi.engines.chess.net import BUCKETS, FEATURES, NET, PIECE_SQUARES, bucket, feature, outlook
from boyi.engines.chess.position import EMPTY, HIDDEN, KINGS
from boyi.engines.jit import Int, Record
from boyi.learning.nets.nnue import active, float_dtype, output_bucket
from boyi.learning.nets.subjects import Subject
from boyi.learning.samples import piece_at, sample_dtype

SAMPLE = sample_dtype(64)
FLOATS = float_dtype(FEATURES, HIDDEN, BUCKETS)
REGIONS = FEATURES // PIECE_SQUARES
SUBJECT = Subject("chess", "nnue", SAMPLE, FLOATS, NET, "pnbrqk", "handcrafted", 200, REGIONS)


@active.register(SAMPLE)
def _active(sample: Record, view: Int, indices: np.ndarray) -> Int:
    seen = np.int64(0)
    for square in range(64):
        if piece_at(sample, square) == KINGS + 8 * view:
            seen = outlook(view, np.int64(square))
    count = 0
    for square in range(64):
        piece = piece_at(sample, square)
        if piece != EMPTY:
            indices[count] = feature(view, piece, np.int64(square), seen)
            count += 1
    return count


@output_bucket.register(SAMPLE)
def _output_bucket(sample: Record) -> Int:
    pieces = 0
    for square in range(64):
        pieces += piece_at(sample, square) != EMPTY
    return bucket(np.int64(pieces))
