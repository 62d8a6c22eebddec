"""How many mates of a file are found in time, by their distance.

    bin/run boyi.arena.mates xiangqi FILE.jsonl [--seconds 2]

Each line of the file is JSON with "fen" and "mate_in". A mate counts as found at the distance told, as
shorter where the engine proves one in fewer moves, and as missed otherwise.
"""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from boyi.engines import GAMES, load_game, warmup
from boyi.engines.evaluation import Evaluation
from boyi.engines.game import Game
from boyi.engines.limits import Budget
from boyi.engines.play import legal_moves
from boyi.engines.search.task import Task
from boyi.engines.telling import score_of

MEGABYTES = 64


def solve(game: Game, cases: Iterable[dict[str, Any]], seconds: float) -> Counter[tuple[int, str]]:
    """How often mates of each distance were found, shorter or missed. Blocks."""
    evaluation, found = Evaluation(game), Counter[tuple[int, str]]()
    warmup.ensure(game, evaluation)
    searcher = game.thinker()
    searcher.resize(MEGABYTES)
    for case in cases:
        distance = int(case["mate_in"])
        pos, budget = game.notation.read(case["fen"], {}), Budget(hard=int(seconds * 1e9), mate=distance)
        searcher.forget()
        searcher.prepare(budget, list(game.costs.values()))
        searcher.allow(budget)
        roots = tuple(legal_moves(pos))
        line = searcher.think(Task(pos, evaluation.weights, roots, True, budget, 1, lambda line: None))
        mate = score_of(line.score).mate or 0
        found[distance, "found" if mate == distance else "shorter" if 0 < mate < distance else "missed"] += 1
    return found


def main() -> None:
    """Print a table; bad input is told in one line."""
    parser = argparse.ArgumentParser(description="count the mates that are found in time")
    parser.add_argument("game", choices=GAMES)
    parser.add_argument("file", type=Path)
    parser.add_argument("--seconds", type=float, default=2.0, help="for each position")
    asked = parser.parse_args()
    try:
        cases = [json.loads(line) for line in asked.file.read_text("utf-8").splitlines()]
        found = solve(load_game(asked.game), cases, asked.seconds)
    except (OSError, ValueError, KeyError, TypeError) as error:
        print(f"mates: {error}", file=sys.stderr)
        sys.exit(2)
    for distance in sorted({distance for distance, _ in found}):
        counts = ", ".join(f"{found[distance, how]} {how}" for how in ("found", "shorter", "missed"))
        print(f"mate in {distance}: {counts}")


if __name__ == "__main__":
    main()
