"""Games in PGN: of chess, and of xiangqi in any of its notations."""

import io
import re

import chess.pgn

from boyi.learning.data.sources import BROKEN, RESULTS, Found, RecordFault, training_game
from boyi.protocol.records.pgn import TAG, split_games

BESIDE = re.compile(r"\{[^}]*\}|;[^\n]*|\([^()]*\)|\$\d+|(?<![^\s})])\d+\s*\.+|1-0|0-1|1/2-1/2|\*")
"""What stands between the moves: remarks, variations, numbers, the result. A number begins a word:
`C2.5` is a move."""


def chess_games(text: str, where: str) -> Found:
    """The games of a file of chess."""
    for origin, part in split_games(text, where):
        game = chess.pgn.read_game(io.StringIO(part))
        if game is None or game.errors:
            yield RecordFault(BROKEN, origin, str(game.errors[0]) if game else "no game")
            continue
        moves = tuple(move.uci() for move in game.mainline_moves())
        yield training_game(game.headers.get("FEN", ""), moves, RESULTS.get(game.headers["Result"]), origin)


def xiangqi_games(text: str, where: str) -> Found:
    """The games of a file of xiangqi."""
    for origin, part in split_games(text, where):
        tags = dict(TAG.findall(part))
        moves = BESIDE.sub(" ", TAG.sub("", part)).split()
        yield training_game(
            tags.get("FEN", ""),
            tuple(map(_normalise_move, moves)),
            RESULTS.get(tags.get("Result", "")),
            origin,
        )


def _normalise_move(move: str) -> str:
    """ICCS as the engine spells it; other notations as they are."""
    found = re.fullmatch(r"([a-i]\d)-?([a-i]\d)", move.lower())
    return found[1] + found[2] if found else move
