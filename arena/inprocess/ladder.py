"""How strong a game's engine is at each rung of its limited strength: a round robin of rungs.

    bin/run boyi.arena.inprocess.ladder connect6 --openings books/connect6_openings.txt --games 100

A rung is NODES:SCATTER:OVERLOOKED as in the game's ladder, whose rungs play if none is named; what is left
out is 0. Beside them plays whoever moves at random. Their rating is ANCHOR, and all others follow from the
games. `--near N` plays only rungs that are at most so many places apart, since of distant ones one always
wins, which tells nothing. A file is gone on with.
"""

import random
import sys
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections.abc import Sequence
from pathlib import Path

from boyi.arena.inprocess.engine_player import search_once, turn_of
from boyi.arena.inprocess.game import Choice
from boyi.arena.inprocess.match import NamedPlayer, PairedGames, read_openings
from boyi.arena.inprocess.pairs import PairFile, PairScore
from boyi.engines import GAMES, load_game, strength
from boyi.engines.evaluation import choice_of
from boyi.engines.files import user_path
from boyi.engines.game import Game
from boyi.engines.jit import Record, copy
from boyi.engines.limits import Budget
from boyi.engines.play import legal_moves, play, result
from boyi.engines.rules import ONGOING
from boyi.engines.search.task import Line

RANDOM, ANCHOR = "random", 1000
ELO_PER_LOGIT = 173.7178
"""400 / ln 10."""
STEPS = 4000
"""Of the approach to the ratings."""
Scores = dict[tuple[str, str], PairScore]


class RandomPlayer:
    """Moves by lot."""

    name = RANDOM

    def __init__(self, seed: int) -> None:
        """The lots come from the seed."""
        self._rng = random.Random(seed)

    def forget(self) -> None:
        """Nothing."""

    def think(self, pos: Record) -> Choice:
        """The moves of a turn."""
        own, moves = copy(pos), list[int]()
        while own.side == pos.side and result(own) == ONGOING:
            moves.append(self._rng.choice(legal_moves(own)))
            play(own, moves[-1])
        return Choice(tuple(moves), 0)


class RungPlayer:
    """The engine at a rung: few nodes, moves that it overlooks, a choice among the best that errs."""

    def __init__(self, game: Game, rung: strength.Rung, seed: int) -> None:
        """Its errors come from the seed."""
        self.name = f"{rung.nodes}:{rung.scatter:g}:{rung.overlooked:g}"
        self._rung, self._rng, self._thinker = rung, random.Random(seed), game.thinker()
        self._weights = choice_of(game).weights
        self._thinker.resize(1)

    def forget(self) -> None:
        """Lose all that earlier searches found."""
        self._thinker.forget()

    def think(self, pos: Record) -> Choice:
        """The turn to play, and its value. Blocks."""
        rung, told = self._rung, dict[int, Line]()
        seen = strength.seen(legal_moves(pos), rung.overlooked, self._rng)
        best = search_once(
            self._thinker,
            pos,
            self._weights,
            Budget(nodes=rung.nodes),
            roots=seen if rung.overlooked else None,
            lines=strength.CANDIDATES if rung.scatter else 1,
            tell=lambda line: told.update({line.rank: line}),
        )
        ranked = [told[rank] for rank in sorted(told)] or [best]
        line = ranked[strength.pick([found.score for found in ranked], rung.scatter, self._rng)]
        return Choice(turn_of(pos, line.moves), line.score)


def rate(scores: Scores, names: Sequence[str], anchor: float = ANCHOR) -> dict[str, float]:
    """Ratings that explain scores best, the first name's being the anchor.

    By Bradley and Terry's model: each rating is moved until its expected points are those it has.
    """
    ratings = dict.fromkeys(names, float(anchor))
    met = {name: [pair for pair in scores if name in pair] for name in names}
    for _ in range(STEPS):
        for name in names[1:]:
            more = sum(_surprise(scores, pair, name, ratings) for pair in met[name])
            ratings[name] += ELO_PER_LOGIT * more / len(met[name])
    return ratings


def _surprise(scores: Scores, pair: tuple[str, str], name: str, ratings: dict[str, float]) -> float:
    """Points a game that a player has more from another than their ratings say."""
    first, other = pair
    share = scores[pair].share
    if name == other:
        share, other = 1 - share, first
    return share - 1 / (1 + 10 ** ((ratings[other] - ratings[name]) / 400))


def play_round(
    rounds: PairedGames, players: Sequence[NamedPlayer], near: int, pairs: PairFile, games: int, seed: int
) -> Scores:
    """What each has against each that is near enough in the order, kept in a file. Blocks."""
    scores = Scores()
    for place, first in enumerate(players):
        for second in players[place + 1 : place + 1 + near]:
            match = f"{first.name} - {second.name}, seed {seed}"
            for number in pairs.missing(match, games // 2):
                pairs.add(match, number, rounds.play((first, second), number))
            score = scores[first.name, second.name] = pairs.score(match, games // 2)
            print(f"{match}: {score}", file=sys.stderr, flush=True)
    return scores


def _rung(text: str) -> strength.Rung:
    nodes, scatter, overlooked, *_ = [*text.split(":"), "0", "0"]
    return strength.Rung(0, int(nodes), float(scatter), float(overlooked))


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the rating of each rung."""
    parser = ArgumentParser(description=__doc__, formatter_class=RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=GAMES)
    parser.add_argument("rungs", nargs="*", type=_rung, help="NODES:SCATTER:OVERLOOKED, the weakest first")
    parser.add_argument("--games", type=int, default=400, help="of each pairing")
    parser.add_argument("--near", type=int, default=99, metavar="N", help="places between two that play")
    parser.add_argument("--anchor", type=float, default=ANCHOR, help="rating of the player by lot")
    parser.add_argument("--openings", type=user_path, help="a file of positions to begin from")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--file", type=Path, default=Path("ladder.jsonl"))
    args = parser.parse_args(arguments)
    game = load_game(args.game)
    rungs = args.rungs or game.ladder
    players: list[NamedPlayer] = [RandomPlayer(args.seed)]
    players += [RungPlayer(game, rung, number) for number, rung in enumerate(rungs)]
    rounds = PairedGames(game, args.seed, read_openings(game, args.openings) if args.openings else ())
    scores = play_round(rounds, players, args.near, PairFile(args.file), args.games, args.seed)
    for name, rating in rate(scores, [player.name for player in players], args.anchor).items():
        print(f"{name:>16} {rating:.0f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
