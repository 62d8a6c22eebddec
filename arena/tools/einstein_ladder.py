"""How strong EinStein's engine is at each rung of its limited strength: a round robin of rungs.

    bin/run boyi.arena.tools.einstein_ladder --games 400 --file ladder.jsonl

A rung is NODES:SCATTER, as in the ladder of `boyi.engines.einstein`, whose rungs play if none is named.
Beside them plays whoever moves at random, whose rating is 1000 by definition: that is what the scale means.
A file is gone on with.
"""

import itertools
import random
import sys
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections.abc import Sequence
from pathlib import Path

from boyi.arena.inprocess.engine_player import EnginePlayer, search_once
from boyi.arena.inprocess.game import Choice
from boyi.arena.inprocess.match import PairedGames
from boyi.arena.inprocess.pairs import PairFile
from boyi.engines import load_game, strength
from boyi.engines.evaluation import choice_of
from boyi.engines.game import Game
from boyi.engines.jit import Record
from boyi.engines.limits import Budget
from boyi.engines.search.task import Line

RANDOM, RANDOM_ELO = "random", 1000
ELO_PER_LOGIT = 173.7178
"""400 / ln 10."""


class RungPlayer:
    """The engine at a rung: few nodes, and a choice among the best moves that errs at random."""

    def __init__(self, game: Game, rung: strength.Rung, seed: int) -> None:
        """Draw the player's errors from a seed."""
        self.name = f"{rung.nodes}:{rung.scatter:g}"
        self._rung, self._rng, self._thinker = rung, random.Random(seed), game.thinker()
        self._weights = choice_of(game).weights
        self._thinker.resize(1)

    def forget(self) -> None:
        """Lose all that earlier searches found."""
        self._thinker.forget()

    def think(self, pos: Record) -> Choice:
        """The turn to play, and its value. Blocks."""
        told = dict[int, Line]()
        budget = Budget(nodes=self._rung.nodes)
        lines = strength.CANDIDATES if self._rung.scatter else 1
        best = search_once(
            self._thinker,
            pos,
            self._weights,
            budget,
            lines=lines,
            tell=lambda line: told.update({line.rank: line}),
        )
        ranked = [told[rank] for rank in sorted(told)] or [best]
        line = ranked[strength.pick([found.score for found in ranked], self._rung.scatter, self._rng)]
        return Choice(line.moves[:1], line.score)


Player = RungPlayer | EnginePlayer


def rate(scores: dict[tuple[str, str], float], names: Sequence[str]) -> dict[str, float]:
    """Ratings that explain the scores of a round robin best, the first name's being RANDOM_ELO.

    By Bradley and Terry's model: each rating is moved until its expected points are those it has.
    """
    ratings = dict.fromkeys(names, float(RANDOM_ELO))
    for _ in range(2000):
        for name in names[1:]:
            more = sum(
                scores[name, other] - 1 / (1 + 10 ** ((ratings[other] - ratings[name]) / 400))
                for other in names
                if other != name
            )
            ratings[name] += ELO_PER_LOGIT * more / len(names)
    return ratings


def play(players: Sequence[Player], pairs: PairFile, games: int, seed: int) -> dict[tuple[str, str], float]:
    """The share of points of each against each, kept in a file. Blocks."""
    rounds, scores = PairedGames(load_game("einstein"), seed), dict[tuple[str, str], float]()
    for first, second in itertools.combinations(players, 2):
        match = f"{first.name} - {second.name}, seed {seed}"
        for number in pairs.missing(match, games // 2):
            pairs.add(match, number, rounds.play((first, second), number))  # type: ignore[arg-type]
        score = pairs.score(match, games // 2)
        print(f"{match}: {score}", file=sys.stderr, flush=True)
        scores[first.name, second.name], scores[second.name, first.name] = score.share, 1 - score.share
    return scores


def _rung(text: str) -> strength.Rung:
    nodes, _, scatter = text.partition(":")
    return strength.Rung(0, int(nodes), float(scatter or 0))


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the rating of each rung."""
    parser = ArgumentParser(description=__doc__, formatter_class=RawDescriptionHelpFormatter)
    parser.add_argument("rungs", nargs="*", type=_rung, help="NODES:SCATTER")
    parser.add_argument("--games", type=int, default=400, help="of each pairing")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--file", type=Path, default=Path("ladder.jsonl"))
    args = parser.parse_args(arguments)
    game = load_game("einstein")
    rungs = args.rungs or game.ladder
    players: list[Player] = [EnginePlayer(game, RANDOM)]
    players += [RungPlayer(game, rung, number) for number, rung in enumerate(rungs)]
    scores = play(players, PairFile(args.file), args.games, args.seed)
    for name, rating in rate(scores, [player.name for player in players]).items():
        print(f"{name:>12} {rating:.0f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
