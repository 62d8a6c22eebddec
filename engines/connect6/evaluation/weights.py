"""The numbers of the evaluators: each a record that weight files carry and a trainer may fit.

All of them see the board as the player who has just moved: `own` roads are his, `enemy` ones those of
the side to move, which is why the same number of stones weighs more for the enemy.
"""

from pathlib import Path

import numpy as np

from boyi.engines.jit import Record, new, record
from boyi.engines.weights import load

STAGES = 3
"""Opening, middle game, end."""
ROWS = 16
"""Rows that a matrix has room for."""
PATTERNS = 3**6 * 4**2
"""Six points of a road, each empty, own or enemy, and its two neighbours, which may be off the board."""

ROADS = record(("own_roads", np.int32, 6), ("enemy_roads", np.int32, 6))
STAGED = record(
    ("own_stages", np.int32, (STAGES, 6)),
    ("enemy_stages", np.int32, (STAGES, 6)),
    ("stage_ends", np.int32, STAGES - 1),  # stones on the board when a stage is over
)
MATRIX = record(
    ("own_rows", np.int32, (ROWS, 6)),
    ("enemy_rows", np.int32, (ROWS, 6)),
    ("rows_used", np.int32),
    ("row", np.int32),  # the one that plays
)
PATTERNED = record(("patterns", np.int16, PATTERNS))

HAND_SET = ((12, 65, 201, 771, 1000, 10000), (-14, -66, -253, -3890, -5000, -10000))
"""Weights of roads with 1 to 6 stones, as published for a greedy player."""
ANNEALED = ((17, 78, 141, 788, 1030, 10000), (-19, -79, -177, -3970, -5150, -10000))
"""Own weights as published after a genetic search; the enemy's in the proportions of the hand-set ones."""
STAGE_SCALES = ((1.6, 1.2, 0.9), (1.0, 1.0, 1.0), (0.6, 0.9, 1.1))
"""Early on, roads with one or two stones are worth more: there is time to fill them."""
STAGE_ENDS = (11, 60)
OPENNESS = {0: 100, 1: 85, 2: 65}
"""Percent of a road's weight, by how many of its two neighbours are closed to its owner."""


def roads() -> Record:
    """The hand-set weights."""
    weights = new(ROADS)
    weights.own_roads[:], weights.enemy_roads[:] = HAND_SET
    return weights


def _load_shipped(name: str) -> Record:
    """The weights of a file beside this one."""
    return load(Path(__file__).with_name(f"{name}.safetensors"), "connect6", name, ROADS).weights


def learned() -> Record:
    """Weights found by games of the search player with neighbours of itself."""
    return _load_shipped("learned")


def bold() -> Record:
    """Weights with which the greedy player learned to beat the hand-set ones: they attack."""
    return _load_shipped("bold")


def stages() -> Record:
    """The hand-set weights, with roads of few stones scaled by the stage of the game."""
    weights = new(STAGED)
    scales = np.array([[*few, 1.0, 1.0, 1.0] for few in STAGE_SCALES])
    weights.own_stages[:] = np.rint(scales * HAND_SET[0])
    weights.enemy_stages[:] = np.rint(scales * HAND_SET[1])
    weights.stage_ends[:] = STAGE_ENDS
    return weights


def matrix() -> Record:
    """Rows of weights near the hand-set ones, of which a game may draw one."""
    weights, rng = new(MATRIX), np.random.Generator(np.random.PCG64(6))
    weights.own_rows[:], weights.enemy_rows[:] = HAND_SET
    weights.own_rows[1], weights.enemy_rows[1] = ANNEALED
    weights.own_rows[2:, :3] = np.rint(HAND_SET[0][:3] * rng.uniform(0.85, 1.15, (ROWS - 2, 3)))
    weights.enemy_rows[2:, :3] = np.rint(HAND_SET[1][:3] * rng.uniform(0.85, 1.15, (ROWS - 2, 3)))
    weights.rows_used = ROWS
    return weights


def patterns() -> Record:
    """Roads with the hand-set weights, worth less where their neighbours are closed."""
    weights = new(PATTERNED)
    for index in range(PATTERNS):
        digits = [index // (16 * 3**i) % 3 for i in range(6)]
        mine, theirs = digits.count(1), digits.count(2)
        if bool(mine) != bool(theirs):
            closed = (2, 3) if mine else (1, 3)
            share = OPENNESS[(index % 4 in closed) + (index // 4 % 4 in closed)]
            stones = max(mine, theirs)
            weight = HAND_SET[0 if mine else 1][stones - 1]
            weights.patterns[index] = round(weight * (share if stones < 4 else 100) / 100)
    return weights
