"""Compiling before play: every kernel is called once with the very types of the search."""

import sys
import time

from boyi.engines import cache
from boyi.engines.evaluation import Evaluation
from boyi.engines.game import Game
from boyi.engines.jit import COMPILED, copy
from boyi.engines.limits import Budget
from boyi.engines.perft import perft
from boyi.engines.play import bound_value, legal_moves, play, result, take_back, try_move
from boyi.engines.search.task import Task


def ensure(game: Game, evaluation: Evaluation, ordering: str = "") -> None:
    """Have a game's kernels ready for weights and ordering in use. Of several processes, one compiles."""
    desk = f"-{ordering}" if game.orderings.get(ordering) else ""
    mark = cache.location() / f"{game.name}-{evaluation.evaluator}{desk}.ready"
    if mark.exists() or not COMPILED:
        _call_all(game, evaluation, ordering)
        return
    with cache.compiling():
        if not mark.exists():
            print(
                f"boyi: compiling {game.name} ({evaluation.evaluator}), once; up to a minute", file=sys.stderr
            )
        start = time.monotonic()
        _call_all(game, evaluation, ordering)
        if not mark.exists():
            print(f"boyi: compiled in {time.monotonic() - start:.0f} s", file=sys.stderr)
        cache.leave_mark(mark)


def _call_all(game: Game, evaluation: Evaluation, ordering: str) -> None:
    notation = game.notation
    pos = notation.read(game.start, {})
    moves = legal_moves(pos)
    bound_value(copy(pos), evaluation.weights)
    perft(pos, 1)
    result(pos)
    try_move(pos, moves[0])
    take_back(pos, moves[0])
    searcher, budget = game.thinker(ordering), Budget(depth=1)
    searcher.prepare(budget, [100] * len(game.costs))
    searcher.think(Task(pos, evaluation.weights, tuple(moves), True, budget, 1, lambda line: None))
    assert searcher.fullness >= 0
    if game.warm:
        game.part(game.warm)(pos, evaluation.weights)
    play(pos, moves[0])
