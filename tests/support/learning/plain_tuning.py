"""What tuned searches find, worked out in plain Python: compiling one for their threads would take longer.

Run as a program with NUMBA_DISABLE_JIT=1 it prints the facts as JSON.
"""

import json
from typing import Any

from boyi.arena.inprocess.quick_search import QuickSearch
from boyi.engines import load_game
from boyi.engines.evaluation import Evaluation
from boyi.engines.jit import new
from boyi.engines.search.parameters import FUTILITY, MOVE_COUNT, VALUES
from boyi.learning.tuning.search_parameters import TuningPlayers, tuning_thread


def thoughts() -> list[Any]:
    """Line and score by the shared thread state, by one with the same parameters, and by one with others."""
    game, found = load_game("chess"), list[Any]()
    weights, blank = Evaluation(game).weights, new(tuning_thread(game.history_size))
    blank.parameters[:] = VALUES
    other = blank.copy()
    other.parameters[MOVE_COUNT], other.parameters[FUTILITY] = 0, -3000
    for thread in (None, blank, other):
        mind = QuickSearch(game, weights, thread)
        mind.forget()
        thought = mind.think(game.notation.read(game.bench[2], {}), depth=4)
        found.append([thought.score, mind.nodes, *thought.line])
    return found


def equals() -> float:
    """What the first of two searches with the same parameters gets beyond the second."""
    values = tuple(VALUES.tolist())
    return TuningPlayers("chess", 20).meet(values, values, "1 7")


if __name__ == "__main__":
    print(json.dumps({fact.__name__: fact() for fact in (thoughts, equals)}))
