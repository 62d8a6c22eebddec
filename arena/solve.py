"""How many puzzles of a suite are solved in time.

    bin/run boyi.arena.solve chess SUITE.epd [--seconds 1]
    bin/run boyi.arena.solve xiangqi MATES.jsonl --seconds 2

A best move counts if it is the one played when the time is up, a mate as soon as it is proved; one that is
proved in fewer moves than the suite tells is counted apart, since one of the two must be wrong.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

from boyi.arena.suites import Puzzle, read_suite
from boyi.engines import GAMES, load_game, warmup
from boyi.engines.evaluation import Evaluation
from boyi.engines.game import Game
from boyi.engines.limits import Budget
from boyi.engines.play import legal_moves
from boyi.engines.search.task import Line, Task
from boyi.engines.telling import score_of

MEGABYTES = 64
VERDICTS = ("solved", "shorter", "missed")


def judged(game: Game, puzzle: Puzzle, line: Line) -> str:
    """Which of the verdicts a search's last line earns."""
    if puzzle.mate:
        mate = score_of(line.score).mate or 0
        return "solved" if mate == puzzle.mate else "shorter" if 0 < mate < puzzle.mate else "missed"
    played = game.notation.text(game.notation.read(puzzle.position, {}), line.moves[0])
    return (
        "solved" if played in puzzle.best or (puzzle.avoided and played not in puzzle.avoided) else "missed"
    )


def solve(game: Game, puzzles: Iterable[Puzzle], seconds: float) -> Iterator[tuple[Puzzle, str]]:
    """Each puzzle with its verdict, searched with an empty memory. Blocks between items."""
    evaluation = Evaluation(game)
    warmup.ensure(game, evaluation)
    searcher = game.thinker()
    searcher.resize(MEGABYTES)
    for puzzle in puzzles:
        pos = game.notation.read(puzzle.position, {})
        budget = Budget(hard=int(seconds * 1e9), mate=puzzle.mate or None)
        searcher.forget()
        searcher.prepare(budget, list(game.costs.values()))
        searcher.allow(budget)
        roots = tuple(legal_moves(pos))
        line = searcher.think(Task(pos, evaluation.weights, roots, True, budget, 1, lambda line: None))
        yield puzzle, judged(game, puzzle, line)


def table(found: Iterable[tuple[Puzzle, str]]) -> Iterator[str]:
    """What was missed, line by line; then a line for each kind of puzzle."""
    counts = Counter[tuple[int, str]]()
    for puzzle, verdict in found:
        counts[puzzle.mate, verdict] += 1
        if verdict == "missed":
            yield f"missed: {puzzle.name}"
    for mate in sorted({mate for mate, _ in counts}):
        kind = f"mate in {mate}" if mate else "best moves"
        told = ", ".join(f"{counts[mate, verdict]} {verdict}" for verdict in VERDICTS)
        yield f"{kind}: {told}"


def main() -> None:
    """Print a table; bad input is told in one line."""
    parser = argparse.ArgumentParser(prog="solve", description="count the puzzles that are solved in time")
    parser.add_argument("game", choices=GAMES)
    parser.add_argument("suite", type=Path, help="EPD with bm or am, or JSONL with fen and mate_in")
    parser.add_argument("--seconds", type=float, default=1.0, help="for each position")
    asked = parser.parse_args()
    try:
        for line in table(solve(load_game(asked.game), read_suite(asked.suite), asked.seconds)):
            print(line, flush=True)
    except (OSError, ValueError) as error:
        print(f"solve: {error}", file=sys.stderr)
        sys.exit(2)


if __name__ == "__main__":
    main()
