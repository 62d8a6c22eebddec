"""A small EinStein engine that keeps every rule of NTU's dialect but those named on its command line."""

import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))
from tests.support.fakes import ecui_breaker
from tests.support.fakes.breaking import broken, crash_if, run

FIELDS = 16


class Engine(ecui_breaker.Engine):
    """The same with numbers from 0, red's squares first."""

    words: list[str]
    """Of the question in hand."""

    def on_0(self, words: list[str]) -> None:
        self.words = ["0", *words]
        if len(self.words) != FIELDS:
            self.tell_if("questions without an answer")
            return
        crash_if("first move", not self.seen)
        crash_if("time that remains", words[1] == "60")
        colour, die = "RB?"[int(words[0])], str(int(words[-1]) + 1)
        squares = [str(int(word) + 1) for word in words[2:14]]
        self.on_get([colour, die, *squares[6:], *squares[:6]])

    def answer(self, line: str) -> None:
        start, goal = (int(word) - 1 for word in line.split())
        pieces = self.words[3:9] if self.words[1] == "0" else self.words[9:15]
        wrong = broken("a move") and len(self.seen) > 1
        super().answer(f"====>{pieces.index(str(start))} {start if wrong else goal}")

    def on_1(self, words: list[str]) -> None:
        self.end("1", "0")


if __name__ == "__main__":
    os.dup2(2, 1)  # answers go to stderr
    run(Engine())
