"""A small Connect6 bot that keeps every rule of Botzone but those named on its command line."""

import json
import sys
from itertools import product
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))
from tests.support.fakes.breaking import Answering, broken, crash_if, run, sleep_if, tell

Point = tuple[int, int]
Turn = dict[str, int]
NOWHERE = (-1, -1)
MIDDLE = (7, 8, 6, 9, 5, 10, 4, 11, 3)
POINTS = list(product(MIDDLE, MIDDLE))
"""Points in the middle."""


def points(turn: Turn) -> list[Point]:
    """The stones of a turn."""
    both = [(turn["x0"], turn["y0"]), (turn["x1"], turn["y1"])]
    return [point for point in both if point != NOWHERE]


class Bot(Answering):
    """Takes lines and does what they say."""

    cut = '{"x0": 0,'

    def __init__(self) -> None:
        super().__init__()
        self.taken: list[Point] = []

    def take(self, raw: str) -> None:
        super().take(raw)
        try:
            asked = json.loads(raw)
        except ValueError:
            return
        if "requests" in asked:
            self.begin(asked)
        else:
            crash_if("kept running")
            sleep_if("time for a turn", 1.05)
            self.answer(points(asked))

    def begin(self, asked: dict[str, list[Turn]]) -> None:
        crash_if("further fields", "data" in asked)
        turns = [turn for turns in (asked["requests"], asked["responses"]) for turn in turns]
        stones = [point for turn in turns for point in points(turn)]
        rule = {0: "first turn", 1: "White's first turn", 3: "Black goes on", 5: "White goes on"}[len(stones)]
        self.answer([] if broken(rule) and len(stones) > 1 else stones, wrong=broken(rule))

    def answer(self, stones: list[Point], wrong: bool = False) -> None:
        self.taken += stones
        free = [point for point in POINTS if point not in self.taken]
        turn = free[: 2 if self.taken or wrong else 1]
        if wrong and stones:
            turn = [stones[0], *turn[:1]]
        self.taken += turn
        (x0, y0), (x1, y1) = turn if len(turn) == 2 else (*turn, NOWHERE)
        line = json.dumps({"response": {"x0": x0, "y0": y0, "x1": x1, "y1": y1}})
        tell(f"{line}\n>>>BOTZONE_REQUEST_KEEP_RUNNING<<<")
        self.tell_if("one answer", line)


if __name__ == "__main__":
    run(Bot())
