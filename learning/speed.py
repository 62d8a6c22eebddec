"""How fast the 91 x 100 x 1 network learns: positions per second of processor time, all costs included.

    bin/run boyi.learning.speed

Games are random ones, as texts; every one is played out, evaluated, and learned from by equation (4).
"""

import argparse
import random
import time
from itertools import islice

from boyi.engines import load_game
from boyi.learning import td
from boyi.learning.learners import Newborn
from boyi.learning.lessons import Lesson, Reader
from boyi.learning.sources.inside import RandomPlay

GAMES, PLIES, SECONDS = 60, 90, 3.0
RATE, DECAY = 0.002, 0.7


def main() -> None:
    """Learn for some seconds and print the rate."""
    argparse.ArgumentParser(description=__doc__).parse_args()  # nothing but --help
    game, lot = load_game("xiangqi"), random.Random(1)
    played = islice(RandomPlay(game, 1).games(0), GAMES)
    lessons = [Lesson("", lesson.moves[:PLIES], lot.choice((1, 0, -1))) for lesson in played]
    learner, reader = Newborn("xiangqi", "mlp100").learner(), Reader(game)
    td.credited(learner, reader.positions(lessons[0]), 1.0, DECAY)  # compiled now
    begun, positions = time.process_time(), 0
    while (spent := time.process_time() - begun) < SECONDS:
        for lesson in lessons:
            samples = reader.positions(lesson)
            learner.numbers[:] += RATE * td.credited(learner, samples, lesson.result, DECAY)
            positions += len(samples)
    print(f"{positions / spent:.0f} positions per second")


if __name__ == "__main__":
    main()
