"""Compiling before play: every kernel is called once with the very types of the search.

What is not compiled yet is compiled by processes of their own (`background`), which outlive an impatient
client: whoever starts next finds every kernel that was done.
"""

import importlib
import sys
from collections.abc import Callable

import numba

from boyi.engines.evaluation import Evaluation
from boyi.engines.game import Game
from boyi.engines.jit import BODIES, COMPILED, cache, reach
from boyi.engines.warmup import background
from boyi.engines.warmup.steps import steps


def tell_on_stderr(text: str) -> None:
    """Say a line where no protocol speaks."""
    print(f"boyi: {text}", file=sys.stderr, flush=True)


def ensure(
    game: Game, evaluation: Evaluation, ordering: str = "", tell: Callable[[str], None] = tell_on_stderr
) -> None:
    """Have a game's kernels ready for the weights and the ordering in use; `tell` hears how far that is.

    Blocks, at first for half a minute.
    """
    mark = _mark(game, evaluation, ordering)
    if COMPILED and not cache.find(mark):
        if notice := cache.folders().notice:
            tell(notice)
        folder = cache.folders().written
        job = folder and background.CompileJob(game.name, evaluation.evaluator, ordering, mark, folder)
        if not job or not background.compile_all(job, tell):
            tell(f"compiling {game.name} ({evaluation.evaluator}) for this process alone; up to a minute")
    for call in steps(game, evaluation, ordering).values():
        call()


def _mark(game: Game, evaluation: Evaluation, ordering: str) -> str:
    """The file that says that these kernels are there, named by what they are made from."""
    pos = game.notation.read(game.start, {})
    places = (game.search, game.warm, game.orderings.get(ordering, ""))
    parts = {place.partition(":")[0] for place in places if place}
    for part in parts:
        importlib.import_module(part)  # only what is loaded is reached
    bodies = BODIES.of({numba.from_dtype(pos.dtype), numba.from_dtype(evaluation.weights.dtype)})
    made_of = cache.short_digest(
        reach.digest(frozenset({f"{__name__}.steps", *parts, *bodies})), cache.compiler()
    )
    return f"{game.name}-{evaluation.evaluator}-{made_of}.ready"
