"""Matches without engine processes: players of a game against each other, with the same luck for both.

A player is an engine's options: "mcts" or "mcts?Playout=stepwise&Threads=2" for the option `Player`
and others; "mcts@20000" thinks so many nodes a move, which a busy machine does not disturb. Games come
in pairs with the same start and the same dice, the players having changed sides; error bars are of pairs.
What stands in `--file` is not played again.

    bin/run boyi.arena.indoors expectimax mcts mc rules random --games 400 --movetime 200 --file pairs.jsonl
"""

import argparse
import itertools
import random
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from boyi.arena.children import forsaken, work_side_by_side
from boyi.arena.pairs import Pair, Pairs, Score
from boyi.engines import load_game
from boyi.engines.board import POINTS
from boyi.engines.evaluation import choice_of
from boyi.engines.game import Game
from boyi.engines.jit import Record
from boyi.engines.limits import Budget
from boyi.engines.options import Options
from boyi.engines.play import legal_moves, play, result
from boyi.engines.rules import ONGOING
from boyi.engines.search.task import Task

MS = 1_000_000
TOLD = 10
"""Pairs after which a process tells how far it is."""


class Player:
    """A thinker of its own with options set once."""

    def __init__(self, game: Game, text: str) -> None:
        """From the player's text; ValueError names an option or weights that can't be had."""
        self.name = text
        named, _, query = text.partition("?")
        player, _, nodes = named.partition("@")
        self._nodes = int(nodes) if nodes else None
        self.options = Options(game.options)
        for name, _, value in (item.partition("=") for item in f"Player={player}&{query}".split("&") if item):
            self.options.set(name, value)
        self._weights = choice_of(
            game, self.options.string("Evaluator"), self.options.string("EvalFile")
        ).weights
        self._thinker = game.thinker()
        self._thinker.employ(self.options.number("Threads"))
        self._thinker.resize(self.options.number("Hash"))

    def move(self, pos: Record, budget: Budget) -> int:
        """The move to play. Blocks."""
        roots = tuple(legal_moves(pos))
        budget = budget if self._nodes is None else Budget(nodes=self._nodes)
        self._thinker.prepare(budget, ())
        self._thinker.allow(budget)
        task = Task(pos, self._weights, roots, True, budget, 1, lambda line: None, dict(self.options))
        return self._thinker.think(task).moves[0]

    def ready(self, pos: Record) -> None:
        """Compile and load what the first move would have to wait for."""
        self.move(pos, Budget(nodes=100))


def game_points(game: Game, first: Player, second: Player, start: str, dice: int, budget: Budget) -> float:
    """Points of the one who moves first, in one game whose chances are drawn from a seed."""
    pos, lot, players = game.notation.read(start, {}), random.Random(dice), (first, second)
    chance = game.part(game.chance) if game.chance else lambda pos, lot: None
    side = int(pos.side)
    while True:
        chance(pos, lot)
        ended, mover = result(pos), int(pos.side) ^ side  # a turn may have several moves
        if ended != ONGOING:
            return POINTS[ended] if mover == 0 else 1 - POINTS[ended]
        play(pos, players[mover].move(pos, budget))


def play_pair(game: Game, players: Sequence[Player], budget: Budget, luck: str) -> Pair:
    """Points of the first of two players with either side; start and dice are drawn by `luck`."""
    lot = random.Random(luck)
    start, dice = game.part(game.starts)(lot) if game.starts else game.start, lot.randrange(1 << 30)
    return (
        game_points(game, players[0], players[1], start, dice, budget),
        1 - game_points(game, players[1], players[0], start, dice, budget),
    )


@dataclass(frozen=True)
class Plan:
    """Who plays whom, and on what terms."""

    game: str
    players: tuple[str, ...]
    only: str
    """Whose pairings are played; empty for all."""
    games: int
    """Of each pairing."""
    movetime: int
    """Milliseconds, for players that name no nodes."""
    seed: int

    def pairings(self) -> list[tuple[str, str, str]]:
        """First player, second player, and the name of their match."""
        return [
            (first, second, f"{first} - {second}, {self.movetime} ms, seed {self.seed}")
            for first, second in itertools.combinations(self.players, 2)
            if self.only in ("", first, second)
        ]


def play_share(plan: Plan, path: Path, share: int, shares: int) -> None:
    """Play those missing pairs whose number falls to this share of all. Blocks."""
    game, pairs, budget = load_game(plan.game), Pairs(path), Budget(hard=plan.movetime * MS)
    players = {text: Player(game, text) for text in plan.players}
    for player in players.values():
        player.ready(game.notation.read(game.start, {}))
    for first, second, name in plan.pairings():
        mine = [number for number in pairs.missing(name, plan.games // 2) if number % shares == share]
        for played, number in enumerate(mine, 1):
            if forsaken():
                return
            both = players[first], players[second]
            pairs.enter(name, number, play_pair(game, both, budget, f"{plan.seed} {number}"))
            if played % TOLD == 0 or played == len(mine):
                print(f"{name}: {played} of {len(mine)} pairs", file=sys.stderr, flush=True)


def table(plan: Plan, pairs: Pairs) -> str:
    """All scores as a page's table: the row's player against the column's, percent of the points."""
    scores = dict[tuple[str, str], Score]()
    for first, second, name in plan.pairings():
        score = pairs.score(name, plan.games // 2)
        scores[first, second], scores[second, first] = score, score.other
    rows = [f"| | {' | '.join(plan.players)} |", "|---" * (len(plan.players) + 1) + "|"]
    for mine in plan.players:
        cells = [str(scores.get((mine, other), "–")) for other in plan.players]
        rows.append(f"| {mine} | {' | '.join(cells)} |")
    return "\n".join(rows)


def _read(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("players", nargs="+")
    parser.add_argument("--game", default="einstein")
    parser.add_argument("--games", type=int, default=400, help="of each pairing")
    parser.add_argument("--movetime", type=int, default=200, help="milliseconds")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", help="play only the pairings of this player")
    parser.add_argument("--concurrency", type=int, default=1, help="games at once")
    parser.add_argument("--file", type=Path, help="keeps the pairs; the same call goes on with it")
    args = parser.parse_args(arguments)
    if args.games < 2:
        parser.error("--games: a pairing has at least two games")
    try:
        for text in args.players:
            Player(load_game(args.game), text)
    except (KeyError, ValueError) as error:
        parser.error(f"no such game: {error}" if isinstance(error, KeyError) else str(error))
    return args


def main(arguments: Sequence[str] | None = None) -> int:
    """Play every pairing and print the table; the exit code."""
    args = _read(arguments)
    plan = Plan(args.game, tuple(args.players), args.only, args.games, args.movetime, args.seed)
    with tempfile.TemporaryDirectory() as folder:
        path = args.file or Path(folder) / "pairs.jsonl"
        shares = max(args.concurrency, 1)
        if shares == 1:
            play_share(plan, path, 0, 1)
        elif not work_side_by_side(play_share, [(plan, path, share, shares) for share in range(shares)]):
            return 1
        print(table(plan, Pairs(path)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
