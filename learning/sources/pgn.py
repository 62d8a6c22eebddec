"""Games in PGN: of chess, and of xiangqi in any of its notations."""

import io
import re
from collections.abc import Iterator

import chess.pgn

from boyi.learning.sources.findings import BROKEN, RESULTS, Flaw, Found, lesson_of

TAG = re.compile(r'^\s*\[(\w+)\s+"(.*)"\]\s*$', re.MULTILINE)
BESIDE = re.compile(r"\{[^}]*\}|;[^\n]*|\([^()]*\)|\$\d+|(?<![^\s})])\d+\s*\.+|1-0|0-1|1/2-1/2|\*")
"""What stands between the moves: remarks, variations, numbers, the result. A number begins a word:
`C2.5` is a move."""
NEXT_GAME = re.compile(r"(?<=\n)\s*\n(?=\s*\[)")


def _cut(text: str, where: str) -> Iterator[tuple[str, str]]:
    """The games of a PGN file, each with the place of its first line."""
    start = 0
    for end in [*(found.end() for found in NEXT_GAME.finditer(text)), len(text)]:
        part = text[start:end]
        if part.strip():
            blank = len(part) - len(part.lstrip())
            yield f"{where}, line {text.count(chr(10), 0, start + blank) + 1}", part
        start = end


def chess_games(text: str, where: str) -> Found:
    """The games of a file of chess."""
    for origin, part in _cut(text, where):
        game = chess.pgn.read_game(io.StringIO(part))
        if game is None or game.errors:
            yield Flaw(BROKEN, origin, str(game.errors[0]) if game else "no game")
            continue
        moves = tuple(move.uci() for move in game.mainline_moves())
        yield lesson_of(game.headers.get("FEN", ""), moves, RESULTS.get(game.headers["Result"]), origin)


def xiangqi_games(text: str, where: str) -> Found:
    """The games of a file of xiangqi."""
    for origin, part in _cut(text, where):
        tags = dict(TAG.findall(part))
        moves = BESIDE.sub(" ", TAG.sub("", part)).split()
        yield lesson_of(
            tags.get("FEN", ""), tuple(map(_plain, moves)), RESULTS.get(tags.get("Result", "")), origin
        )


def _plain(move: str) -> str:
    """ICCS as the engine spells it; other notations as they are."""
    found = re.fullmatch(r"([a-i]\d)-?([a-i]\d)", move.lower())
    return found[1] + found[2] if found else move
