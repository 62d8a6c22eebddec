"""Matches without engine processes: players of a game against each other, with the same dice for both.

A player is an engine's options: "mcts" or "mcts?Playout=stepwise&Threads=2" for the option `Player` and
others; "mcts@20000" thinks so many nodes a turn, which a busy machine does not disturb, "mcts@50ms" so many
milliseconds. Games come in pairs with the same start and the same dice, the players having changed sides;
error bars are of pairs. What stands in `--file` is not played again.

    bin/run boyi.arena.inprocess.match expectimax mcts mc rules --games 400 --movetime 200 --file pairs.jsonl
    bin/run boyi.arena.inprocess.match search greedy --game connect6 --openings books/connect6_openings.txt
"""

import itertools
import random
import sys
import tempfile
from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Protocol

from boyi.arena.farm.chores import Chore
from boyi.arena.farm.farm import Farm, FarmError
from boyi.arena.farm.opening import add_cluster, open_farm
from boyi.arena.files import append_durably
from boyi.arena.inprocess.engine_player import EnginePlayer
from boyi.arena.inprocess.game import DEFAULT_TERMS, GameTerms, InprocessGame, InprocessPlayer
from boyi.arena.inprocess.pairs import Pair, PairFile, PairScore
from boyi.engines import load_game
from boyi.engines.command_line import add_version
from boyi.engines.game import Game
from boyi.engines.jit import Record
from boyi.engines.limits import MS, Budget

REPORTED = 10
"""Pairs after which is told how far it is."""
RecordedPair = tuple[Pair, tuple[str, str]]
"""The points of a pair, and each of its games as a line."""


class NamedPlayer(InprocessPlayer, Protocol):
    """A player whose name stands in records."""

    @property
    def name(self) -> str:
        """What it is called."""


class PairedGames:
    """Pairs of games by number: each has a start and dice of its own, and is played with either side."""

    def __init__(self, game: Game, seed: int, openings: Sequence[str] = ()) -> None:
        """Starts are openings in turn, else drawn, where the game has many."""
        self._game, self._seed, self._openings = game, seed, openings
        self._terms = GameTerms(game.part(game.chance)) if game.chance else DEFAULT_TERMS

    def play(self, players: Sequence[NamedPlayer], number: int) -> Pair:
        """Points of the first of two players in each game of a pair. Blocks."""
        return self.record(players, number)[0]

    def record(self, players: Sequence[NamedPlayer], number: int) -> RecordedPair:
        """Points of the first of two players in each game of a pair, and both games as lines. Blocks."""
        game, rng = self._game, random.Random(f"{self._seed} {number}")
        if self._openings:
            text = self._openings[number % len(self._openings)]
        else:
            text = game.part(game.starts)(rng) if game.starts else game.start
        start, dice = game.notation.read(text, {}), rng.randrange(1 << 30)
        first, second = players
        one, one_line = self._play((first, second), start, dice)
        other, other_line = self._play((second, first), start, dice)
        return (one, 1 - other), (one_line, other_line)

    def _play(self, players: tuple[NamedPlayer, NamedPlayer], start: Record, dice: int) -> tuple[float, str]:
        notation, game = self._game.notation, InprocessGame(players, start, self._terms, dice)
        for player in players:  # what comes of a game depends on its number alone
            player.forget()
        turns = ["".join(notation.text(game.pos, move) for move in choice.moves) for choice in game.turns()]
        names = " - ".join(player.name for player in players)
        return game.points, f"{notation.write(start)} | {names} | {game.points:g} | {' '.join(turns)}\n"


def read_openings(game: Game, path: Path) -> tuple[str, ...]:
    """The positions of a file, one a line, blank lines and remarks (#) apart; ValueError names a fault."""
    lines = path.read_text(encoding="utf-8").splitlines()
    texts = tuple(line for line in lines if line.strip() and not line.startswith("#"))
    if not texts:
        raise ValueError(f"{path}: there is no opening in it")
    for text in texts:
        game.notation.read(text, {})
    return texts


@dataclass(frozen=True)
class InprocessTournament:
    """Who plays whom, and on what terms."""

    game: str
    players: Sequence[str]
    only: str
    """Whose pairings are played; empty for all."""
    games: int
    """Of each pairing."""
    movetime: int
    """Milliseconds a turn, for players that name no nodes or time of their own."""
    seed: int
    openings: Path | None = None
    """A file of positions to begin from, in turn."""
    records: Path | None = None
    """A file that gets a line for each game."""

    def pairings(self) -> list[tuple[str, str, str]]:
        """First player, second player, and the name of their match."""
        terms = f"{self.movetime} ms, seed {self.seed}" + (f", {self.openings.name}" if self.openings else "")
        return [
            (first, second, f"{first} - {second}, {terms}")
            for first, second in itertools.combinations(self.players, 2)
            if self.only in ("", first, second)
        ]


