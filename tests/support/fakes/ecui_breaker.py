"""A small EinStein engine that keeps every rule of ECUI but those named on its command line."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))
from tests.support.fakes.breaking import Answering, broken, crash_if, run

HOMES = {"B": "25 24 23 20 19 15", "R": "1 2 3 6 7 11"}
GOALS = {"B": 1, "R": 25}


def steps(side: str, square: int) -> list[int]:
    """Where a piece may go, whatever stands there."""
    row, column = divmod(square - 1, 5)
    by = -1 if side == "B" else 1
    ways = [(row + by, column + by), (row, column + by), (row + by, column)]
    return [1 + 5 * r + c for r, c in ways if r in range(5) and c in range(5)]


def movable(pieces: list[int], die: int) -> list[int]:
    """The squares of the pieces that a die lets move."""
    if pieces[die - 1]:
        return [pieces[die - 1]]
    larger = [square for square in pieces[die:] if square][:1]
    smaller = [square for square in pieces[: die - 1] if square][-1:]
    return larger + smaller


class Engine(Answering):
    """Takes lines and does what they say."""

    cut = "get B 3 2"

    def __init__(self) -> None:
        super().__init__()
        self.placed: list[str] = []
        self.seen: list[list[str]] = []

    def on_ini(self, words: list[str]) -> None:
        if words not in (["B"], ["R"]):
            self.tell_if("questions without an answer")
            return
        crash_if("first placing")
        crash_if("many games", len(self.placed) > 2)
        self.placed += words
        twice = self.placed.count("B") > 1
        wrong = broken(f"ini {words[0]}") and (words == ["R"] or twice)
        self.answer(HOMES["B" if words == ["R"] else "R"] if wrong else HOMES[words[0]])

    def on_get(self, words: list[str]) -> None:
        if not self.makes_sense(words):
            return
        side, die, squares = words[0], int(words[1]), list(map(int, words[2:]))
        blue, red = squares[:6], squares[6:]
        mine = blue if side == "B" else red
        crash_if("get")
        crash_if("get before ini", not self.placed)
        crash_if("earlier questions again", words in self.seen)
        crash_if("a piece that is gone", not mine[die - 1])
        crash_if("the last piece", sum(map(bool, mine)) == 1 and bool(self.seen))
        self.seen.append(words)
        if broken("every die"):
            die = 1
        if broken("other placings"):
            mine = sorted(mine)
        self.move(side, movable(mine, die)[-1], mine)

    def makes_sense(self, words: list[str]) -> bool:
        standing = [int(word) for word in words[2:] if word != "0"]
        proper = len(words) == 14 and words[0] in HOMES and words[1] in "123456" and standing
        if not proper or len({*standing}) < len(standing) or max(standing) > 25:
            self.tell_if("questions without an answer")
            return False
        return True

    def move(self, side: str, square: int, mine: list[int]) -> None:
        goals = steps(side, square)
        crash_if("own pieces in the way", all(goal in mine for goal in goals))
        goal = GOALS[side] if GOALS[side] in goals and not broken("a win in one") else goals[-1]
        if broken("edges") and len(goals) == 1 and len(self.seen) > 1:
            goal = square + 1
        self.answer(f"{square} {goal}")

    def answer(self, line: str) -> None:
        self.tell(line)
        self.tell_if("one line for each question", line)

    def on_exit(self, words: list[str]) -> None:
        self.end("exit", "get")


if __name__ == "__main__":
    run(Engine())
