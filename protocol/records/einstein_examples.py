"""Training lines of EinStein: a position and the move that was played there, each on a line of its own."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from boyi.protocol.records.einstein_game import LETTERS, PIECES, EinsteinGame

LINE = re.compile(r"\(([BR])\)\(([1-6])\)\(([0-9 ]+)\)\(([0-9 ]+)\)\(([0-9]+)\)\(([0-9]+)\)")


@dataclass(frozen=True)
class TrainingLine:
    """A position, and the move that was played there."""

    side: int
    die: int
    blue: tuple[int, ...]
    red: tuple[int, ...]
    start: int
    goal: int


def write_example(example: TrainingLine) -> str:
    """A training line such as (R)(5)(25 24 20 23 19 15)(1 2 3 6 7 11)(7)(13)."""
    blue, red = (" ".join(map(str, squares)) for squares in (example.blue, example.red))
    head = f"({LETTERS[example.side]})({example.die})"
    return f"{head}({blue})({red})({example.start})({example.goal})"


def read_example(line: str) -> TrainingLine:
    """The example of a training line; ValueError if it is none."""
    found = LINE.fullmatch(line.strip())
    blue, red = ([int(word) for word in found[i].split()] if found else [] for i in (3, 4))
    if not found or len(blue) != PIECES or len(red) != PIECES:
        raise ValueError(f"no training line: {line[:60]!r}")
    side = LETTERS.index(found[1])
    return TrainingLine(side, int(found[2]), tuple(blue), tuple(red), int(found[5]), int(found[6]))


def examples(game: EinsteinGame, winner_only: bool = True) -> Iterator[TrainingLine]:
    """The examples of a game: by default its winner's moves alone."""
    for ply, (blue, red) in zip(game.plies, game.boards(), strict=False):
        if not winner_only or ply.side == game.winner:
            yield TrainingLine(ply.side, ply.die, blue, red, ply.start, ply.goal)
