"""Positions with known solutions, and what finding one means.

An EPD file has chess positions with `bm` or `am`; a JSONL file has positions of any game with "fen" and
"mate_in". A `bm` is found by preferring one of its moves, an `am` by preferring any other, a mate by
proving one in at most as many moves.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import chess

from boyi.engines.files import read_text


@dataclass(frozen=True)
class Puzzle:
    """A position and its solution; moves are written as the game's dialects write them."""

    name: str
    position: str
    best: tuple[str, ...] = ()
    avoided: tuple[str, ...] = ()
    mate: int = 0
    """Moves until mate, where that is what has to be found."""


def read_suite(path: Path) -> list[Puzzle]:
    """The puzzles of a file, by its suffix; ValueError names the line that makes no sense."""
    try:
        text = read_text(path)
    except UnicodeDecodeError:
        raise ValueError(f"{path}: this is no text") from None
    read = _mate if path.suffix == ".jsonl" else _epd
    puzzles = []
    for number, line in _lines(text):
        try:
            puzzles.append(read(f"{path.stem} {number}", line))
        except (ValueError, KeyError, TypeError) as error:
            raise ValueError(f"{path}, line {number}: {error}") from None
    if not puzzles:
        raise ValueError(f"{path}: there is no puzzle in it")
    return puzzles


def halves(puzzles: Sequence[Puzzle]) -> tuple[list[Puzzle], list[Puzzle]]:
    """The puzzles to train on and those to test with: every other one, since suites grow harder."""
    return list(puzzles[0::2]), list(puzzles[1::2])


def _lines(text: str) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip() and not line.lstrip().startswith("#"):
            yield number, line.strip()


def _epd(name: str, line: str) -> Puzzle:
    board, operations = chess.Board.from_epd(line)
    best, avoided = (_moves(operations.get(code)) for code in ("bm", "am"))
    if not best and not avoided:
        raise ValueError("neither bm nor am")
    return Puzzle(str(operations.get("id", name)), board.fen(), best, avoided)


def _moves(found: Any) -> tuple[str, ...]:
    return tuple(move.uci() for move in found or ())


def _mate(name: str, line: str) -> Puzzle:
    case = json.loads(line)
    return Puzzle(name, str(case["fen"]), mate=int(case["mate_in"]))
