"""What published policy networks of EinStein are shown: three features of every square.

| feature | `ori`, a number a square | `sim`, planes of 0 and 1 |
|---|---|---|
| 1 | the piece, blue 1-6, red 7-12; negative if it may move | 12 pieces, and whether it may move |
| 2 | its colour, +1 or -1 | 2 colours |
| 3 | enemies in the block of 3x3 squares before it | 22 + 6 patterns of that block |

The patterns are our reading of the numbers 22 and 6: the inner three squares of a block hold enemies in 6
ways and the outer five in 20, up to the mirror image; 2 more planes say whether one edge or two cut it.
"""

from collections.abc import Sequence

import numpy as np

from boyi.engines.einstein.blocks import BLOCK, INNER
from boyi.engines.einstein.squares import NOWHERE, PIECES, SIDE, SQUARES
from boyi.learning.einstein.positions import movable

KINDS = ("ori", "sim")
FEATURES = {"1": (1,), "1+2": (1, 2), "1+3": (1, 3), "1+2+3": (1, 2, 3)}
PLANES = {1: 2 * PIECES + 1, 2: 2, 3: 28}
INNER_PATTERNS, OUTER_PATTERNS = 6, 20
LARGEST = {1: 2 * PIECES, 2: 1, 3: 8}
"""What the numbers of `ori` are divided by, so that networks are given numbers up to 1."""


def _outer_patterns() -> np.ndarray:
    """The class of each set of outer squares (0,2) (1,2) (2,0) (2,1) (2,2), up to the mirror image."""
    turned = (2, 3, 0, 1, 4)
    least = [min(s, sum(1 << turned[i] for i in range(5) if s >> i & 1)) for s in range(32)]
    ranks = {pattern: rank for rank, pattern in enumerate(sorted(set(least)))}
    return np.array([ranks[pattern] for pattern in least])


OUTER = _outer_patterns()
INNER_CLASS = np.array([2 * ((s & 1) + (s >> 1 & 1)) + (s >> 2) for s in range(8)])
"""Of each set of inner squares (0,1) (1,0) (1,1)."""


def _cut(side: int) -> np.ndarray:
    """By square: how many edges cut the block before it."""
    ahead = np.arange(SIDE) + (2 if side else -2)
    beyond = ((ahead < 0) | (ahead >= SIDE)).astype(int)
    cut: np.ndarray = (beyond[:, None] + beyond[None, :]).reshape(SQUARES)
    return cut


CUT = (_cut(0), _cut(1))


def planes(samples: np.ndarray, kind: str, features: Sequence[int]) -> np.ndarray:
    """The features of samples, (samples, 25, planes)."""
    makers = {"ori": _number, "sim": _planes}
    return np.concatenate([makers[kind](samples, feature) for feature in features], axis=2)


def _number(samples: np.ndarray, feature: int) -> np.ndarray:
    found = np.zeros((len(samples), SQUARES + 1, 1), np.float32)
    every, places = np.arange(len(samples)), samples["squares"].astype(int)
    moves = _moves(samples)
    for piece in range(2 * PIECES):
        match feature:
            case 1:
                number = np.where(moves[:, piece], -1.0, 1.0) * (piece + 1)
            case 2:
                number = np.full(len(samples), 1.0 if piece < PIECES else -1.0)
            case _:
                number = _enemies(samples, piece).sum(axis=1).astype(float)
        found[every, places[:, piece], 0] = number / LARGEST[feature]
    return found[:, :SQUARES]


def _planes(samples: np.ndarray, feature: int) -> np.ndarray:
    found = np.zeros((len(samples), SQUARES + 1, PLANES[feature]), np.float32)
    every, moves = np.arange(len(samples)), _moves(samples)
    for piece in range(2 * PIECES):
        place = samples["squares"][:, piece].astype(int)
        match feature:
            case 1:
                found[every, place, piece] = 1
                found[every, place, 2 * PIECES] = moves[:, piece]
            case 2:
                found[every, place, piece // PIECES] = 1
            case _:
                for plane in _patterns(samples, piece).T:
                    found[every, place, plane] = 1
    return found[:, :SQUARES]


def _moves(samples: np.ndarray) -> np.ndarray:
    """Which of the twelve pieces may move."""
    among, side = movable(samples), samples["side"][:, None] == 1
    return np.concatenate([among & ~side, among & side], axis=1)


def _enemies(samples: np.ndarray, piece: int) -> np.ndarray:
    """Which of the eight squares before a piece hold enemies; none for a piece that was taken."""
    side = piece // PIECES
    there = np.zeros((len(samples), SQUARES + 1), np.bool_)
    every = np.arange(len(samples))
    for enemy in range((1 - side) * PIECES, (2 - side) * PIECES):
        there[every, samples["squares"][:, enemy]] = True
    there[:, NOWHERE] = False
    blocks = np.concatenate([BLOCK[side], np.full((1, BLOCK.shape[2]), NOWHERE, np.uint8)])[:, :8]
    found: np.ndarray = there[every[:, None], blocks[samples["squares"][:, piece]]]
    return found


def _patterns(samples: np.ndarray, piece: int) -> np.ndarray:
    """The planes of the block before a piece: inner pattern, outer pattern, edges that cut it if any do."""
    enemies, place = _enemies(samples, piece), samples["squares"][:, piece]
    inner = enemies[:, :INNER] @ (1 << np.arange(INNER))
    outer = enemies[:, INNER:] @ (1 << np.arange(5))
    cut = np.append(CUT[piece // PIECES], 0)[place]
    beyond = INNER_PATTERNS + OUTER_PATTERNS
    edges = np.where(cut > 0, beyond + cut - 1, INNER_CLASS[inner])
    return np.stack([INNER_CLASS[inner], INNER_PATTERNS + OUTER[outer], edges], axis=1)
