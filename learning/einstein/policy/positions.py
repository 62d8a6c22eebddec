"""Positions of EinStein with the choice of the strongest player, by game number.

Games begin with layouts and some random moves; then the player itself plays them, with random moves in
between. Every position is searched once and is a sample unless there is nothing to choose. Broken off, the
same call goes on.
"""

import os
import random
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from boyi.arena.progress import Progress
from boyi.engines.einstein.evaluation.tuples import tuples
from boyi.engines.einstein.moves import roll
from boyi.engines.einstein.notation import read
from boyi.engines.einstein.placement import layout
from boyi.engines.einstein.search.deepening import ExpectimaxSearcher
from boyi.engines.jit import Record
from boyi.engines.limits import Budget
from boyi.engines.play import legal_moves, play, result
from boyi.engines.rules import ONGOING
from boyi.engines.search.task import Task
from boyi.learning.data.samples import known_shards, load, save_shard
from boyi.learning.einstein.policy.situations import SITUATION, choice_number

OPENING = 6
"""At most so many moves at random, less one, begin a game."""
EXPLORATION = 0.15
SHARD = 250
"""Games in a file."""
NAME = "choices-"
"""How a file's name begins; the number of its first game follows."""


@dataclass(frozen=True)
class ChoiceCollection:
    """What defines a collection."""

    games: int = 4000
    nodes: int = 3000
    seed: int = 1


class Chooser:
    """The strongest player with a small budget; what it says depends on what it was asked before."""

    def __init__(self, weights: Record, endings: np.ndarray, nodes: int) -> None:
        """Search so many nodes a move, with the tables of endings."""
        self._weights, self._endings, self._nodes = weights, endings, nodes
        self._search = ExpectimaxSearcher()
        self._search.resize(1)

    def choose(self, pos: Record) -> int:
        """Its move. Blocks."""
        thread, budget = self._search.thread, Budget(nodes=self._nodes)
        thread.stop, thread.nodes, thread.limit = 0, 0, self._nodes
        task = Task(pos, self._weights, tuple(legal_moves(pos)), True, budget, 1, lambda line: None)
        return self._search.search(task, self._endings).moves[0]


def play_labelled_game(number: int, labels: ChoiceCollection, chooser: Chooser) -> np.ndarray:
    """The samples of a game, whose random numbers come from its number."""
    rng, rows = random.Random(f"{labels.seed} {number}"), list[tuple[object, ...]]()
    pos, random_moves = read(layout(rng)), rng.randrange(OPENING)
    while result(pos) == ONGOING:
        roll(pos, rng)
        moves = legal_moves(pos)
        move = rng.choice(moves)
        if random_moves > 0:
            random_moves -= 1
        elif len(moves) > 1:
            best = chooser.choose(pos)
            move = move if rng.random() < EXPLORATION else best
            choice, played = choice_number(pos, best), choice_number(pos, move)
            rows.append((pos.squares.copy(), pos.side, pos.die, choice, played, 0, number))
        play(pos, move)
    samples = np.array(rows, SITUATION)
    samples["won"] = samples["side"] != pos.side  # who is to move after the last move has lost
    return samples


def collect(folder: Path, labels: ChoiceCollection, endings: np.ndarray) -> np.ndarray:
    """The samples of so many games of a folder, which is filled first as far as it is not. Blocks.

    ValueError if the folder holds choices by other nodes or another seed.
    """
    weights, done = tuples(), _games_done(folder, labels)

    def game(number: int) -> np.ndarray:
        return play_labelled_game(number, labels, Chooser(weights, endings, labels.nodes))

    with (
        ThreadPoolExecutor(os.cpu_count()) as pool,
        Progress("labels", labels.games, "games", done) as progress,
    ):
        for first in range(done, labels.games, SHARD):
            parts = list(pool.map(game, range(first, min(first + SHARD, labels.games))))
            save_shard(folder, f"{NAME}{first:06}", np.concatenate(parts), vars(labels))
            progress.at(min(first + SHARD, labels.games))
    samples = load(SITUATION, folder)
    return samples[: np.searchsorted(samples["game"], labels.games)]  # they stand in the order of their games


def _games_done(folder: Path, labels: ChoiceCollection) -> int:
    """How many games a folder has the choices of; ValueError if they are others than those asked for."""
    done = 0
    for entry in known_shards(folder):
        if (entry["nodes"], entry["seed"]) != (labels.nodes, labels.seed):
            there = f"{entry['nodes']} nodes and seed {entry['seed']}"
            raise ValueError(f"{folder} holds choices by {there}, not {labels.nodes} and {labels.seed}")
        first = int(Path(entry["shard"]).stem.removeprefix(NAME))
        done = min(first + SHARD, entry["games"])
    return done
