"""What a game computes, as plain numbers: the same whether compiled, bounds-checked or plain Python.

Run as a program it prints them as JSON: `sample.py <game> <depth> <nodes>`.
"""

import json
import random
import sys
from typing import Any

import numpy as np

from boyi.engines import load_game
from boyi.engines.evaluation import Evaluation
from boyi.engines.game import Game
from boyi.engines.jit import copy
from boyi.engines.limits import Budget
from boyi.engines.play import bound_value, legal_moves, perft, play, result
from boyi.engines.search.task import Line, Task

POSITIONS = 30


def values(game: Game) -> dict[str, list[int]]:
    """The evaluations of random positions, by each evaluator."""
    rng, notation = random.Random(7), game.notation
    found: dict[str, list[int]] = {}
    for name, place in game.evaluators.items():
        weights, pos = game.part(place)(), notation.read(game.start, {})
        found[name] = []
        while len(found[name]) < POSITIONS:
            found[name].append(int(bound_value(pos, weights)))
            if result(pos):
                pos = notation.read(rng.choice(game.bench), {})
            play(pos, rng.choice(legal_moves(pos)))
    return found


def wild_values(game: Game) -> dict[str, list[int]]:
    """The same under weights as a stranger's file may hold: any whole numbers, and all but endless others.

    What is read by them has to be in bounds; of networks the first and last values alone, lest they wrap.
    """
    found: dict[str, list[int]] = {}
    for name, place in game.evaluators.items():
        rng, weights = np.random.default_rng(11), copy(game.part(place)())
        for field in weights.dtype.names:
            part = weights[field]
            if isinstance(part, np.ndarray):
                part[...] = _random(rng, part)
            else:
                weights[field] = _random(rng, np.asarray(part)).item()
        found[name] = [int(bound_value(game.notation.read(text, {}), weights)) for text in game.bench]
    return found


def _random(rng: np.random.Generator, part: np.ndarray) -> np.ndarray:
    """Random numbers of an array's kind and shape."""
    if part.dtype.kind == "f":
        return np.asarray(rng.normal(0, 3, part.shape), part.dtype)
    return np.frombuffer(rng.bytes(part.nbytes), part.dtype).reshape(part.shape)


def lines(game: Game, depth: int, nodes: int) -> list[Any]:
    """Nodes, score and best line of bounded searches; the table stays between them."""
    searcher, weights, budget = game.thinker(), Evaluation(game).weights, Budget(depth=depth, nodes=nodes)
    found: list[Any] = []
    for text in game.bench[::3]:
        pos, told = game.notation.read(text, {}), list[Line]()
        searcher.prepare(budget, tuple(game.costs.values()))
        searcher.think(Task(pos, weights, tuple(legal_moves(pos)), True, budget, 2, told.append))
        found.append([searcher.nodes, [[line.score, line.bound, list(line.moves)] for line in told]])
    return found


def sample(name: str, depth: int, nodes: int) -> Any:
    """All of it, as JSON would give it back."""
    game = load_game(name)
    found = {"values": values(game), "wild": wild_values(game), "lines": lines(game, depth, nodes)}
    counts = [perft(game.notation.read(text, {}), 2) for text in game.bench[:4]]
    return json.loads(json.dumps(found | {"perft": counts}))


if __name__ == "__main__":
    print(json.dumps(sample(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))))
