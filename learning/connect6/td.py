"""TD(0) with the normalised step for the 12 weights of roads, from games of the greedy player with itself.

After the mover's t-th turn, seen by him, a position has features phi_t, and V_t = logistic(phi_t . theta):

    d = V_t - V_{t-2},   theta_i += rate * d * phi_i(t-2) / |phi(t-2)|^2

Positions t and t-2 are the same player's. At the end the result, 1, 0 or -1, stands in the place of V_t, for
the winner and for the loser. Some turns are drawn by lot, but for the first ones, which teach nothing.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from boyi.engines.connect6.desk import pack
from boyi.engines.connect6.position import empty
from boyi.engines.connect6.roads import connected
from boyi.engines.connect6.shape import CONNECT6
from boyi.engines.connect6.turns import make_turn
from boyi.engines.jit import Bool, Int, Real, Record, copy, entry, inline, kernel, new
from boyi.learning.connect6.pairs import KINDS, PAPER, UNIT, best_turn, count_roads
from boyi.learning.td import normalised

MOST_TURNS = 182
"""Of a game on the largest board."""
QUIET = (6, 10)
"""Turns at the start of a game that teach nothing, at least and at most."""


@dataclass(frozen=True)
class Lesson:
    """How a game is played and learned from."""

    rate: float = 0.1
    straying: float = 0.1
    """Share of turns by lot."""
    lowest: float = 0.0
    """Where the logistic function begins: at 0, or at -1, which is a lost game."""


@inline
def squashed(total: Real, lowest: Real) -> Real:
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
    change = normalised(features, rate * (target - squashed(_dot(theta, features), lowest)))
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
def chosen(pos: Record, paper: Record, theta: np.ndarray, ends: np.ndarray) -> Int:
    """The turn of the greedy player with weights by stage."""
    row = theta[stage_of(pos.stones + pos.left, ends)]
    for i in range(KINDS):
        paper.worth[i] = np.int64(np.rint(row[i] * UNIT))
    return best_turn(pos, paper)


@kernel
def drawn(pos: Record, one: Real, other: Real) -> Int:
    """Two empty points by lot, each number from 0 to 1 standing for one of them."""
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


@inline
def over(pos: Record, mover: Int) -> Bool:
    """Whether the last turn ended the game."""
    return connected(pos, mover) or pos.stones == pos.points


@entry
def teach(
    pos: Record, paper: Record, theta: np.ndarray, ends: np.ndarray, luck: np.ndarray, quiet: Int,
    rate: Real, straying: Real, lowest: Real, turns: np.ndarray,
) -> Int:  # fmt: skip
    """Play a game against oneself from a position, and learn; how many turns it had.

    `theta` changes in place, `turns` becomes the game. `luck` has three numbers from 0 to 1 for each turn.
    The first `quiet` turns teach nothing and are not by lot.
    """
    seen, stages, turn = np.zeros((3, KINDS)), np.zeros(3, np.int64), 0
    while True:
        # 1. The turn, and what its player sees after it
        mover, now, before = np.int64(pos.side & 1), turn % 3, (turn + 1) % 3
        strays = turn >= quiet and luck[turn, 0] < straying
        turns[turn] = drawn(pos, luck[turn, 1], luck[turn, 2]) if strays else chosen(pos, paper, theta, ends)
        make_turn(pos, turns[turn])
        count_roads(pos, mover, seen[now])
        stages[now] = stage_of(pos.stones, ends)
        won, ended = connected(pos, mover), over(pos, mover)
        # 2. What it says of the same player's position before
        if turn >= max(quiet, 2):
            value = squashed(_dot(theta[stages[now]], seen[now]), lowest)
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
        make_turn(pos, chosen(pos, paper, white if mover else black, ends))
        if connected(pos, mover):
            return np.int64(1 - 2 * mover)
        if pos.stones == pos.points:
            return np.int64(0)


@entry
def watch(
    pos: Record, paper: Record, theta: np.ndarray, ends: np.ndarray, luck: np.ndarray, quiet: Int,
    straying: Real, seen: np.ndarray,
) -> tuple[Int, Bool]:  # fmt: skip
    """Play a game against oneself as `teach` does, without learning; its turns, and whether the last one won.

    `seen` becomes the features after each turn, for the player whose it was.
    """
    turn = 0
    while True:
        mover = np.int64(pos.side & 1)
        strays = turn >= quiet and luck[turn, 0] < straying
        make_turn(
            pos, drawn(pos, luck[turn, 1], luck[turn, 2]) if strays else chosen(pos, paper, theta, ends)
        )
        count_roads(pos, mover, seen[turn])
        turn += 1
        if over(pos, mover):
            return turn, connected(pos, mover)


def take_lessons(theta: np.ndarray, lesson: Lesson, seed: int, first: int, games: int) -> Iterator[int]:
    """Learn game by game, from a number on; yields how many are done. Each game has its own luck."""
    paper, start, no_ends = new(PAPER), empty(CONNECT6), np.zeros(0, np.int64)
    for number in range(first, games):
        lot = np.random.default_rng((seed, number))
        quiet, luck = int(lot.integers(QUIET[0], QUIET[1] + 1)), lot.random((MOST_TURNS, 3))
        turns, rule = np.zeros(MOST_TURNS, np.int64), (lesson.rate, lesson.straying, lesson.lowest)
        teach(copy(start), paper, theta, no_ends, luck, quiet, *rule, turns)
        yield number + 1
