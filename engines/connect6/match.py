"""A match between two settings of this engine in one process: paired openings, colours exchanged.

    bin/run boyi.engines.connect6.match --first "Move Time=1000" --second Player=greedy --games 100

A setting is a list of options, NAME=VALUE, separated by semicolons. `Nodes` counts nodes instead of time.
"""

import argparse
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TextIO

from boyi.engines.connect6 import GAME, notation
from boyi.engines.connect6.search import TurnSearcher
from boyi.engines.evaluation import Evaluation
from boyi.engines.jit import Record
from boyi.engines.limits import MS, Budget
from boyi.engines.options import Option, Options, Value
from boyi.engines.play import legal_moves, play, result
from boyi.engines.rules import DRAWN, ONGOING, WON
from boyi.engines.search.task import Line, Task

NODES = Option("Nodes", "spin", 0, 0, 1 << 40, help="nodes a move instead of time")


class Contender:
    """A thinker with its options and weights."""

    def __init__(self, text: str, weights: Record | None = None) -> None:
        """From options as text, and other weights than they name; ValueError tells a fault."""
        options = Options((*GAME.options, NODES))
        for pair in filter(None, text.split(";")):
            name, sign, value = pair.partition("=")
            if not sign:
                raise ValueError(f"{pair[:40]!r} is not NAME=VALUE")
            options.set(name.strip(), value)
        self._options: Mapping[str, Value] = dict(options)
        evaluation = Evaluation(GAME)
        evaluation.choose(options.string("Evaluator"), options.string("EvalFile"))
        self._weights = evaluation.weights if weights is None else weights
        nodes, time = options.number("Nodes"), options.number("Move Time")
        self._budget = Budget(nodes=nodes) if nodes else Budget(hard=time * MS)
        self._thinker = TurnSearcher(notation.TRACES)
        self._thinker.employ(options.number("Threads"))

    def begin(self) -> None:
        """Start a game."""
        self._thinker.resize(int(self._options["Hash"]))
        self._thinker.forget()

    def think(self, pos: Record) -> Line:
        """What it finds, thinking as long as in a game."""
        legal = tuple(legal_moves(pos))
        task = Task(pos, self._weights, legal, True, self._budget, 1, lambda line: None, self._options)
        self._thinker.prepare(self._budget, ())
        self._thinker.allow(self._budget)
        return self._thinker.think(task)

    def play(self, pos: Record) -> str:
        """Play a whole turn; its stones."""
        moves = self.think(pos).moves[: int(pos.left)]
        names = "".join(notation.text(pos, move) for move in moves)
        for move in moves:
            play(pos, move)
        return names


def play_game(players: tuple[Contender, Contender], text: str) -> tuple[float, list[str]]:
    """The points of the first player, who has Black, and the turns that were played."""
    pos, turns = notation.read(text), list[str]()
    for player in players:
        player.begin()
    while (found := result(pos)) == ONGOING:
        turns.append(players[pos.side].play(pos))
    if found == DRAWN:
        return 0.5, turns
    winner = int(pos.side) if found == WON else 1 - int(pos.side)
    return float(winner == 0), turns


def _openings(path: Path | None, count: int) -> Iterator[str]:
    """So many positions of a file, over and over; the start without a file."""
    lines = [GAME.start] if path is None else path.read_text(encoding="utf-8").splitlines()
    texts = [line for line in lines if line.strip() and not line.startswith("#")]
    if not texts:
        raise ValueError(f"{path}: there is no opening in it")
    yield from (texts[number % len(texts)] for number in range(count))


def play_match(first: Contender, second: Contender, openings: Iterator[str], records: TextIO | None) -> None:
    """Play every opening twice and print how the first player stands; records get a line a game."""
    points, played = 0.0, 0
    for text in openings:
        for players, colour in (((first, second), "black"), ((second, first), "white")):
            score, turns = play_game(players, text)
            own = score if colour == "black" else 1 - score
            points, played = points + own, played + 1
            print(
                f"{played} games: {points:g} points, {100 * points / played:.1f} % ({len(turns)} turns)",
                flush=True,
            )
            if records:
                print(f"{text} | first {colour} {own:g} | {' '.join(turns)}", file=records, flush=True)


def main() -> None:
    """Read the command line and play."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--first", default="")
    parser.add_argument("--second", default="Player=greedy")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--openings", type=Path, help="a file of positions; otherwise the start")
    parser.add_argument("--records", type=argparse.FileType("w"), help="a file for the games, one a line")
    arguments = parser.parse_args()
    try:
        first, second = Contender(arguments.first), Contender(arguments.second)
        openings = _openings(arguments.openings, (arguments.games + 1) // 2)
        play_match(first, second, openings, arguments.records)
    except (ValueError, OSError) as error:
        print(f"match: {error}", file=sys.stderr)
        sys.exit(2)


if __name__ == "__main__":
    main()
