"""Matches inside one process: players of a game against each other, with the same luck for both.

A player is an engine's options: "mcts" or "mcts?Playout=stepwise&Threads=2" for the option `Player`
and others; "mcts@20000" thinks so many nodes a move, which a busy machine does not disturb. Games come
in pairs with the same start and the same dice, the players having changed sides; error bars are of pairs.

    bin/run boyi.arena.indoors expectimax mcts mc rules random --games 400 --movetime 200
"""

import argparse
import itertools
import math
import random
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from boyi.engines import load_game
from boyi.engines.evaluation import Evaluation
from boyi.engines.game import Game
from boyi.engines.jit import Record
from boyi.engines.limits import Budget
from boyi.engines.options import Options
from boyi.engines.play import legal_moves, play, result
from boyi.engines.rules import LOST, ONGOING
from boyi.engines.search.task import Task

MS = 1_000_000


class Player:
    """A thinker of its own with options set once."""

    def __init__(self, game: Game, text: str) -> None:
        """From the player's text; ValueError names an unknown option."""
        self.name = text
        named, _, query = text.partition("?")
        player, _, nodes = named.partition("@")
        self._nodes = int(nodes) if nodes else None
        self.options = Options(game.options)
        for name, _, value in (item.partition("=") for item in f"Player={player}&{query}".split("&") if item):
            self.options.set(name, value)
        self._evaluation = Evaluation(game)
        self._evaluation.choose(self.options.string("Evaluator"), self.options.string("EvalFile"))
        self._thinker = game.thinker()
        self._thinker.employ(self.options.number("Threads"))
        self._thinker.resize(self.options.number("Hash"))

    def move(self, pos: Record, budget: Budget) -> int:
        """The move to play. Blocks."""
        roots, weights = tuple(legal_moves(pos)), self._evaluation.weights
        budget = budget if self._nodes is None else Budget(nodes=self._nodes)
        self._thinker.prepare(budget, ())
        self._thinker.allow(budget)
        task = Task(pos, weights, roots, True, budget, 1, lambda line: None, dict(self.options))
        return self._thinker.think(task).moves[0]

    def ready(self, pos: Record) -> None:
        """Compile and load what the first move would have to wait for."""
        self.move(pos, Budget(nodes=100))


Start = Callable[[random.Random], str]
"""Draws the position that a pair of games begins with."""


def game_points(game: Game, first: Player, second: Player, start: str, dice: int, budget: Budget) -> float:
    """Points of the one who moves first, in one game whose chances are drawn from a seed."""
    pos, lot, players = game.notation.read(start, {}), random.Random(dice), (first, second)
    chance = game.part(game.chance) if game.chance else lambda pos, lot: None
    mover = 0
    while True:
        chance(pos, lot)
        ended = result(pos)
        if ended != ONGOING:
            return {LOST: 0.0}.get(ended, 1.0) if mover == 0 else {LOST: 1.0}.get(ended, 0.0)
        play(pos, players[mover].move(pos, budget))
        mover = 1 - mover


@dataclass(frozen=True)
class Score:
    """Share of the points over pairs of games."""

    pairs: tuple[float, ...]
    """Points of each pair, 0 to 2."""

    @property
    def share(self) -> float:
        """Points per game."""
        return sum(self.pairs) / (2 * len(self.pairs))

    @property
    def error(self) -> float:
        """Half the width of the share's 95 % bounds."""
        spread = sum((points / 2 - self.share) ** 2 for points in self.pairs)
        return 1.96 * math.sqrt(spread / max(len(self.pairs) - 1, 1) / len(self.pairs))

    def __str__(self) -> str:
        return f"{100 * self.share:.1f} ± {100 * self.error:.1f}"


def match(
    game: Game, first: Player, second: Player, games: int, budget: Budget, start: Start, seed: int
) -> Score:
    """Play a match; the score of the first. Blocks."""
    lot, pairs = random.Random(seed), list[float]()
    while 2 * len(pairs) < games:
        text, dice = start(lot), lot.randrange(1 << 30)
        points = game_points(game, first, second, text, dice, budget)
        points += 1 - game_points(game, second, first, text, dice, budget)
        pairs.append(points)
        print(
            f"\r{first.name} - {second.name}: {Score(tuple(pairs))} of {2 * len(pairs)}",
            end=" ",
            file=sys.stderr,
        )
    print(file=sys.stderr)
    return Score(tuple(pairs))


def table(names: Sequence[str], scores: dict[tuple[str, str], Score]) -> str:
    """All scores as a page's table: the row's player against the column's, percent of the points."""
    rows = [f"| | {' | '.join(names)} |", "|---" * (len(names) + 1) + "|"]
    for mine in names:
        cells = [_cell(scores, mine, other) for other in names]
        rows.append(f"| {mine} | {' | '.join(cells)} |")
    return "\n".join(rows)


def _cell(scores: dict[tuple[str, str], Score], mine: str, other: str) -> str:
    if (mine, other) in scores:
        return str(scores[mine, other])
    if (other, mine) in scores:
        return str(Score(tuple(2 - points for points in scores[other, mine].pairs)))
    return "–"


def main() -> None:
    """Play every pairing and print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("players", nargs="+")
    parser.add_argument("--game", default="einstein")
    parser.add_argument("--games", type=int, default=400, help="of each pairing")
    parser.add_argument("--movetime", type=int, default=200, help="milliseconds")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", help="play only the pairings of this player")
    parser.add_argument("--save", type=Path, help="file for the table")
    arguments = parser.parse_args()
    try:
        game = load_game(arguments.game)
        players = [Player(game, text) for text in arguments.players]
    except (KeyError, ValueError) as error:
        parser.error(f"no such game: {error}" if isinstance(error, KeyError) else str(error))
    start: Start = game.part(game.starts) if game.starts else lambda lot: game.start
    for player in players:
        player.ready(game.notation.read(game.start, {}))
    budget, scores = Budget(hard=arguments.movetime * MS), dict[tuple[str, str], Score]()
    for first, second in itertools.combinations(players, 2):
        if arguments.only in ("", first.name, second.name):
            played = match(game, first, second, arguments.games, budget, start, arguments.seed)
            scores[first.name, second.name] = played
    text = table([player.name for player in players], scores)
    print(text)
    if arguments.save:
        arguments.save.write_text(text + "\n")


if __name__ == "__main__":
    main()
