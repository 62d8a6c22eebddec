"""TD-Leaf: the positions that searches of a game's positions end with on their principal lines."""

import numpy as np

from boyi.engines.game import Game
from boyi.engines.jit import Int, Record, copy, entry
from boyi.engines.play import legal_moves, play, result
from boyi.engines.rules import ONGOING, make
from boyi.learning.lessons import Lesson, keep
from boyi.learning.mind import Mind
from boyi.learning.samples import sample_dtype


@entry
def _walk(pos: Record, line: np.ndarray, sample: Record, ply: Int) -> None:
    """Go to the end of a line and keep the position there; `pos` does not come back."""
    for move in line:
        make(pos, np.int64(move))
    keep(pos, sample, ply)


def leaves(game: Game, mind: Mind, lesson: Lesson, depth: int) -> np.ndarray:
    """The principal leaf of every position of a game, as packed samples; the last position is its own."""
    pos = game.notation.read(lesson.start or game.start, {})
    samples = np.zeros(len(lesson.moves) + 1, sample_dtype(pos.board.size))
    mind.forget()
    for ply, text in enumerate((*lesson.moves, "")):
        searched = bool(legal_moves(pos)) and result(pos) == ONGOING
        line = mind.think(pos, depth=depth).line if searched else ()
        _walk(copy(pos), np.array(line, np.int32), samples[ply], ply)
        if text:
            play(pos, game.notation.move(pos, text))
    return samples
