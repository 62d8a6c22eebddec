"""Playouts: games played to their end at random, in one of several manners.

| manner | how a move is drawn |
|---|---|
| stepwise | the die, then one of the pieces it allows, then a direction |
| die | the die, then one of the moves it allows |
| piece | any living piece, then a direction |
| uniform | any move of any piece |
| scored | the die, then a random move with the scores of the rules as weights |
| biased | the die; a win at once, else a random move, double weight towards the goal and for captures |

A playout ends early where an endgame table knows the chance of winning. The position's key and die are
not kept up: whoever needs them copies the position before.
"""

import numpy as np

from boyi.engines.einstein.endgame.lookup import COUNT, SURE, probe
from boyi.engines.einstein.evaluation.blocks import weight
from boyi.engines.einstein.squares import (
    ALL,
    BLUE,
    DIRECTIONS,
    DISTANCE,
    GOAL,
    MOVERS,
    NOWHERE,
    PIECES,
    SQUARES,
    TARGET,
)
from boyi.engines.jit import Bool, Int, Record, Word, inline, kernel

MANNERS = ("biased", "stepwise", "die", "piece", "uniform", "scored")
BIASED, STEPWISE, DIE, PIECE, UNIFORM, SCORED = range(len(MANNERS))

LOW32 = np.uint64(0xFFFFFFFF)
HALF = np.uint64(32)

WAYS = np.zeros((2, SQUARES + 1), np.uint8)
"""How many directions a piece may take, by side and square."""
WAY = np.full((2, SQUARES + 1, DIRECTIONS), NOWHERE, np.uint8)
"""Where it may go; where there is one way, it stands three times, so that any draw hits it."""
for _side in range(2):
    for _square in range(SQUARES):
        _goals = [goal for goal in TARGET[_side, _square] if goal != NOWHERE]
        WAYS[_side, _square] = len(_goals)
        if _goals:
            WAY[_side, _square] = (_goals * DIRECTIONS)[:DIRECTIONS]

SET_SIZE = COUNT
NTH = np.zeros((ALL + 1, PIECES), np.uint8)
"""The pieces of a set, in order."""
for _set in range(1, ALL + 1):
    _members = [piece for piece in range(PIECES) if _set >> piece & 1]
    NTH[_set] = (_members * PIECES)[:PIECES]


@inline
def draw(state: np.ndarray) -> Word:
    """The next 64 random bits of a state of one word that is not 0."""
    word = state[0]
    word ^= word << np.uint64(13)
    word ^= word >> np.uint64(7)
    word ^= word << np.uint64(17)
    state[0] = word
    return word


@inline
def first_of(word: Word, count: Int) -> Int:
    """A number below `count` from the upper half of random bits."""
    return np.int64((word >> HALF) * np.uint64(count) >> HALF)


@inline
def second_of(word: Word, count: Int) -> Int:
    """A number below `count` from the lower half of random bits."""
    return np.int64((word & LOW32) * np.uint64(count) >> HALF)


@inline
def shift(pos: Record, side: Int, number: Int, goal: Int) -> Bool:
    """Move a piece; whether that ends the game, won by its side. Keeps up neither key nor die."""
    piece = side * PIECES + number
    taken = np.int64(pos.board[goal])
    if taken != 0:
        owner = np.int64(taken > PIECES)
        pos.squares[taken - 1] = NOWHERE
        pos.alive[owner] &= np.uint8(~(1 << (taken - 1 - PIECES * owner)))
    pos.board[pos.squares[piece]] = 0
    pos.board[goal] = piece + 1
    pos.squares[piece] = goal
    pos.side = 1 - side
    return goal == GOAL[side] or pos.alive[1 - side] == 0


@inline
def _one_way(pos: Record, side: Int, number: Int, word: Word) -> Int:
    return np.int64(WAY[side, pos.squares[side * PIECES + number], second_of(word, DIRECTIONS)])


