"""TD(0) with the normalised step for the 12 weights of roads, from games of the greedy player with itself.

After the mover's t-th turn, seen by him, a position has features phi_t, and V_t = logistic(phi_t . theta):

    d = V_t - V_{t-2},   theta_i += rate * d * phi_i(t-2) / |phi(t-2)|^2

Positions t and t-2 are the same player's. At the end the result, 1, 0 or -1, stands in the place of V_t, for
the winner and for the loser. Some turns are random, but for the first ones, from which nothing is learned.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from boyi.engines.connect6.position import empty
from boyi.engines.connect6.roads import has_won
from boyi.engines.connect6.search.state import pack
from boyi.engines.connect6.search.turns import make_turn
from boyi.engines.connect6.shape import CONNECT6
from boyi.engines.jit import Bool, Int, Real, Record, copy, entry, inline, kernel, new
from boyi.learning.connect6.pairs import KINDS, PAPER, UNIT, best_turn, count_roads
from boyi.learning.td.td import normalise

MOST_TURNS = 182
"""Of a game on the largest board."""
QUIET = (6, 10)
"""Turns at the start of a game that nothing is learned from, at least and at most."""


@dataclass(frozen=True)
class GreedyTraining:
    """How a game is played and learned from."""

    rate: float = 0.1
    exploration: float = 0.1
    """Share of turns at random."""
    lowest: float = 0.0
    """Where the logistic function begins: at 0, or at -1, which is a lost game."""


@inline
def logistic(total: Real, lowest: Real) -> Real:
    """The logistic function, from `lowest` to 1."""
    return lowest + (1.0 - lowest) / (1.0 + math.exp(-total))


@kernel
def _dot(theta: np.ndarray, features: np.ndarray) -> Real:
    total = 0.0
    for i in range(KINDS):
        total += theta[i] * features[i]
    return total


@kernel
def learn(theta: np.ndarray, features: np.ndarray, target: Real, rate: Real, lowest: Real) -> None:
    """Take one step of TD(0): the position with these features should have been worth `target`."""
    change = normalise(features, rate * (target - logistic(_dot(theta, features), lowest)))
    for i in range(KINDS):
        theta[i] += change[i]


@kernel
def stage_of(stones: Int, ends: np.ndarray) -> Int:
    """Which stage a game with so many stones on the board is in."""
    stage = 0
    for i in range(ends.size):
        stage += stones >= ends[i]
    return stage


@kernel
def choose_turn(pos: Record, paper: Record, theta: np.ndarray, ends: np.ndarray) -> Int:
    """The turn of the greedy player with weights by stage."""
    row = theta[stage_of(pos.stones + pos.left, ends)]
    for i in range(KINDS):
        paper.worth[i] = np.int64(np.rint(row[i] * UNIT))
    return best_turn(pos, paper)


@kernel
def random_turn(pos: Record, one: Real, other: Real) -> Int:
    """Two empty points at random, each number from 0 to 1 standing for one of them."""
    empty = pos.points - pos.stones
    first = np.int64(one * empty)
    second = (first + 1 + np.int64(other * (empty - 1))) % empty if pos.left > 1 and empty > 1 else first
    here, there, count = np.int64(0), np.int64(0), 0
    for point in range(pos.points):
        if pos.board[point] == 0:
            here = np.int64(point) if count == first else here
            there = np.int64(point) if count == second else there
            count += 1
    return pack(here, there)


@kernel
def explore(
    pos: Record, paper: Record, theta: np.ndarray, ends: np.ndarray, randoms: np.ndarray, exploration: Real
) -> Int:
    """The turn of the greedy player, or in a share of cases a random one; `randoms` are three from 0 to 1."""
    if randoms[0] < exploration:
        return random_turn(pos, randoms[1], randoms[2])
    return choose_turn(pos, paper, theta, ends)


@inline
def game_over(pos: Record, mover: Int) -> Bool:
    """Whether the last turn ended the game."""
    return has_won(pos, mover) or pos.stones == pos.points


@entry
def play_learning_game(
    pos: Record, paper: Record, theta: np.ndarray, ends: np.ndarray, randoms: np.ndarray, quiet: Int,
    rate: Real, exploration: Real, lowest: Real, turns: np.ndarray,
) -> Int:  # fmt: skip
    """Play a game against oneself from a position, and learn; how many turns it had.

    `theta` changes in place, `turns` becomes the game. `randoms` has three numbers from 0 to 1 for each turn.
    The first `quiet` turns are not learned from and are not at random.
    """
    seen, stages, turn = np.zeros((3, KINDS)), np.zeros(3, np.int64), 0
    while True:
        # 1. The turn, and what its player sees after it
        mover, now, before = np.int64(pos.side & 1), turn % 3, (turn + 1) % 3
        turns[turn] = explore(pos, paper, theta, ends, randoms[turn], exploration if turn >= quiet else 0.0)
        make_turn(pos, turns[turn])
        count_roads(pos, mover, seen[now])
        stages[now] = stage_of(pos.stones, ends)
        won, ended = has_won(pos, mover), game_over(pos, mover)
        # 2. What it says of the same player's position before
        if turn >= max(quiet, 2):
            value = logistic(_dot(theta[stages[now]], seen[now]), lowest)
            target = 1.0 if won else 0.0 if ended else value
            learn(theta[stages[before]], seen[before], target, rate, lowest)
        turn += 1
        # 3. And of the other player's last position, if this is the end
        if ended:
            last = (turn + 1) % 3
            if turn > quiet and turn >= 2:
                learn(theta[stages[last]], seen[last], -1.0 if won else 0.0, rate, lowest)
            return turn


@entry
def duel(pos: Record, paper: Record, black: np.ndarray, white: np.ndarray, ends: np.ndarray) -> Int:
    """Play a game of two greedy players; 1 if Black wins, -1 if White does, 0 if nobody."""
    while True:
        mover = np.int64(pos.side & 1)
        make_turn(pos, choose_turn(pos, paper, white if mover else black, ends))
        if has_won(pos, mover):
            return np.int64(1 - 2 * mover)
        if pos.stones == pos.points:
            return np.int64(0)


@entry
def play_recorded_game(
    pos: Record, paper: Record, theta: np.ndarray, ends: np.ndarray, randoms: np.ndarray, quiet: Int,
    exploration: Real, seen: np.ndarray,
) -> tuple[Int, Bool]:  # fmt: skip
    """Play a game against oneself without learning; its turns, and whether the last one won.

    `seen` becomes the features after each turn, for the player whose it was.
    """
    turn = 0
    while True:
        mover = np.int64(pos.side & 1)
        choice = explore(pos, paper, theta, ends, randoms[turn], exploration if turn >= quiet else 0.0)
        make_turn(pos, choice)
        count_roads(pos, mover, seen[turn])
        turn += 1
        if game_over(pos, mover):
            return turn, has_won(pos, mover)


def play_and_learn(
    theta: np.ndarray, training: GreedyTraining, seed: int, first: int, games: int
) -> Iterator[int]:
    """Learn game by game, from a number on; yields how many are done. Each game has its own seed."""
    paper, start, no_ends = new(PAPER), empty(CONNECT6), np.zeros(0, np.int64)
    for number in range(first, games):
        rng = np.random.default_rng((seed, number))
        quiet, randoms = int(rng.integers(QUIET[0], QUIET[1] + 1)), rng.random((MOST_TURNS, 3))
        turns, rule = np.zeros(MOST_TURNS, np.int64), (training.rate, training.exploration, training.lowest)
        play_learning_game(copy(start), paper, theta, no_ends, randoms, quiet, *rule, turns)
        yield number + 1
