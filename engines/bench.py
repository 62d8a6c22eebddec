"""The node signature: fixed positions to a fixed depth on one thread. A change of it is a change of play."""

import argparse
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING

from boyi.engines import GAMES, load_game, platforms
from boyi.engines.command_line import add_version
from boyi.engines.game import Game
from boyi.engines.limits import Budget

if TYPE_CHECKING:
    from boyi.engines.evaluation import Evaluation
    from boyi.engines.search.task import Thinker

MEGABYTES = 16


class BenchRun:
    """One run over a game's bench positions, which another thread may stop."""

    def __init__(self, game: Game, depth: int | None = None, evaluation: "Evaluation | None" = None) -> None:
        """Nothing is searched yet; without weights of its own the game's default ones play."""
        self._game, self._budget = game, Budget(depth=depth or game.bench_depth)
        self._evaluation = evaluation
        self._searcher: Thinker | None = None
        self._stopped = False

    def stop(self) -> None:
        """End soon. Does not block."""
        self._stopped = True
        if self._searcher is not None:
            self._searcher.stop()

    def signature(self) -> tuple[int, float]:
        """Nodes over the positions, and the processor seconds they took; of fewer if stopped. Blocks."""
        # Not before: help and complaints need not wait for numba.
        from boyi.engines import warmup  # noqa: PLC0415
        from boyi.engines.evaluation import Evaluation  # noqa: PLC0415
        from boyi.engines.play import legal_moves  # noqa: PLC0415
        from boyi.engines.search.task import Task  # noqa: PLC0415

        game, evaluation = self._game, self._evaluation or Evaluation(self._game)
        warmup.ensure(game, evaluation)
        self._searcher = searcher = game.thinker()
        searcher.resize(MEGABYTES)
        nodes, start = 0, time.process_time()
        for text in game.bench:
            searcher.forget()
            pos = game.notation.read(text, {})
            searcher.prepare(self._budget, tuple(game.costs.values()))
            if self._stopped:  # not earlier: what a search counts and whether it stops was just cleared
                break
            roots = tuple(legal_moves(pos))
            searcher.think(Task(pos, evaluation.weights, roots, True, self._budget, 1, lambda line: None))
            nodes += searcher.nodes
        return nodes, time.process_time() - start

    def lines(self) -> Iterator[str]:
        """The signature as text; nothing if stopped."""
        nodes, seconds = self.signature()
        if not self._stopped:
            yield f"{self._game.name}: signature {nodes}, {seconds:.2f} s, {nodes / seconds:.0f} nodes/s"


def signature(game: Game, depth: int | None = None) -> tuple[int, float]:
    """Nodes over the game's bench positions, and the processor seconds they took. Blocks."""
    return BenchRun(game, depth).signature()


def final_line(game: Game, evaluation: "Evaluation | None" = None) -> str:
    """The signature as programs read it that compare engines: nodes, and nodes per second. Blocks."""
    nodes, seconds = BenchRun(game, evaluation=evaluation).signature()
    return f"{nodes} nodes {nodes / seconds:.0f} nps"


def main() -> None:
    """Print the signature of every game, or of those named."""
    platforms.speak_plainly()
    parser = argparse.ArgumentParser(prog="bench", description=__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"one of {', '.join(GAMES)}; all if none")
    add_version(parser)
    names = parser.parse_args().games or list(GAMES)
    if unknown := [name for name in names if name not in GAMES]:
        parser.error(f"no game {unknown[0]!r}; there are {', '.join(GAMES)}")
    for name in names:
        for line in BenchRun(load_game(name)).lines():
            print(line, flush=True)


if __name__ == "__main__":
    main()