@dataclass(frozen=True)
class MatchChore(Chore[tuple[str, str, int], RecordedPair]):
    """Pairs of a tournament, by their players and number."""

    game: str
    seed: int
    openings: tuple[str, ...]
    movetime: int

    def prepare(self) -> Callable[[tuple[str, str, int]], RecordedPair]:
        """Load; players are warmed up before their first game."""
        game = load_game(self.game)
        games, players = PairedGames(game, self.seed, self.openings), dict[str, EnginePlayer]()

        def play(order: tuple[str, str, int]) -> RecordedPair:
            for text in order[:2]:
                if text not in players:
                    players[text] = EnginePlayer(game, text, Budget(hard=self.movetime * MS))
                    players[text].warm_up(game.notation.read(game.start, {}))
            return games.record((players[order[0]], players[order[1]]), order[2])

        return play


def play_all(plan: InprocessTournament, path: Path, farm: Farm) -> None:
    """Play what is missing of every pairing; what is finished is kept pair by pair, in order. Blocks."""
    pairs, records = PairFile(path), plan.records
    openings = read_openings(load_game(plan.game), plan.openings) if plan.openings else ()
    missing = [
        (name, (first, second, number))
        for first, second, name in plan.pairings()
        for number in pairs.missing(name, plan.games // 2)
    ]
    chore = MatchChore(plan.game, plan.seed, openings, plan.movetime)
    played = farm.map(chore, [order for _, order in missing])
    for done, ((name, order), (pair, lines)) in enumerate(zip(missing, played, strict=True), 1):
        if records:
            append_durably(records, "".join(lines).encode())
        pairs.add(name, order[2], pair)
        if done % REPORTED == 0 or done == len(missing):
            print(f"{name}: {done} of {len(missing)} pairs {farm.note}", file=sys.stderr, flush=True)


def score_table(plan: InprocessTournament, pairs: PairFile) -> str:
    """All scores as a page's table: the row's player against the column's, percent of the points."""
    scores = dict[tuple[str, str], PairScore]()
    for first, second, name in plan.pairings():
        score = pairs.score(name, plan.games // 2)
        scores[first, second], scores[second, first] = score, score.other
    rows = [f"| | {' | '.join(plan.players)} |", "|---" * (len(plan.players) + 1) + "|"]
    for mine in plan.players:
        cells = [str(scores.get((mine, other), "–")) for other in plan.players]
        rows.append(f"| {mine} | {' | '.join(cells)} |")
    return "\n".join(rows)


def _read(arguments: Sequence[str] | None) -> Namespace:
    parser = ArgumentParser(description=__doc__, formatter_class=RawDescriptionHelpFormatter)
    add_version(parser)
    parser.add_argument("players", nargs="+")
    parser.add_argument("--game", default="einstein")
    parser.add_argument("--games", type=int, default=400, help="of each pairing")
    parser.add_argument("--movetime", type=int, default=200, help="milliseconds a turn")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--openings", type=Path, help="a file of positions to begin from, one a line")
    parser.add_argument("--records", type=Path, help="a file to which every game is added, one a line")
    parser.add_argument("--only", default="", help="play only the pairings of this player")
    parser.add_argument("--concurrency", type=int, default=1, help="games at once, if there is no cluster")
    add_cluster(parser)
    parser.add_argument("--file", type=Path, help="keeps the pairs; the same call goes on with it")
    args = parser.parse_args(arguments)
    if args.games < 2:
        parser.error("--games: a pairing has at least two games")
    try:
        game = load_game(args.game)
        for text in args.players:
            EnginePlayer(game, text)
        if args.openings:
            read_openings(game, args.openings)
    except (KeyError, ValueError, OSError) as error:
        parser.error(f"no such game: {error}" if isinstance(error, KeyError) else str(error))
    return args


def main(arguments: Sequence[str] | None = None) -> int:
    """Play every pairing and print the table; the exit code."""
    args = _read(arguments)
    plan = InprocessTournament(
        **{item.name: getattr(args, item.name) for item in fields(InprocessTournament)}
    )
    with tempfile.TemporaryDirectory() as folder:
        path = args.file or Path(folder) / "pairs.jsonl"
        try:
            with open_farm(args.cluster, max(args.concurrency, 1)) as farm:
                play_all(plan, path, farm)
        except FarmError as error:
            print(f"match: {error}", file=sys.stderr)
            return 1
        print(score_table(plan, PairFile(path)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
