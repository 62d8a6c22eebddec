"""Games of masters, read one by one: chess from PGN, others from JSONL with "moves"; both may be gzipped."""

import gzip
import io
import json
from collections.abc import Iterator
from pathlib import Path

import chess.pgn


def master_games(path: Path) -> Iterator[list[str]]:
    """The moves of each game, from the usual start, as the game's dialects write them.

    ValueError if the file is none of such games.
    """
    try:
        with path.open("rb") as raw:
            plain = gzip.GzipFile(fileobj=raw) if path.suffix == ".gz" else raw
            file = io.TextIOWrapper(plain, encoding="utf-8")
            yield from _pgn(file) if ".pgn" in path.suffixes else _jsonl(file, path)
    except UnicodeDecodeError:
        raise ValueError(f"{path}: this is no text") from None


def _pgn(file: io.TextIOWrapper) -> Iterator[list[str]]:
    while (game := chess.pgn.read_game(file)) is not None:
        if not game.errors and "FEN" not in game.headers:
            yield [move.uci() for move in game.mainline_moves()]


def _jsonl(file: io.TextIOWrapper, path: Path) -> Iterator[list[str]]:
    for number, line in enumerate(file, 1):
        try:
            moves = json.loads(line)["moves"]
        except (ValueError, KeyError, TypeError):
            raise ValueError(f'{path}, line {number}: a game is wanted as {{"moves": "…"}}') from None
        yield str(moves).split()
