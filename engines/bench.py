"""The node signature: fixed positions to a fixed depth on one thread. A change of it is a change of play."""

import argparse
import time
from collections.abc import Iterator

from boyi.engines import GAMES, load_game, warmup
from boyi.engines.evaluation import Evaluation
from boyi.engines.game import Game
from boyi.engines.limits import Budget
from boyi.engines.play import legal_moves
from boyi.engines.search.task import Task

MEGABYTES = 16


def signature(game: Game, depth: int | None = None) -> tuple[int, float]:
    """Nodes over the game's bench positions, and the processor seconds they took. Blocks."""
    evaluation, notation = Evaluation(game), game.notation
    warmup.ensure(game, evaluation)
    searcher, budget = game.thinker(), Budget(depth=depth or game.bench_depth)
    searcher.resize(MEGABYTES)
    nodes, start = 0, time.process_time()
    for text in game.bench:
        searcher.forget()
        pos = notation.read(text, {})
        searcher.prepare(budget, tuple(game.costs.values()))
        roots = tuple(legal_moves(pos))
        searcher.think(Task(pos, evaluation.weights, roots, True, budget, 1, lambda line: None))
        nodes += searcher.nodes
    return nodes, time.process_time() - start


def lines(game: Game) -> Iterator[str]:
    """The signature as text."""
    nodes, seconds = signature(game)
    yield f"{game.name}: signature {nodes}, {seconds:.2f} s, {nodes / seconds:.0f} nodes/s"


def main() -> None:
    """Print the signature of every game, or of those named."""
    parser = argparse.ArgumentParser(prog="bench", description=__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"one of {', '.join(GAMES)}; all if none")
    names = parser.parse_args().games or list(GAMES)
    if unknown := [name for name in names if name not in GAMES]:
        parser.error(f"no game {unknown[0]!r}; there are {', '.join(GAMES)}")
    for name in names:
        for line in lines(load_game(name)):
            print(line, flush=True)


if __name__ == "__main__":
    main()
