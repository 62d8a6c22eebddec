"""Moves by columns, as Chinese books write them: 炮二平五, and in letters C2.5 or C2=5.

Each side counts files from its own right, 1 to 9; Red in Chinese numerals, Black in Arabic ones. A
move ahead or back is told by its length on a file, or by the file it leads to where that changes.
"""

import re

import numpy as np

from boyi.engines.jit import Record, in_python
from boyi.engines.play import legal_moves
from boyi.engines.xiangqi import position as p
from boyi.engines.xiangqi.pieces import ADVISORS, CANNONS, ELEPHANTS, HORSES, KINGS, PAWNS, RED, ROOKS

source, target = in_python(p.source), in_python(p.target)

NUMERALS = "一二三四五六七八九"
WIDE = "１２３４５６７８９"  # noqa: RUF001  Black's digits, as wide as the characters beside them
PIECES = ("兵仕相马炮车帅", "卒士象马炮车将")
"""By colour and kind."""
READINGS = {
    "兵卒P": PAWNS,
    "仕士A": ADVISORS,
    "相象EB": ELEPHANTS,
    "马馬傌HN": HORSES,
    "炮砲包C": CANNONS,
    "车車俥R": ROOKS,
    "帅将帥將K": KINGS,
}
KINDS = {letter: kind for letters, kind in READINGS.items() for letter in letters}
WAYS = "进平退"
WAY_READINGS = {"进": 1, "進": 1, "+": 1, "平": 0, ".": 0, "=": 0, "退": -1, "-": -1}
PLACES = {"前": "+", "后": "-", "後": "-", "中": "=", "+": "+", "-": "-", "=": "="}
DIGITS = {char: 1 + i for text in (NUMERALS, WIDE, "123456789") for i, char in enumerate(text)}


def _column(square: int, side: int) -> int:
    """The number of a square's file, counted from a side's right."""
    return 9 - square % 9 if side == RED else square % 9 + 1


def _way(move: int, side: int) -> tuple[int, int]:
    """Whether a move goes ahead (1), sideways (0) or back (-1), and its number: a length or a file."""
    origin, goal = source(move), target(move)
    gained = (goal // 9 - origin // 9) * (1 if side == RED else -1)
    straight = gained and origin % 9 == goal % 9
    return int(np.sign(gained)), abs(gained) if straight else _column(goal, side)


def _file_mates(pos: Record, square: int) -> list[int]:
    """Pieces like the one on a square on its file, the foremost first."""
    piece, side = pos.board[square], int(pos.board[square]) >> 3
    found = [s for s in range(square % 9, 90, 9) if pos.board[s] == piece]
    return sorted(found, reverse=side == RED)


def _crowded_files(pos: Record, piece: int) -> list[list[int]]:
    """Files that hold more than one of a piece, from the side's right: their squares, foremost first."""
    side = piece >> 3
    files = range(8, -1, -1) if side == RED else range(9)
    rows = [[s for s in range(file, 90, 9) if pos.board[s] == piece] for file in files]
    return [sorted(row, reverse=side == RED) for row in rows if len(row) > 1]


def _rank_name(pos: Record, square: int) -> str:
    """A piece among several of its kind on a file, as 前炮, 后马, 中兵 or 二兵; empty if it stands alone."""
    piece = int(pos.board[square])
    kind, side = piece & 7, piece >> 3
    mates = _file_mates(pos, square)
    if len(mates) < 2 or kind in (ADVISORS, ELEPHANTS):
        return ""
    crowded = _crowded_files(pos, piece)
    letter = PIECES[side][kind]
    if kind == PAWNS and (len(crowded) > 1 or len(mates) > 3):
        order = [s for row in crowded for s in row]
        return ("前后" if len(order) == 2 else NUMERALS)[order.index(square)] + letter
    names = {2: "前后", 3: "前中后"}[len(mates)]
    return names[mates.index(square)] + letter


def write(pos: Record, move: int) -> str:
    """A legal move in four Chinese characters."""
    side, origin = int(pos.side), source(move)
    kind = int(pos.board[origin]) & 7
    digits = NUMERALS if side == RED else WIDE
    head = _rank_name(pos, origin) or PIECES[side][kind] + digits[_column(origin, side) - 1]
    way, number = _way(move, side)
    return head + WAYS[1 - way] + digits[number - 1]


def letters(pos: Record, move: int) -> str:
    """A legal move in letters: C2.5, H8+7, and +R-1 for the foremost of two rooks on a file."""
    chinese = write(pos, move)
    kind = "PAEHCRK"[int(pos.board[source(move)]) & 7]
    rest = {1: "+", 0: ".", -1: "-"}[WAY_READINGS[chinese[2]]] + str(DIGITS[chinese[3]])
    if chinese[0] in DIGITS:
        return f"{DIGITS[chinese[0]]}{kind}{rest}"
    if chinese[0] in PLACES:
        return PLACES[chinese[0]] + kind + rest
    return kind + str(DIGITS[chinese[1]]) + rest


def _plain(text: str) -> str:
    """One spelling for what is written in many: traditional characters, wide digits, letters."""
    short = re.sub(r"\s", "", text)[:8].upper()
    if len(short) != 4:
        return ""
    first, second, way, number = tuple(short)
    if way not in WAY_READINGS or number not in DIGITS:
        return ""
    tail = f"{WAY_READINGS[way]}{DIGITS[number]}"
    if first in KINDS and second in DIGITS:
        return f"{KINDS[first]}:{DIGITS[second]}:{tail}"
    if first in KINDS and second in PLACES:
        first, second = second, first
    if second not in KINDS:
        return ""
    if first in PLACES:
        return f"{PLACES[first]}{KINDS[second]}:{tail}"
    return f"#{DIGITS[first]}{KINDS[second]}:{tail}" if first in DIGITS else ""


def read(pos: Record, text: str) -> int:
    """The legal move that a text by columns means; ValueError if there is none, or more than one."""
    wanted = _plain(text)
    found = [move for move in legal_moves(pos) if wanted and _plain(write(pos, move)) == wanted]
    if not found and wanted and wanted[1] == ":":
        found = [move for move in legal_moves(pos) if _by_column(pos, move) == wanted]
    if len(found) != 1:
        raise ValueError(f"illegal move {text[:20]}")
    return found[0]


def _by_column(pos: Record, move: int) -> str:
    """A move told by its file alone, which some write even where two pieces share it."""
    side, origin = int(pos.side), source(move)
    way, number = _way(move, side)
    return f"{int(pos.board[origin]) & 7}:{_column(origin, side)}:{way}{number}"
