"""Games of self-play that nothing is learned from, where no others are named."""

import random
from collections.abc import Iterator, Mapping
from itertools import islice

from boyi.arena.game.adjudication import Adjudication
from boyi.arena.inprocess.engine_player import EnginePlayer
from boyi.arena.inprocess.quick_search import evaluation_of
from boyi.arena.tools.connect6_openings import draw_opening
from boyi.engines.game import Game
from boyi.learning.data.games import SEARCHED, TrainingGame
from boyi.learning.data.sources.self_games import SelfPlay
from boyi.learning.online.ladder import play_on

DEPTH, SEED = 2, 271
PLAYERS: Mapping[str, str] = {
    "connect6": "search@300?Evaluator=",
    "einstein": "expectimax@300?Endgame Tables=none&Evaluator=",  # tables come when they come
}
"""Who plays games of searches of their own, as a match names it up to the evaluator."""


def own_games(game: Game, evaluator: str, count: int, seed: int = SEED) -> list[TrainingGame]:
    """So many games of an evaluator's built-in weights, without those that came to no end. Blocks."""
    searched = game.name in SEARCHED
    games = _searched(game, evaluator, seed) if searched else _played(game, evaluator, seed)
    return [played for played in islice(games, count) if played.moves]


def _searched(game: Game, evaluator: str, seed: int) -> Iterator[TrainingGame]:
    weights = evaluation_of(game, evaluator).weights
    return SelfPlay(game, lambda: weights, seed, DEPTH).games(0)


def _played(game: Game, evaluator: str, seed: int) -> Iterator[TrainingGame]:
    player, number = EnginePlayer(game, PLAYERS[game.name] + evaluator), 0
    while True:
        origin = f"seed {seed}, game {number}"
        start = TrainingGame(_start(game, random.Random(origin)), (), 0)
        yield play_on(game, (player, player), start, Adjudication(), origin)
        number += 1


def _start(game: Game, rng: random.Random) -> str:
    """Where a game begins, by lot."""
    drawn: str = game.part(game.starts)(rng) if game.starts else game.notation.write(draw_opening(rng))
    return drawn
