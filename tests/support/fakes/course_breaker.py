"""A small EinStein engine that keeps every rule of the courses but those named on its command line."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))
from tests.support.fakes import ecui_breaker
from tests.support.fakes.breaking import broken, run, tell

NAMES = {str(1 + column + 5 * row): "ABCDE"[column] + str(row + 1) for row in range(5) for column in range(5)}
NUMBERS = {name: number for number, name in NAMES.items()}


class Engine(ecui_breaker.Engine):
    """The same with squares that have names, and a few questions more."""

    def on_get(self, words: list[str]) -> None:
        squares = [NUMBERS.get(word, "0" if word == "0" else "99") for word in words[2:]]
        super().on_get([*words[:2], *squares])

    def answer(self, line: str) -> None:
        super().answer(" ".join(NAMES[number] for number in line.split()))

    def on_name(self, words: list[str]) -> None:
        tell("Rule Breaker" if broken("name") else "RuleBreaker")

    def on_version(self, words: list[str]) -> None:
        tell("version 1" if broken("version") else "1.0")

    def on_time_setting(self, words: list[str]) -> None:
        tell("ok" if broken("time_setting") else "1")

    def on_board_setting(self, words: list[str]) -> None:
        tell("ok" if broken("board_setting") else "1")


if __name__ == "__main__":
    run(Engine())
