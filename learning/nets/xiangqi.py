"""What training needs to know of xiangqi: a packed sample's features, by the engine's own code."""

import numpy as np

from boyi.engines.jit import Int, Record
from boyi.engines.xiangqi.fen import LETTERS
from boyi.engines.xiangqi.networks import BUCKETS, FEATURES, NNUE, bucket, feature
from boyi.engines.xiangqi.position import EMPTY, WIDTH
from boyi.learning.nets.nnue import active, float_dtype, output_bucket
from boyi.learning.nets.subjects import Subject
from boyi.learning.samples import piece_at, sample_dtype

SQUARES = 90
SAMPLE = sample_dtype(SQUARES)
FLOATS = float_dtype(FEATURES, WIDTH, BUCKETS)
SUBJECT = Subject("xiangqi", "nnue", SAMPLE, FLOATS, NNUE, LETTERS, "traditional", 300)


@active.register(SAMPLE)
def _active(sample: Record, view: Int, indices: np.ndarray) -> Int:
    count = 0
    for square in range(SQUARES):
        piece = piece_at(sample, np.int64(square))
        if piece != EMPTY:
            indices[count] = feature(piece, np.int64(square), view)
            count += 1
    return count


@output_bucket.register(SAMPLE)
def _output_bucket(sample: Record) -> Int:
    pieces = np.int64(0)
    for square in range(SQUARES):
        pieces += piece_at(sample, np.int64(square)) != EMPTY
    return bucket(pieces)
