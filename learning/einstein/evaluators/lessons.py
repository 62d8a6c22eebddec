"""Lessons for EinStein's evaluators: positions with the chance of winning that a search to some depth found.

Games are played by the very searches that are learned from, now and then at random, up to where the endgame
tables know all. As in TreeStrap, not only the positions of a game are lessons but those after each of their
moves, too, which the search has looked at one ply less deep and no less exactly. A part's games come from its
number, so that a folder of parts can be gone on with.
"""

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from boyi.arena.progress import Progress
from boyi.engines.einstein.endgame.lookup import probe
from boyi.engines.einstein.position import POSITION, pack
from boyi.engines.einstein.search import expectimax
from boyi.engines.einstein.search.expectimax import mean_over_dice, wins_at_once
from boyi.engines.einstein.search.playouts import draw, second_of
from boyi.engines.einstein.squares import ALL, DIRECTIONS, NOWHERE, PIECES, SQUARES, TARGET
from boyi.engines.jit import Int, Record, assign, entry, inline, kernel, new, record
from boyi.engines.rules import make, unmake
from boyi.learning.data.samples import known_shards, load, save_shard
from boyi.learning.einstein.evaluators.exploration import choose_move, play_on
from boyi.learning.einstein.evaluators.starts import starts

CHILDREN = 0.35
"""Share of the positions after a move that are kept."""
PART = 100_000
"""Lessons of a part."""
TABLE = 1 << 17
NAME = "lessons-"

LESSON = record(
    ("squares", np.uint8, 2 * PIECES),  # as the side to move sees them with its goal at 24, its own first
    ("chance", np.float32),
)
SCRATCH = record(
    ("state", np.uint64, 1),  # of the random numbers
    ("best", np.float64, PIECES),  # of each piece
    ("looks", np.float64, PIECES * DIRECTIONS),
    ("count", np.int64),  # lessons written
)


@inline
def _note(pos: Record, scratch: Record, lessons: np.ndarray, chance: float) -> None:
    """Write a lesson, if there is room for it."""
    if scratch.count >= lessons.size:
        return
    lesson, side = lessons[scratch.count], np.int64(pos.side & 1)
    for piece in range(PIECES):
        own, other = pos.squares[side * PIECES + piece], pos.squares[(1 - side) * PIECES + piece]
        if side == 0:
            own = own if own == NOWHERE else SQUARES - 1 - own
            other = other if other == NOWHERE else SQUARES - 1 - other
        lesson.squares[piece], lesson.squares[PIECES + piece] = own, other
    lesson.chance = chance
    scratch.count += 1


@kernel
def _look(
    pos: Record, weights: Record, thread: Record, table: np.ndarray, endings: np.ndarray,
    scratch: Record, lessons: np.ndarray, depth: Int,
) -> None:  # fmt: skip
    """Have a search say what every move of a position is worth, and note what it found."""
    side = np.int64(pos.side & 1)
    for number in range(PIECES):
        piece = side * PIECES + number
        square = np.int64(pos.squares[piece])
        scratch.best[number] = 0.0
        for direction in range(DIRECTIONS):
            goal = np.int64(TARGET[side, square, direction])
            if goal == NOWHERE:
                continue
            move = pack(np.int64(piece), np.int64(direction), square, np.int64(pos.board[goal]), np.int64(0))
            chance = expectimax.look(pos, weights, thread, table, endings, move, 0.0, depth)
            scratch.best[number] = max(scratch.best[number], chance)
            scratch.looks[number * DIRECTIONS + direction] = chance
            if wins_at_once(pos, side, goal):
                continue
            make(pos, move)
            kept = second_of(draw(scratch.state), np.int64(1 << 20)) < CHILDREN * (1 << 20)
            if kept and depth > 1 and probe(endings, pos) < 0:
                _note(pos, scratch, lessons, 1.0 - chance)
            unmake(pos, move)
    _note(pos, scratch, lessons, mean_over_dice(scratch.best, np.int64(pos.alive[side] & ALL), np.int64(0)))


@entry
def play_lessons(
    origins: np.ndarray, pos: Record, weights: Record, thread: Record, table: np.ndarray, endings: np.ndarray,
    scratch: Record, lessons: np.ndarray, depth: Int,
) -> None:  # fmt: skip
    """Fill lessons with what games teach, up to where the tables know all. `pos` is where to begin."""
    while scratch.count < lessons.size:
        _look(pos, weights, thread, table, endings, scratch, lessons, depth)
        move = choose_move(pos, scratch.state, scratch.looks, np.int64(0))
        play_on(pos, move, origins, scratch.state, endings)


@dataclass(frozen=True)
class LessonPlan:
    """What defines a collection of lessons."""

    depth: int = 3
    seed: int = 1
    teacher: str = "tuples"
    """The evaluator of the search's leaves, or the name of its weight file."""


def play_part(plan: LessonPlan, number: int, weights: Record, endings: np.ndarray, size: int) -> np.ndarray:
    """The lessons of a part. Blocks."""
    lessons, scratch, origins = np.zeros(size, LESSON), new(SCRATCH), starts(plan.seed)
    pos, thread, table = new(POSITION), new(expectimax.THREAD), np.zeros(TABLE, expectimax.ENTRY)
    thread.limit = 1 << 62
    scratch.state[0] = (plan.seed * 1_000_003 + number + 1) * 0x9E3779B97F4A7C15 & (1 << 64) - 1
    assign(pos, origins[number % len(origins)])
    play_lessons(origins, pos, weights, thread, table, endings, scratch, lessons, plan.depth)
    return lessons


def collect_lessons(
    folder: Path, plan: LessonPlan, lessons: int, weights: Record, endings: np.ndarray
) -> np.ndarray:
    """So many lessons of a folder at least, which is filled first as far as it is not. Blocks.

    ValueError if the folder holds lessons of another plan.
    """
    done, parts = _parts_done(folder, plan), -(-lessons // PART)
    with Progress("lessons", parts * PART, "lessons", done * PART) as progress:
        for number in range(done, parts):
            made = play_part(plan, number, weights, endings, PART)
            save_shard(folder, f"{NAME}{number:06}", made, vars(plan))
            progress.at((number + 1) * PART)
    return load(LESSON, folder)[: parts * PART]


def _parts_done(folder: Path, plan: LessonPlan) -> int:
    done = 0
    for shard in known_shards(folder):
        there = LessonPlan(shard["depth"], shard["seed"], shard["teacher"])
        if there != plan:
            raise ValueError(f"{folder} holds lessons by {there}, not {plan}")
        done += 1
    return done
