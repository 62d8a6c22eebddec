"""Self-play in process: quick games at a fixed number of nodes, from random openings, as samples."""

import random
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from boyi.arena.children import forsaken, work_side_by_side
from boyi.engines import load_game
from boyi.engines.evaluation import choice_of
from boyi.engines.game import Game
from boyi.engines.jit import Bool, Int, Record, copy, entry
from boyi.engines.play import legal_moves, play, result
from boyi.engines.rules import DRAWN, LOST, ONGOING, WON, in_check, noisy
from boyi.engines.search import table as tt
from boyi.learning.mind import Mind, evaluation_of
from boyi.learning.samples import pack, sample_dtype, save_shard, unused_seed

SHARD = 50_000
OPENING_PLIES = (7, 12)
"""Random moves at the start of a game, at least and at most."""
BALANCED = 300
"""An opening that the first search finds further from equal is thrown away."""
DECIDED, FOR_PLIES = 1000, 5
"""A game is won once so much is seen for so many plies."""
LEVEL, LEVEL_PLIES, LEVEL_FROM = 8, 14, 90
"""A game is drawn once no more than this is seen for so many plies, from this ply on."""
LONGEST = 400


@entry
def quiet(pos: Record, move: Int) -> Bool:
    """Whether a static value can be expected to tell the truth: no check, and no capture is best."""
    return not in_check(pos) and not noisy(pos, move)


class SelfPlayer:
    """Plays games against itself and keeps what it saw."""

    def __init__(self, game: Game, weights: Record, nodes: int, seed: int) -> None:
        """Games depend on the seed alone."""
        self._nodes = nodes
        self._lot = random.Random(seed)
        self._notation = game.notation
        self._start = game.notation.read(game.start, {})
        self._dtype = sample_dtype(len(self._start.board))
        self._mind = Mind(game, weights)

    def play_game(self, number: int) -> np.ndarray:
        """The quiet positions of one game, with the searches' scores and the game's result."""
        self._mind.forget()
        pos = drawn_opening(self._start, self._lot, self._mind, self._nodes)
        samples, sides, scores = [], [], list[int]()
        ended = result(pos)
        while ended == ONGOING and len(scores) < LONGEST:
            thought = self._mind.think(pos, self._nodes)
            if quiet(pos, thought.move) and abs(thought.score) < tt.MATE_BOUND:
                samples.append((pack(pos.board), pos.side, 1, thought.score, len(scores), number))
                sides.append(int(pos.side))
            scores.append(thought.score)
            ended = adjudicated(scores)
            if ended == ONGOING:
                play(pos, thought.move)
                ended = result(pos)
        kept = np.array(samples, self._dtype)
        if ended not in (DRAWN, ONGOING):
            winner = int(pos.side) ^ (ended == LOST)
            kept["result"] = np.where(np.array(sides) == winner, 2, 0)
        return kept

    def record_game(self) -> tuple[str, list[tuple[str, int]]]:
        """Where one game began, and each move with what its search thought of it."""
        self._mind.forget()
        pos, notation = drawn_opening(self._start, self._lot, self._mind, self._nodes), self._notation
        start, moves = notation.write(pos), list[tuple[str, int]]()
        ended = result(pos)
        while ended == ONGOING and len(moves) < LONGEST:
            thought = self._mind.think(pos, self._nodes)
            moves.append((notation.text(pos, thought.move), thought.score))
            play(pos, thought.move)
            ended = result(pos) or adjudicated([score for _, score in moves])
        return start, moves


def drawn_opening(start: Record, lot: random.Random, judge: Mind, nodes: int) -> Record:
    """A position after a few random moves in which neither side has gone wrong."""
    while True:
        pos = copy(start)
        for _ in range(lot.randint(*OPENING_PLIES)):
            if result(pos) != ONGOING:
                break
            play(pos, lot.choice(legal_moves(pos)))
        if result(pos) == ONGOING and abs(judge.think(pos, nodes).score) <= BALANCED:
            return pos


def adjudicated(scores: list[int]) -> int:
    """The result for the side whose score came last, where the scores leave no doubt."""
    late = scores[-FOR_PLIES:]
    if len(late) == FOR_PLIES and min(map(abs, late)) >= DECIDED:
        signs = {(score > 0) ^ (place % 2 == 1) for place, score in enumerate(reversed(late))}
        if len(signs) == 1:
            return WON if late[-1] > 0 else LOST
    level = scores[-LEVEL_PLIES:]
    if len(scores) >= LEVEL_FROM and max(map(abs, level)) <= LEVEL:
        return DRAWN
    return ONGOING


@dataclass(frozen=True)
class Order:
    """What one worker is to make."""

    game: str
    samples: int
    nodes: int
    seed: int
    evaluator: str = ""
    weights: str = ""


def work(order: Order, folder: Path) -> None:
    """Fill a folder with shards until it has gained the samples ordered, or our parent has ended."""
    game = load_game(order.game)
    evaluation = evaluation_of(game, order.evaluator, order.weights)
    player = SelfPlayer(game, evaluation.weights, order.nodes, order.seed)
    made, games, rows = 0, 0, list[np.ndarray]()
    origin = {"weights": evaluation.describe(), "nodes": order.nodes, "seed": order.seed}
    while made < order.samples and not forsaken():
        rows.append(player.play_game(games))
        games += 1
        if sum(map(len, rows)) >= min(SHARD, order.samples - made):
            shard = np.concatenate(rows)
            save_shard(folder, f"{order.seed:06}-{made:09}", shard, origin | {"games": games})
            made, rows = made + len(shard), []


def make_samples(order: Order, folder: Path, workers: int) -> None:
    """Have several workers fill a folder, each with a seed that has made nothing in it. Blocks."""
    choice_of(load_game(order.game), order.evaluator, order.weights)  # here a fault has a name
    first = unused_seed(folder, order.seed)
    orders = [(replace(order, seed=first + number), folder) for number in range(workers)]
    if not work_side_by_side(work, orders):
        raise ValueError("a worker of self-play failed; the samples of the others are kept")
