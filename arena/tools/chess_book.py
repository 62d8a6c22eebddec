"""An opening book of chess in Polyglot's format, from game records.

    bin/run boyi.arena.tools.chess_book GAMES… --book FILE.bin [--plies 24] [--least 3]

Records are PGN, lines of JSON with "moves" and "result", or an arena's games.jsonl, each plain or packed by
gzip; games that did not begin from the usual start are passed over. A move weighs two for each game that its
side won and one for each draw.
"""

import argparse
import struct
import sys
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import chess
import chess.polyglot

from boyi.arena.tools.recorded import POINTS, add_book_arguments, count_games
from boyi.engines.command_line import add_version
from boyi.engines.files import write_atomically

HEAVIEST = 0xFFFF
"""A weight has sixteen bits."""
Entry = tuple[int, int]
"""A position's key and a move, both as the format has them."""


class PolyglotCounts:
    """Moves met so far, with their points and how often they were played."""

    def __init__(self) -> None:
        """Nothing met yet."""
        self.points = Counter[Entry]()
        self.games = Counter[Entry]()

    def add(self, moves: Iterable[str], result: str) -> None:
        """Play through the moves of a game; ValueError if one is not legal."""
        board = chess.Board()
        for name in moves:
            move = board.parse_uci(name)
            entry = chess.polyglot.zobrist_hash(board), encode(board, move)
            self.points[entry] += POINTS[result][not board.turn]
            self.games[entry] += 1
            board.push(move)

    def write(self, least: int) -> bytes:
        """The book: moves that were played often enough and won something, by key, the heaviest first."""
        kept = [entry for entry, games in self.games.items() if games >= least and self.points[entry]]
        scale = min(1.0, HEAVIEST / max((self.points[entry] for entry in kept), default=1))
        weights = {entry: max(1, int(self.points[entry] * scale)) for entry in kept}
        ordered = sorted(kept, key=lambda entry: (entry[0], -weights[entry], entry[1]))
        return b"".join(struct.pack(">QHHI", *entry, weights[entry], 0) for entry in ordered)


def encode(board: chess.Board, move: chess.Move) -> int:
    """A move in sixteen bits; castling is the king taking its rook."""
    target = move.to_square
    if board.is_castling(move):
        right = chess.square_file(target) > chess.square_file(move.from_square)
        target = chess.square(7 if right else 0, chess.square_rank(target))
    promotion = move.promotion - 1 if move.promotion else 0
    return target | move.from_square << 6 | promotion << 12


def build(paths: Iterable[Path], plies: int, least: int) -> tuple[bytes, int]:
    """A book, and of how many games it is made; ValueError if there is nothing in it."""
    counts = PolyglotCounts()
    games = count_games(paths, plies, counts.add)
    if not (book := counts.write(least)):
        raise ValueError(f"no move was played {least} times in the {games} games with a result")
    return book, games


def main() -> None:
    """Write a book; a fault of the records is one line."""
    parser = argparse.ArgumentParser(description="a Polyglot book of chess from game records")
    add_version(parser)
    add_book_arguments(parser)
    asked = parser.parse_args()
    try:
        book, games = build(asked.games, asked.plies, asked.least)
        write_atomically(asked.book, book)
    except (OSError, ValueError, KeyError, TypeError) as error:
        print(f"bookmaking: {error}", file=sys.stderr)
        sys.exit(2)
    print(f"{asked.book}: {len(book) // 16} moves, of {games} games")


if __name__ == "__main__":
    main()
