"""Lessons for EinStein's network: positions, and what a short search says of every move.

Games are played by the very searches that are learned from, now and then astray, up to where the endgame
tables know all. Inputs are the engine's own.
"""

import numpy as np

from boyi.engines.einstein import expectimax
from boyi.engines.einstein.endings import known
from boyi.engines.einstein.expectimax import mean_over_dice, wins_at_once
from boyi.engines.einstein.network import MOVES, seen_inputs
from boyi.engines.einstein.playouts import NTH, SET_SIZE, draw, first_of, restore, second_of
from boyi.engines.einstein.position import POSITION, pack, target
from boyi.engines.einstein.squares import ALL, DIRECTIONS, MOVERS, NOWHERE, PIECES, TARGET
from boyi.engines.einstein.tuples import tuples
from boyi.engines.jit import Int, Record, assign, entry, inline, kernel, new, record
from boyi.engines.rules import make
from boyi.learning.einstein.starts import starts
from boyi.learning.progress import Progress

OUTPUTS = 1 + MOVES
"""The value of the position, then the moves."""
NOT_THERE = -1.0
"""The chance of a move that can't be made."""
TABLE = 1 << 16
STRAYING = 0.2
"""Share of moves drawn by lot."""
PART = 20_000
"""Positions between two looks at the progress."""

LESSON = record(
    ("inputs", np.int16, 2 * PIECES),
    ("pieces", np.int16),
    ("chances", np.float32, OUTPUTS),
)
SCHOOL = record(
    ("state", np.uint64, 1),  # of the random numbers
    ("best", np.float64, PIECES),  # of each piece
)


@kernel
def _ask(
    pos: Record, weights: Record, desk: Record, table: np.ndarray, endings: np.ndarray,
    school: Record, lesson: Record, depth: Int,
) -> None:  # fmt: skip
    """Have a search say what every move of a position is worth."""
    side = np.int64(pos.side & 1)
    lesson.pieces = seen_inputs(pos, lesson.inputs)
    for number in range(PIECES):
        piece = side * PIECES + number
        square = np.int64(pos.squares[piece])
        school.best[number] = 0.0
        for direction in range(DIRECTIONS):
            goal, chance = np.int64(TARGET[side, square, direction]), NOT_THERE
            if goal != NOWHERE:
                move = pack(
                    np.int64(piece), np.int64(direction), square, np.int64(pos.board[goal]), np.int64(0)
                )
                chance = expectimax.look(pos, weights, desk, table, endings, move, 0.0, depth)
                school.best[number] = max(school.best[number], chance)
            lesson.chances[1 + number * DIRECTIONS + direction] = chance
    lesson.chances[0] = mean_over_dice(school.best, np.int64(pos.alive[side] & ALL))


@inline
def _step(pos: Record, school: Record, lesson: Record) -> Int:
    """The move to play after a roll: the best, or any."""
    side, word = np.int64(pos.side & 1), draw(school.state)
    among = np.int64(MOVERS[pos.alive[side] & ALL, first_of(word, PIECES) + 1])
    astray = second_of(word, np.int64(1 << 20)) < STRAYING * (1 << 20)
    best, most = np.int64(0), -1.0
    for i in range(SET_SIZE[among]):
        number = np.int64(NTH[among, i])
        square = np.int64(pos.squares[side * PIECES + number])
        for direction in range(DIRECTIONS):
            goal = np.int64(TARGET[side, square, direction])
            if goal == NOWHERE:
                continue
            urge = 1.0 * lesson.chances[1 + number * DIRECTIONS + direction]
            if astray:
                urge = 1.0 * first_of(draw(school.state), np.int64(1 << 20))
            if urge > most:
                taken, piece = np.int64(pos.board[goal]), side * PIECES + number
                best, most = pack(piece, np.int64(direction), square, taken, np.int64(0)), urge
    return best


@entry
def play_lessons(
    origins: np.ndarray, pos: Record, weights: Record, desk: Record, table: np.ndarray, endings: np.ndarray,
    school: Record, lessons: np.ndarray, depth: Int,
) -> None:  # fmt: skip
    """Fill lessons with positions of games, up to where the tables know all. `pos` is where to go on."""
    for i in range(lessons.size):
        lesson = lessons[i]
        _ask(pos, weights, desk, table, endings, school, lesson, depth)
        move = _step(pos, school, lesson)
        ended = wins_at_once(pos, np.int64(pos.side & 1), target(move))
        make(pos, move)
        if ended or known(endings, pos) >= 0:
            origin: Record = origins[first_of(draw(school.state), np.int64(origins.size))]
            restore(pos, origin)
            pos.key, pos.die = origin.key, 0


def lessons_of(positions: int, depth: int, seed: int, endings: np.ndarray) -> np.ndarray:
    """Positions with what searches say of their moves. Blocks."""
    lessons, school, origins = np.zeros(positions, LESSON), new(SCHOOL), starts(seed)
    pos, desk, table, weights = (
        new(POSITION),
        new(expectimax.DESK),
        np.zeros(TABLE, expectimax.ENTRY),
        tuples(),
    )
    school.state[0], desk.limit = seed, 1 << 62
    assign(pos, origins[0])
    with Progress("lessons", positions, "positions") as progress:
        for done in range(0, positions, PART):
            part = lessons[done : done + PART]
            play_lessons(origins, pos, weights, desk, table, endings, school, part, depth)
            progress.at(done + len(part))
    return lessons
