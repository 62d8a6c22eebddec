"""How many puzzles of a suite are solved in time.

    bin/run boyi.arena.tools.suite chess SUITE.epd [--seconds 1]
    bin/run boyi.arena.tools.suite xiangqi MATES.jsonl --seconds 2

A best move counts if it is the one played when the time is up, a mate as soon as it is proved; one that is
proved in fewer moves than the suite says is counted apart, since one of the two must be wrong.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from boyi.arena.farm.chores import Chore
from boyi.arena.farm.farm import Farm, InlineFarm
from boyi.arena.farm.opening import add_cluster, open_farm
from boyi.arena.inprocess.engine_player import search_once
from boyi.arena.suites import Puzzle, read_suite
from boyi.engines import GAMES, load_game, warmup
from boyi.engines.command_line import add_version
from boyi.engines.evaluation import Evaluation
from boyi.engines.game import Game
from boyi.engines.limits import Budget
from boyi.engines.search.task import Line
from boyi.engines.search.wording import score_of

MEGABYTES = 64
VERDICTS = ("solved", "shorter", "missed")


def verdict_of(game: Game, puzzle: Puzzle, line: Line) -> str:
    """Which of the verdicts a search's last line earns."""
    if puzzle.mate:
        mate = score_of(line.score).mate or 0
        return "solved" if mate == puzzle.mate else "shorter" if 0 < mate < puzzle.mate else "missed"
    played = game.notation.text(game.notation.read(puzzle.position, {}), line.moves[0])
    return (
        "solved" if played in puzzle.best or (puzzle.avoided and played not in puzzle.avoided) else "missed"
    )


@dataclass(frozen=True)
class SuiteChore(Chore[Puzzle, str]):
    """Puzzles of a game, each searched for so long."""

    game: str
    seconds: float

    def prepare(self) -> Callable[[Puzzle], str]:
        """Load and compile; then the verdict on a puzzle."""
        game = load_game(self.game)
        evaluation = Evaluation(game)
        warmup.ensure(game, evaluation)
        searcher = game.thinker()
        searcher.resize(MEGABYTES)
        costs = list(game.costs.values())

        def verdict(puzzle: Puzzle) -> str:
            pos = game.notation.read(puzzle.position, {})
            budget = Budget(hard=int(self.seconds * 1e9), mate=puzzle.mate or None)
            searcher.forget()
            line = search_once(searcher, pos, evaluation.weights, budget, costs=costs)
            return verdict_of(game, puzzle, line)

        return verdict


def solve(
    game: Game, puzzles: Sequence[Puzzle], seconds: float, farm: Farm | None = None
) -> Iterator[tuple[Puzzle, str]]:
    """Each puzzle with its verdict, searched with an empty memory. Blocks between items."""
    verdicts = (farm or InlineFarm()).map(SuiteChore(game.name, seconds), puzzles)
    return zip(puzzles, verdicts, strict=True)


def table(found: Iterable[tuple[Puzzle, str]]) -> Iterator[str]:
    """What was missed, line by line; then a line for each kind of puzzle."""
    counts = Counter[tuple[int, str]]()
    for puzzle, verdict in found:
        counts[puzzle.mate, verdict] += 1
        if verdict == "missed":
            yield f"missed: {puzzle.name}"
    for mate in sorted({mate for mate, _ in counts}):
        kind = f"mate in {mate}" if mate else "best moves"
        words = ", ".join(f"{counts[mate, verdict]} {verdict}" for verdict in VERDICTS)
        yield f"{kind}: {words}"


def main() -> None:
    """Print a table; bad input is one line on stderr."""
    parser = argparse.ArgumentParser(prog="solve", description="count the puzzles that are solved in time")
    add_version(parser)
    parser.add_argument("game", choices=GAMES)
    parser.add_argument("suite", type=Path, help="EPD with bm or am, or JSONL with fen and mate_in")
    parser.add_argument("--seconds", type=float, default=1.0, help="for each position")
    parser.add_argument("--concurrency", type=int, default=1, help="puzzles at once, if there is no cluster")
    add_cluster(parser)
    asked = parser.parse_args()
    try:
        puzzles = read_suite(asked.suite)
        with open_farm(asked.cluster, max(asked.concurrency, 1)) as farm:
            for line in table(solve(load_game(asked.game), puzzles, asked.seconds, farm)):
                print(line, flush=True)
    except (OSError, ValueError) as error:
        print(f"solve: {error}", file=sys.stderr)
        sys.exit(2)


if __name__ == "__main__":
    main()