@inline
def _any_way(pos: Record, side: Int, among: Int, word: Word) -> Int:
    """A piece and its goal, drawn from all moves of some pieces: piece + 8 * goal."""
    total = 0
    for i in range(SET_SIZE[among]):
        total += WAYS[side, pos.squares[side * PIECES + NTH[among, i]]]
    left = second_of(word, total)
    for i in range(SET_SIZE[among]):
        number = np.int64(NTH[among, i])
        square = pos.squares[side * PIECES + number]
        if left < WAYS[side, square]:
            return number | np.int64(WAY[side, square, left]) << 3
        left -= WAYS[side, square]
    return np.int64(0)


@inline
def _liking(pos: Record, side: Int, square: Int, goal: Int, manner: Int) -> Int:
    """How likely a move is drawn, compared with others."""
    if manner == SCORED:
        return weight(pos, side, square, goal)
    liking = 2 if DISTANCE[side, goal] < DISTANCE[side, square] else 1
    return liking * 2 if pos.board[goal] != 0 else liking


@inline
def _liked_way(pos: Record, side: Int, among: Int, word: Word, manner: Int) -> Int:
    """A piece and its goal, drawn by liking; a move that wins at once is always taken."""
    total = 0
    for i in range(SET_SIZE[among]):
        number = np.int64(NTH[among, i])
        square = np.int64(pos.squares[side * PIECES + number])
        if DISTANCE[side, square] == 1:
            return number | np.int64(GOAL[side]) << 3
        for way in range(WAYS[side, square]):
            total += _liking(pos, side, square, np.int64(WAY[side, square, way]), manner)
    left = second_of(word, total)
    for i in range(SET_SIZE[among]):
        number = np.int64(NTH[among, i])
        square = np.int64(pos.squares[side * PIECES + number])
        for way in range(WAYS[side, square]):
            goal = np.int64(WAY[side, square, way])
            left -= _liking(pos, side, square, goal, manner)
            if left < 0:
                return number | goal << 3
    return np.int64(0)


@inline
def random_move(pos: Record, side: Int, manner: Int, word: Word) -> Int:
    """A random move: piece + 8 * goal."""
    alive = np.int64(pos.alive[side] & ALL)
    if manner == UNIFORM:
        return _any_way(pos, side, alive, word)
    if manner == PIECE:
        number = np.int64(NTH[alive, first_of(word, np.int64(SET_SIZE[alive]))])
        return number | _one_way(pos, side, number, word) << 3
    among = np.int64(MOVERS[alive, first_of(word, PIECES) + 1])
    if manner == STEPWISE:
        pick = np.int64(word & np.uint64(1)) if SET_SIZE[among] > 1 else np.int64(0)
        number = np.int64(NTH[among, pick])
        return number | _one_way(pos, side, number, word) << 3
    if manner == DIE:
        return _any_way(pos, side, among, word)
    return _liked_way(pos, side, among, word, manner)


@kernel
def playout(pos: Record, state: np.ndarray, endings: np.ndarray, manner: Int) -> Int:
    """Play an unfinished position to its end, which it then shows; blue's chance of winning, 0 to 1."""
    while True:
        side = np.int64(pos.side & 1)
        choice = random_move(pos, side, manner, draw(state))
        if shift(pos, side, choice & 7, choice >> 3):
            return 1.0 if side == BLUE else 0.0
        if endings.size != 0:
            entry = probe(endings, pos)
            if entry >= 0:
                chance = entry / SURE
                return chance if pos.side == BLUE else 1.0 - chance


@inline
def restore(pos: Record, origin: Record) -> None:
    """Set a position as another, but for key and die."""
    for i in range(2 * PIECES):
        pos.squares[i] = origin.squares[i]
    for i in range(SQUARES + 1):
        pos.board[i] = origin.board[i]
    pos.alive[0], pos.alive[1], pos.side = origin.alive[0], origin.alive[1], origin.side
