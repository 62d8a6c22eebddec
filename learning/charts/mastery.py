"""Games of masters, read one by one: chess from PGN, others from JSONL with "moves"; both may be gzipped."""

import gzip
import io
import json
from collections.abc import Iterator
from pathlib import Path

import chess.pgn


def master_games(path: Path) -> Iterator[list[str]]:
    """The moves of each game, from the usual start, as the game's dialects write them."""
    try:
        with path.open("rb") as raw:
            plain = gzip.GzipFile(fileobj=raw) if path.suffix == ".gz" else raw
            file = io.TextIOWrapper(plain, encoding="utf-8")
            yield from _pgn(file) if ".pgn" in path.suffixes else _jsonl(file)
    except UnicodeDecodeError:
        raise ValueError(f"{path}: this is no text") from None


def _pgn(file: io.TextIOWrapper) -> Iterator[list[str]]:
    while (game := chess.pgn.read_game(file)) is not None:
        if not game.errors and "FEN" not in game.headers:
            yield [move.uci() for move in game.mainline_moves()]


def _jsonl(file: io.TextIOWrapper) -> Iterator[list[str]]:
    for line in file:
        yield str(json.loads(line)["moves"]).split()
