"""Moves of winners in records of any source: training lines, ECUI's files and WTN, as situations.

Training lines hold winners' moves alone and no ends of games: a game ends where the pieces together are no
nearer to their goals on the next line than they were on the one before, which no move brings about.
"""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import numpy as np

from boyi.engines.einstein.position import ends
from boyi.engines.einstein.squares import DISTANCE, NOWHERE, PIECES
from boyi.engines.einstein.symmetry import build
from boyi.engines.files import read_text
from boyi.engines.play import legal_moves
from boyi.learning.einstein.policy.situations import SITUATION, choice_number
from boyi.protocol.records.ecui import read_ecui
from boyi.protocol.records.einstein_examples import TrainingLine, examples, read_example
from boyi.protocol.records.wtn import read_wtn

WTN_MARK = "#[WTN]"
ENCODINGS = ("utf-8-sig", "gb18030")


def _files(paths: Iterable[Path]) -> Iterator[Path]:
    for path in paths:
        yield from sorted(each for each in path.rglob("*") if each.is_file()) if path.is_dir() else [path]


def _squares(line: TrainingLine) -> np.ndarray:
    return np.array([square - 1 if square else NOWHERE for square in (*line.blue, *line.red)], np.uint8)


def _way_left(line: TrainingLine) -> int:
    """The distances of all pieces to their goals, which grow in no game; a taken piece has none."""
    squares = _squares(line)
    return sum(int(DISTANCE[i // PIECES, square]) for i, square in enumerate(squares))


def _split_lines(lines: Sequence[TrainingLine]) -> Iterator[list[TrainingLine]]:
    """Training lines by game."""
    game: list[TrainingLine] = []
    for line in lines:
        if game and (line.side != game[-1].side or _way_left(line) > _way_left(game[-1])):
            yield game
            game = []
        game.append(line)
    if game:
        yield game


def _games(text: str) -> Iterator[list[TrainingLine]]:
    """The winners' moves in each game of a text; ValueError says what is wrong with it."""
    if text.startswith("("):
        yield from _split_lines([read_example(line) for line in text.splitlines() if line.strip()])
    elif text.startswith(WTN_MARK):
        for part in text.split(WTN_MARK)[1:]:
            yield list(examples(read_wtn(WTN_MARK + part)[1]))
    else:
        yield from (list(examples(game)) for game in read_ecui(text))


def _rows(game: Iterable[TrainingLine], number: int) -> Iterator[tuple[object, ...]]:
    for line in game:
        squares = _squares(line)
        pos = build(squares, line.side, line.die)
        moves = {ends(move): move for move in legal_moves(pos)}
        move = moves.get((line.start - 1, line.goal - 1))
        if move is None:
            raise ValueError(f"{line.start}-{line.goal} is no legal move with die {line.die}")
        if len(moves) > 1:
            choice = choice_number(pos, move)
            yield squares, line.side, line.die, choice, choice, 1, number


def _read(path: Path) -> str:
    try:
        return read_text(path, ENCODINGS[0]).strip()
    except UnicodeDecodeError:
        return read_text(path, ENCODINGS[1]).strip()


def read_winners(paths: Iterable[Path]) -> np.ndarray:
    """The winners' moves in files and folders of records where there was a choice, as situations.

    OSError or ValueError names the file that can't be read.
    """
    rows, number = list[tuple[object, ...]](), 0
    for path in _files(paths):
        try:
            for game in _games(_read(path)):
                rows += _rows(game, number)
                number += 1
        except (ValueError, IndexError) as error:
            raise ValueError(f"{path}: {error}") from None
    return np.array(rows, SITUATION)
