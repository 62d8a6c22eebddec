"""Recorded games, for what is made of many of them: moves as the engines write them, and who won."""

import argparse
import gzip
import io
import json
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import chess.pgn

from boyi.engines.files import read_regular

POINTS = {"1-0": (2, 0), "0-1": (0, 2), "1/2-1/2": (1, 1)}
"""What a game's result adds to the moves of each side."""
SCORES = {1.0: "1-0", 0.0: "0-1", 0.5: "1/2-1/2"}
"""The same, as an arena counts a first player's points."""


def records(path: Path) -> Iterator[tuple[list[str], str]]:
    """Moves and result of each game of a file that began from the usual start; `.gz` is unpacked.

    A `.pgn` holds games of chess. All else is lines of JSON: with "moves" and "result", or an arena's.
    """
    content = read_regular(path)
    text = (gzip.decompress(content) if path.suffix == ".gz" else content).decode("utf-8", "replace")
    yield from (_of_pgn(text) if ".pgn" in path.suffixes else _of_lines(text))


def _of_lines(text: str) -> Iterator[tuple[list[str], str]]:
    for line in text.splitlines():
        game = json.loads(line)
        if "record" not in game:
            yield str(game["moves"]).split(), str(game["result"])
        elif game["record"][0] is None:
            yield [str(ply[0]) for ply in game["record"][1]], SCORES[float(game["score"])]


def _of_pgn(text: str) -> Iterator[tuple[list[str], str]]:
    lines = io.StringIO(text)
    while (game := chess.pgn.read_game(lines)) is not None:
        if "FEN" not in game.headers and not game.errors:
            yield [move.uci() for move in game.mainline_moves()], game.headers.get("Result", "*")


def add_book_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what every command understands that makes a book of games."""
    parser.add_argument("games", nargs="+", type=Path, help="files of game records")
    parser.add_argument("--book", type=Path, required=True, help="the file to write")
    parser.add_argument("--plies", type=int, default=24, help="of each game")
    parser.add_argument("--least", type=int, default=3, help="games in which a move must have been played")


def count_games(paths: Iterable[Path], plies: int, add: Callable[[list[str], str], None]) -> int:
    """Give the first moves and the result of every game that has one to `add`; how many games there are."""
    games = 0
    for path in paths:
        for moves, result in records(path):
            if result in POINTS:
                add(moves[:plies], result)
                games += 1
    return games
