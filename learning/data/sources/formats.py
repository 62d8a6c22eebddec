"""Files of games to learn from: every format that is read, and what in a file is no game.

    .pgn           chess; xiangqi in ICCS, Chinese characters or letters
    .jsonl         {"moves": "h2e2 h9g7 …", "result": "1-0"}, or a ledger of the arena
    .iccs .moves   a game a line: its moves, then its result
    .sgf           connect6, as Little Golem and NCTU write it
    .csv           connect6, a row of stones and the winner
    .txt           EinStein: training lines, ECUI records or WTN; connect6 of the SAU platform

Any of them may be compressed: `.gz`.
"""

import csv
import gzip
import io
import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from boyi.learning.data.games import TrainingGame
from boyi.learning.data.sources import (
    BROKEN,
    RESULTS,
    UNFINISHED,
    Found,
    RecordFault,
    numbered_lines,
    pgn,
    training_game,
)
from boyi.protocol.records import connect6
from boyi.protocol.records.ecui import read_ecui
from boyi.protocol.records.einstein_examples import TrainingLine, examples, read_example
from boyi.protocol.records.einstein_game import EinsteinGame
from boyi.protocol.records.wtn import read_wtn

PACKED = ".gz"


def reader_of(path: Path, game: str) -> Callable[[str, str], Found] | None:
    """What reads a file of a game, by its suffix."""
    suffix = path.with_suffix("").suffix if path.suffix == PACKED else path.suffix
    return READERS.get((game, suffix)) or READERS.get(("", suffix))


def read_file(path: Path, game: str) -> Found:
    """All games of a file; what is no game is a fault. ValueError for a file that is none of games."""
    reader = reader_of(path, game)
    if reader is None:
        known = sorted({ending for name, ending in READERS if name in ("", game)})
        raise ValueError(f"{path}: no format of {game} games (known: {' '.join(known)}, each with {PACKED})")
    content = path.read_bytes()
    try:
        text = gzip.decompress(content) if path.suffix == PACKED else content
    except (OSError, EOFError) as error:
        raise ValueError(f"{path}: {error}") from None
    yield from reader(text.decode("utf-8-sig", "replace"), str(path))


def _jsonl(text: str, where: str) -> Found:
    for origin, line in numbered_lines(text, where):
        yield read_ledger_line(line, origin)


def read_ledger_line(line: str, origin: str) -> TrainingGame | RecordFault:
    """The game of a line of JSON."""
    try:
        return _from_json(json.loads(line), origin)
    except (ValueError, TypeError, LookupError, AttributeError) as error:
        return RecordFault(BROKEN, origin, f"no game: {error!r}"[:120])


def _from_json(values: Mapping[str, Any], origin: str) -> TrainingGame | RecordFault:
    if "record" in values:
        start, plies = values["record"]
        result = None if values.get("fault") else round(2 * values["score"] - 1)
        return training_game(start or "", tuple(ply[0] for ply in plies), result, origin)
    moves, outcome = values["moves"], values["result"]
    words = tuple(moves.split() if isinstance(moves, str) else map(str, moves))
    if outcome not in RESULTS and outcome not in ("*", "", None):
        return RecordFault(UNFINISHED, origin, f"unknown result {str(outcome)[:20]!r}")
    return training_game(values.get("start", ""), words, RESULTS.get(outcome), origin)


def _row_of_moves(text: str, where: str) -> Found:
    for origin, line in numbered_lines(text, where):
        words = line.split()
        yield training_game("", tuple(words[:-1]), RESULTS.get(words[-1]), origin)


def _connect6(text: str, where: str) -> Found:
    """One game a file."""
    try:
        yield _connect6_game(connect6.read(text), where)
    except ValueError as error:
        yield RecordFault(BROKEN, where, str(error))


def _connect6_game(played: connect6.Connect6Game, origin: str) -> TrainingGame | RecordFault:
    return training_game("", played.stones, None if played.winner is None else 1 - 2 * played.winner, origin)


def _connect6_rows(text: str, where: str) -> Found:
    rows = csv.DictReader(io.StringIO(text))
    for row in rows:
        origin = f"{where}, line {rows.line_num}"
        try:
            played = connect6.read_row(row.get("moves") or "", row.get("winner") or "")
            yield _connect6_game(played, origin)
        except ValueError as error:
            yield RecordFault(BROKEN, origin, str(error))


def _einstein(text: str, where: str) -> Found:
    if text.lstrip().startswith("("):
        for origin, line in numbered_lines(text, where):
            yield _einstein_example(line, origin)
        return
    try:
        wtn = text.lstrip().startswith("#[WTN]")
        games = [read_wtn(text)[1]] if wtn else read_ecui(text)
        for number, played in enumerate(games, 1):
            yield from _einstein_plies(played, f"{where}, game {number}")
    except ValueError as error:
        yield RecordFault(BROKEN, where, str(error))


def _einstein_example(line: str, origin: str) -> TrainingGame | RecordFault:
    """A position, a die and the winner's move: a game of one ply."""
    try:
        example = read_example(line)
    except ValueError as error:
        return RecordFault(BROKEN, origin, str(error))
    return _einstein_ply(example, 1 - 2 * example.side, origin)


def _einstein_plies(played: EinsteinGame, origin: str) -> Found:
    """Each ply is a game of its own, since a die is thrown between them."""
    if played.winner is None:
        yield RecordFault(UNFINISHED, origin, "the game has no result")
        return
    for example in examples(played, winner_only=False):
        yield _einstein_ply(example, 1 - 2 * played.winner, origin)


def _einstein_ply(example: TrainingLine, result: int, origin: str) -> TrainingGame:
    squares = " ".join(map(str, (*example.blue, *example.red)))
    start = f"{squares} {'br'[example.side]} {example.die}"
    return TrainingGame(start, (f"{example.start}-{example.goal}",), result, origin)


READERS: Mapping[tuple[str, str], Callable[[str, str], Found]] = {
    ("", ".jsonl"): _jsonl,
    ("", ".iccs"): _row_of_moves,
    ("", ".moves"): _row_of_moves,
    ("chess", ".pgn"): pgn.chess_games,
    ("xiangqi", ".pgn"): pgn.xiangqi_games,
    ("connect6", ".sgf"): _connect6,
    ("connect6", ".txt"): _connect6,
    ("connect6", ".csv"): _connect6_rows,
    ("einstein", ".txt"): _einstein,
}
"""What reads a file, by game (empty: any) and suffix."""
