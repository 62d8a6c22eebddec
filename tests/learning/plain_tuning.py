"""What tuned searches find, worked out in plain Python: compiling a search for their desks would take longer.

Run as a program with NUMBA_DISABLE_JIT=1 it prints the facts as JSON.
"""

import json
from typing import Any

from boyi.engines import load_game
from boyi.engines.evaluation import Evaluation
from boyi.engines.jit import new
from boyi.engines.search.margins import FUTILE, LATE, VALUES
from boyi.learning.control.tuning import Rivals, tuning_desk
from boyi.learning.mind import Mind


def thoughts() -> list[Any]:
    """Line and score by the shared desk, by one with the same margins, and by one with others."""
    game, found = load_game("chess"), list[Any]()
    weights, blank = Evaluation(game).weights, new(tuning_desk(game.notation.TRACES))
    blank.margins[:] = VALUES
    other = blank.copy()
    other.margins[LATE], other.margins[FUTILE] = 0, -3000
    for desk in (None, blank, other):
        mind = Mind(game, weights, desk)
        mind.forget()
        thought = mind.think(game.notation.read(game.bench[2], {}), depth=4)
        found.append([thought.score, mind.nodes, *thought.line])
    return found


def equals() -> float:
    """What the first of two searches with the same margins gets beyond the second."""
    margins = tuple(VALUES.tolist())
    return Rivals("chess", 20).meet(margins, margins, "1 7")


if __name__ == "__main__":
    print(json.dumps({fact.__name__: fact() for fact in (thoughts, equals)}))
