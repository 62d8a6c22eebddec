"""Positions as packed samples, for the tests of learning."""

import random

import numpy as np

from boyi.engines import load_game
from boyi.engines.jit import Record
from boyi.engines.play import legal_moves, play, result
from boyi.learning.data.samples import pack
from boyi.learning.nnue.networks import NETWORKS

WORTH = {"chess": (100, 300, 300, 500, 900, 0, 0, 0), "xiangqi": (100, 200, 200, 400, 450, 900, 0, 0)}
"""What a piece is worth by its kind, roughly."""


def walk(plies: int, seed: int, name: str = "chess") -> list[Record]:
    """Positions of games of random moves."""
    game, rng = load_game(name), random.Random(seed)
    found, pos = list[Record](), game.notation.read(game.start, {})
    while len(found) < plies:
        if result(pos) or rng.random() < 0.01:
            pos = game.notation.read(game.start, {})
        play(pos, rng.choice(legal_moves(pos)))
        found.append(pos.copy())
    return found


def samples(count: int, seed: int = 1, name: str = "chess") -> np.ndarray:
    """Random positions whose score is the balance of material, and whose result follows it."""
    worth = np.array(WORTH[name])
    made = np.zeros(count, NETWORKS[name].sample)
    for row, pos in zip(made, walk(count, seed, name), strict=True):
        colours = np.where(pos.board >> 3, -1, 1) * (1 - 2 * int(pos.side))
        score = int((worth[pos.board & 7] * colours).sum())
        row["board"], row["side"], row["score"] = pack(pos.board), pos.side, score
        row["result"] = 1 + (score > 150) - (score < -150)
    made["game"] = np.arange(count) // 40
    return made
