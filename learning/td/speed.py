"""How fast the 91 x 100 x 1 network learns: positions per second of processor time, all costs included.

    bin/run boyi.learning.td.speed

Games are random ones, as texts; every one is played out, evaluated, and learned from by TD(lambda).
"""

import argparse
import random
import time
from itertools import islice

from boyi.engines import load_game
from boyi.engines.command_line import add_version
from boyi.learning.data.games import GameReader, TrainingGame
from boyi.learning.data.sources.self_games import RandomPlay
from boyi.learning.td import td
from boyi.learning.td.learners import NetworkSpec

GAMES, PLIES, SECONDS = 60, 90, 3.0
RATE, DECAY = 0.002, 0.7


def main() -> None:
    """Learn for some seconds and print the rate."""
    parser = argparse.ArgumentParser(description=__doc__)
    add_version(parser)
    parser.parse_args()
    game, rng = load_game("xiangqi"), random.Random(1)
    played = islice(RandomPlay(game, 1).games(0), GAMES)
    games = [TrainingGame("", each.moves[:PLIES], rng.choice((1, 0, -1))) for each in played]
    learner, reader = NetworkSpec("xiangqi", "mlp100").learner(), GameReader(game)
    td.td_change(learner, reader.positions(games[0]), 1.0, DECAY)  # compiled now
    begun, positions = time.process_time(), 0
    while (spent := time.process_time() - begun) < SECONDS:
        for each in games:
            samples = reader.positions(each)
            learner.numbers[:] += RATE * td.td_change(learner, samples, each.result, DECAY)
            positions += len(samples)
    print(f"{positions / spent:.0f} positions per second")


if __name__ == "__main__":
    main()
