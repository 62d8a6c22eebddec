"""The calls that between them compile all kernels of a game."""

from collections.abc import Callable

from boyi.engines.evaluation import Evaluation
from boyi.engines.game import Game
from boyi.engines.jit import Record, copy
from boyi.engines.limits import Budget
from boyi.engines.play import bound_value, legal_moves, perft, play, result, take_back, try_move
from boyi.engines.search.task import Task

FIRST, LONGEST = "moves", "search"
"""The step that others need, and the one that takes two thirds of the time."""
SHARES = {FIRST: 7, LONGEST: 66, "value": 9, "perft": 6, "result": 3, "make": 4, "more": 5}
"""Every step and how long it compiles, percent of all, as measured in chess."""


def steps(game: Game, evaluation: Evaluation, ordering: str) -> dict[str, Callable[[], object]]:
    """What to call for each step; none but the first compiles what another step needs."""
    pos, weights = game.notation.read(game.start, {}), evaluation.weights
    return {
        FIRST: lambda: legal_moves(pos),
        LONGEST: lambda: _search(game, pos, weights, ordering),
        "value": lambda: bound_value(copy(pos), weights),
        "perft": lambda: perft(copy(pos), 1),
        "result": lambda: result(copy(pos)),
        "make": lambda: _make(copy(pos)),
        "more": lambda: game.part(game.warm)(copy(pos), weights) if game.warm else None,
    }


def _search(game: Game, pos: Record, weights: Record, ordering: str) -> None:
    searcher, budget = game.thinker(ordering), Budget(depth=1)
    searcher.prepare(budget, [100] * len(game.costs))
    moves = tuple(legal_moves(pos))
    searcher.think(Task(pos, weights, moves, True, budget, 1, lambda line: None))
    assert searcher.fullness >= 0


def _make(pos: Record) -> None:
    move = legal_moves(pos)[0]
    try_move(pos, move)
    take_back(pos, move)
    play(pos, move)
