"""Games of xiangqi by random moves, for the tests of learning."""

import random

from boyi.engines import load_game
from boyi.engines.play import legal_moves, play, result
from boyi.engines.rules import ONGOING
from boyi.learning.data.games import GameReader, TrainingGame


def lessons(count, plies=40, seed=1):
    """Games that were broken off and given a result by lot."""
    game, rng = load_game("xiangqi"), random.Random(seed)
    made = list[TrainingGame]()
    for number in range(count):
        pos, moves = game.notation.read(game.start, {}), list[str]()
        while len(moves) < plies and result(pos) == ONGOING:
            move = rng.choice(legal_moves(pos))
            moves.append(game.notation.text(pos, move))
            play(pos, move)
        made.append(TrainingGame("", tuple(moves), rng.choice((1, 0, -1)), f"game {number}"))
    return made


def positions(count, plies=40, seed=1):
    """The packed positions of such games."""
    reader = GameReader(load_game("xiangqi"))
    return [reader.positions(lesson) for lesson in lessons(count, plies, seed)]
