"""A small Connect6 engine that keeps every rule of two dialects but those named on its command line."""

import os
import sys
from itertools import product
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))
from tests.support.fakes.breaking import Answering, broken, crash_if, run, tell

POINTS = [column + row for column, row in product("JKLIHMGFEDCBAPQRSNO", repeat=2)]
"""Every point, the centre first."""


def stones_of(text: str) -> list[str]:
    """The stones of a turn, however a single one is spelt."""
    return [text[:2]] if text[2:] in ("", "@@", text[:2]) else [text[:2], text[2:]]


class Engine(Answering):
    """Takes lines and does what they say."""

    cut = "mov"

    def __init__(self) -> None:
        super().__init__()
        self.single = "@@"
        """What follows a single stone."""
        self.placed: list[str] = []
        self.refused: list[list[str]] = []
        self.last: list[str] = []
        self.games = self.answers = 0

    def take(self, raw: str) -> None:
        asked = raw.strip()
        if asked in ("name?", "name"):
            self.single = "@@" if asked == "name?" else ""
        super().take(raw)

    def on_name(self, words: list[str]) -> None:
        tell("hello" if broken("name") else "name Rule Breaker")

    def on_accept(self, words: list[str]) -> None:
        self.tell_if("words of another game")

    def on_new(self, words: list[str]) -> None:
        crash_if("colours in turn", self.games > 1)
        was_playing, self.placed, self.refused = bool(self.placed), [], []
        self.games += 1
        if words == ["black"]:
            crash_if("first move")
            self.answer(2 if broken("new in a game") and was_playing and self.games > 1 else 1)
        elif words == ["white"]:
            self.tell_if("new white")

    def on_move(self, words: list[str]) -> None:
        text = "".join(words)
        crash_if("move after next", self.before == "next")
        crash_if("spellings of a single stone", text == "JJJJ")
        crash_if("a single stone and end", text == "AA@@")
        if len(words) != 1 or not set(text) <= {*"ABCDEFGHIJKLMNOPQRS@"} or text == "JJKK" or text == "AA@@":
            self.tell_if("moves that can't be")
            return
        self.placed += stones_of(text)
        self.answer(2)

    def on_error(self, words: list[str]) -> None:
        for stone in self.last:
            self.placed.remove(stone)
        self.refused.append(self.last)
        self.answer(2)

    def on_black(self, words: list[str]) -> None:
        self.tell_if("black, white, next")
        self.placed += stones_of(words[0])

    def on_white(self, words: list[str]) -> None:
        self.placed += stones_of(words[0])

    def on_next(self, words: list[str]) -> None:
        crash_if("next on an empty board", not self.placed)
        self.answer(2 if self.placed else 1)

    def on_depth(self, words: list[str]) -> None:
        self.tell_if("depth")

    def on_vcf(self, words: list[str]) -> None:
        self.tell_if("vcf and unvcf")

    def on_print(self, words: list[str]) -> None:
        tell("move JJKK" if broken("print and help") else "an empty board")

    def on_end(self, words: list[str]) -> None:
        self.tell_if("end")

    def answer(self, due: int) -> None:
        free = [point for point in POINTS if point not in self.placed]
        stones = free[:due]
        while stones in self.refused and not broken("error"):
            free = free[1:]
            stones = free[:due]
        wrong = (broken("move") and due == 2) or (broken("a game") and len(self.placed) > 5)
        wrong = wrong or (broken("game after error") and bool(self.refused) and len(self.placed) > 3)
        self.last, self.placed = stones, self.placed + stones
        self.answers += 1
        self.say(["JJ", "KK"] if wrong else stones)

    def say(self, stones: list[str]) -> None:
        other = "" if self.single else "@@"
        single = other if broken("new black") and self.answers > 1 else self.single
        line = "move " + "".join(stones) + (single if len(stones) == 1 else "")
        tell(line)
        if broken("one answer"):
            tell(line)

    def on_quit(self, words: list[str]) -> None:
        self.end("quit", "move")

    def on_exit(self, words: list[str]) -> None:
        if not broken("exit"):
            os._exit(0)


if __name__ == "__main__":
    run(Engine())
