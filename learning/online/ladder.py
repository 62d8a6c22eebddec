"""Games against a ladder of opponents: the game's engine at the ratings of `UCI_Elo`, in this process."""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from boyi.arena.game.adjudication import Adjudication, Adjudicator
from boyi.arena.game.openings import OpeningSuite
from boyi.arena.inprocess.engine_player import search_once
from boyi.arena.inprocess.game import DEFAULT_TERMS, Choice, GameTerms, InprocessGame, InprocessPlayer
from boyi.arena.inprocess.pairs import Pair
from boyi.arena.inprocess.quick_search import QuickPlayer, QuickSearch, evaluation_of
from boyi.engines import strength
from boyi.engines.game import Game
from boyi.engines.jit import Record
from boyi.engines.limits import Budget
from boyi.engines.search.task import Line
from boyi.learning.data.games import TrainingGame
from boyi.learning.data.sources import Weights
from boyi.learning.td.matches import openings

RULES = Adjudication(win_score=1000, win_moves=3, draw_score=10, draw_moves=10, length=150)
"""What ends a game whose end is clear to both players."""
OPENINGS = 1000
"""Of the game's own, drawn by the seed."""
OUTCOMES = ("won", "drawn", "lost")


class LimitedOpponent:
    """An `InprocessPlayer`: the game's engine, as strong as the rating that it was given last."""

    def __init__(self, game: Game) -> None:
        """With the default evaluator's built-in weights. Blocks while it compiles."""
        self._ladder, self._weights = game.ladder, evaluation_of(game).weights
        self._thinker = game.thinker()
        self._thinker.resize(1)
        self.rate(game.ladder[0].elo, "")

    def rate(self, elo: int, seed: str) -> None:
        """Play at a rating from now on, erring by chance as the seed has it."""
        self._budget = Budget(nodes=strength.nodes(elo, self._ladder))
        self._scatter, self._rng = strength.temperature(elo, self._ladder), random.Random(seed)

    def forget(self) -> None:
        """Lose all that earlier searches found."""
        self._thinker.forget()

    def think(self, pos: Record) -> Choice:
        """One of the best moves, and its value. Blocks."""
        latest = dict[int, Line]()
        best = search_once(
            self._thinker,
            pos,
            self._weights,
            self._budget,
            lines=strength.CANDIDATES,
            tell=lambda line: latest.update({line.rank: line}),
        )
        ranked = [latest[rank] for rank in sorted(latest)] or [best]  # broken off at once, nothing is told
        line = ranked[strength.pick([found.score for found in ranked], self._scatter, self._rng)]
        return Choice(line.moves[:1], line.score)


class LearnerMatches:
    """A learner against the engine at any rating, game by game; what comes of one depends on its number."""

    def __init__(self, game: Game, weights: Record, nodes: int, seed: int) -> None:
        """The learner searches so many nodes a move."""
        self._game, self._seed = game, seed
        self._opponent, self.search = LimitedOpponent(game), QuickSearch(game, weights)
        self._learner = QuickPlayer(self.search, nodes)
        self._openings = drawn_openings(game, seed)

    def play(self, elo: int, number: int) -> TrainingGame:
        """A game from its beginning; in odd ones the learner is the second to move. Blocks."""
        opening = self._openings[number // 2 % len(self._openings)]
        self._opponent.rate(elo, f"{self._seed} {elo} {number}")
        players = (self._learner, self._opponent)[:: -1 if number % 2 else 1]
        return play_on(self._game, players, opening, RULES, f"{elo}, game {number}")

    def pair(self, elo: int, number: int) -> Pair:
        """Points of the learner in both games from an opening. Blocks."""
        first, second = (self.play(elo, 2 * number + i).result for i in range(2))
        return (1 + first) / 2, (1 - second) / 2


def drawn_openings(game: Game, seed: int) -> list[TrainingGame]:
    """Openings of the game's own in an order by lot, as games that have only begun."""
    drawn = OpeningSuite(game.openings).draw(game.name, seed, OPENINGS, lambda opening: None)
    return [TrainingGame(opening.start or "", opening.moves, 0) for opening in drawn]


def play_on(
    game: Game, players: Sequence[InprocessPlayer], opening: TrainingGame, rules: Adjudication, origin: str
) -> TrainingGame:
    """The game that players, in the order of the game's sides, make of an opening. Blocks.

    Dice, where there are any, come from the game's origin.
    """
    _, start = openings(game, [opening], len(opening.moves))
    begun, moves, watcher = int(start.side), list(opening.moves), Adjudicator(rules)
    terms = GameTerms(game.part(game.chance)) if game.chance else DEFAULT_TERMS
    for player in players:
        player.forget()
    dice = random.Random(origin).getrandbits(32)
    played = InprocessGame(players[:: -1 if begun else 1], start, terms, dice)
    for ply, choice in enumerate(played.turns(), 1):
        moves += [game.notation.text(played.pos, move) for move in choice.moves]
        if verdict := watcher.judge(played.pos, ply, int(played.pos.side), choice.score):
            return replace(opening, moves=tuple(moves), result=round(2 * verdict.score - 1), origin=origin)
    result = round(2 * played.points - 1) * (1 - 2 * begun)
    return replace(opening, moves=tuple(moves), result=result, origin=origin)


class OpponentGames:
    """A source of games that a learner plays against opponents whose ratings are drawn for each game."""

    def __init__(self, matches: LearnerMatches, weights: Weights, ratings: Sequence[int], seed: int) -> None:
        """The learner plays with the weights that it has when a game begins."""
        self._matches, self._weights, self._ratings, self._seed = matches, weights, ratings, seed
        self._counts = Counter[str]()

    def games(self, first: int) -> Iterator[TrainingGame]:
        """Finished games without end."""
        number = first
        while True:
            elo = random.Random(f"{self._seed} {number}").choice(self._ratings)
            self._matches.search.weights = self._weights()
            played = self._matches.play(elo, number)
            self._counts[OUTCOMES[1 - played.result * (1 - 2 * (number % 2))]] += 1
            yield played
            number += 1

    def summary(self) -> dict[str, int]:
        """How many games the learner won, drew and lost."""
        return dict(self._counts)
