"""Positions of EinStein with the choice of the strongest player, by game number.

Games begin with layouts and some moves by lot; then the player itself plays them, now and then astray, so
that every position is searched once and is a sample unless there is nothing to choose. Broken off, the same
call goes on.
"""

import os
import random
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from boyi.engines.einstein import symmetry
from boyi.engines.einstein.deepening import Deepening
from boyi.engines.einstein.moves import roll
from boyi.engines.einstein.notation import read
from boyi.engines.einstein.placement import layout
from boyi.engines.einstein.policy import CHOICES
from boyi.engines.einstein.squares import DIRECTIONS, MOVERS, NOWHERE, PIECES, TARGET
from boyi.engines.einstein.tuples import tuples
from boyi.engines.jit import Record, record
from boyi.engines.limits import Budget
from boyi.engines.play import legal_moves, play, result
from boyi.engines.rules import ONGOING
from boyi.engines.search.task import Task
from boyi.learning.progress import Progress
from boyi.learning.samples import entered, load, save_shard

SITUATION = record(
    ("squares", np.uint8, 2 * PIECES),
    ("side", np.uint8),
    ("die", np.uint8),
    ("choice", np.uint8),  # of six: the lesser piece that may move or the greater, times three, and direction
    ("game", np.uint32),
)
OPENING = 6
"""At most so many moves by lot, less one, begin a game."""
STRAYING = 0.15
SHARD = 250
"""Games in a file."""
NAME = "choices-"
"""How a file's name begins; the number of its first game follows."""
TESTED = 10
"""Of so many games one is kept for tests."""


def movable(samples: np.ndarray) -> np.ndarray:
    """Which of a side's six numbers may move, for each sample or position."""
    own = np.where(samples["side"][:, None], samples["squares"][:, PIECES:], samples["squares"][:, :PIECES])
    alive = (own != NOWHERE) @ (1 << np.arange(PIECES))
    among: np.ndarray = MOVERS[alive, samples["die"]][:, None] >> np.arange(PIECES) & 1
    return among.astype(np.bool_)


def choice_of(pos: Record, move: int) -> int:
    """A move as one of six."""
    before = movable(pos.reshape(1))[0, : (move & 15) % PIECES]
    return int(before.sum()) * DIRECTIONS + (move >> 4 & 3)


@dataclass(frozen=True)
class Labels:
    """What defines a collection."""

    games: int = 4000
    nodes: int = 3000
    seed: int = 1


class Chooser:
    """The strongest player with a small budget; what it says depends on what it was asked before."""

    def __init__(self, weights: Record, endings: np.ndarray, nodes: int) -> None:
        """Search so many nodes a move, with the tables of endings."""
        self._weights, self._endings, self._nodes = weights, endings, nodes
        self._search = Deepening()
        self._search.resize(1)

    def choose(self, pos: Record) -> int:
        """Its move. Blocks."""
        desk, budget = self._search.desk, Budget(nodes=self._nodes)
        desk.stop, desk.nodes, desk.limit = 0, 0, self._nodes
        task = Task(pos, self._weights, tuple(legal_moves(pos)), True, budget, 1, lambda line: None)
        return self._search.search(task, self._endings).moves[0]


def watched(number: int, labels: Labels, chooser: Chooser) -> np.ndarray:
    """The samples of a game, whose luck comes from its number."""
    lot, rows = random.Random(f"{labels.seed} {number}"), list[tuple[object, ...]]()
    pos, astray = read(layout(lot)), lot.randrange(OPENING)
    while result(pos) == ONGOING:
        roll(pos, lot)
        moves = legal_moves(pos)
        move = lot.choice(moves)
        if astray > 0:
            astray -= 1
        elif len(moves) > 1:
            best = chooser.choose(pos)
            rows.append((pos.squares.copy(), pos.side, pos.die, choice_of(pos, best), number))
            move = move if lot.random() < STRAYING else best
        play(pos, move)
    return np.array(rows, SITUATION)


def collect(folder: Path, labels: Labels, endings: np.ndarray) -> np.ndarray:
    """The samples of so many games of a folder, which is filled first as far as it is not. Blocks.

    ValueError if the folder holds choices by other nodes or another seed.
    """
    weights, done = tuples(), _done(folder, labels)

    def game(number: int) -> np.ndarray:
        return watched(number, labels, Chooser(weights, endings, labels.nodes))

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


def _done(folder: Path, labels: Labels) -> int:
    """How many games a folder has the choices of; ValueError if they are others than those asked for."""
    done = 0
    for entry in entered(folder):
        if (entry["nodes"], entry["seed"]) != (labels.nodes, labels.seed):
            there = f"{entry['nodes']} nodes and seed {entry['seed']}"
            raise ValueError(f"{folder} holds choices by {there}, not {labels.nodes} and {labels.seed}")
        first = int(Path(entry["shard"]).stem.removeprefix(NAME))
        done = min(first + SHARD, entry["games"])
    return done


def split(samples: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Samples to learn from, and those of other games to be tested with."""
    tested = samples["game"] % TESTED == 0
    return samples[~tested], samples[tested]


def legal(samples: np.ndarray) -> np.ndarray:
    """Which of the six choices each sample has."""
    among, sides = movable(samples), samples["side"].astype(int)
    ranks, every = np.cumsum(among, axis=1) - 1, np.arange(len(samples))
    found = np.zeros((len(samples), 2, DIRECTIONS), np.bool_)
    for number in range(PIECES):
        chosen = every[among[:, number]]
        places = samples["squares"][chosen, sides[chosen] * PIECES + number]
        found[chosen, ranks[chosen, number]] = TARGET[sides[chosen], places] != NOWHERE
    return found.reshape(-1, CHOICES)


def mirrored(samples: np.ndarray) -> np.ndarray:
    """Samples mirrored on the diagonal: horizontal choices become vertical ones."""
    made = samples.copy()
    rank, direction = np.divmod(samples["choice"], DIRECTIONS)
    made["squares"] = symmetry.mirrored(samples["squares"])
    made["choice"] = rank * DIRECTIONS + np.array([1, 0, 2], np.uint8)[direction]
    return made


def exchanged(samples: np.ndarray) -> np.ndarray:
    """Samples with the colours exchanged."""
    made = samples.copy()
    made["squares"], made["side"] = symmetry.exchanged(samples["squares"]), 1 - samples["side"]
    return made


def enlarged(samples: np.ndarray, mirror_too: bool, exchange_too: bool) -> np.ndarray:
    """Samples, and what symmetries make of them."""
    parts = [samples]
    if mirror_too:
        parts.append(mirrored(samples))
    if exchange_too:
        parts += [exchanged(part) for part in parts]
    return np.concatenate(parts)
