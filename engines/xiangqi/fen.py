"""Xiangqi positions as FEN: every fault named, the letters of all programs understood."""

import numpy as np

from boyi.engines.jit import Record, entry, new
from boyi.engines.xiangqi import pieces
from boyi.engines.xiangqi import position as p
from boyi.engines.xiangqi.attackers import find_checkers
from boyi.engines.xiangqi.conduct import rulesets
from boyi.engines.xiangqi.pieces import BLACK, ELEPHANTS, EMPTY, HORSES, KINGS, PAWNS, RED
from boyi.engines.xiangqi.squares import BIT, FILES, RANKS, in_palace, own_half, step

LETTERS = "pabncrk"
"""By kind, as UCCI writes them; capitals are Red's."""
KINDS = {letter: kind for kind, letter in enumerate(LETTERS)} | {"e": ELEPHANTS, "h": HORSES}
NAMES = ("pawn", "advisor", "elephant", "horse", "cannon", "rook", "king")
MOST = (5, 2, 2, 2, 2, 2, 1)
"""Pieces of each kind that a side has at the start."""
PAWN_RANK = 2
"""The lowest rank of a pawn, counted from its own side: composed positions have some behind their start."""
SIDES = {"w": RED, "r": RED, "b": BLACK}
COLOURS = ("Red", "Black")
MOST_NUMBER = 1 << 20
"""No game has more moves; a larger number in a FEN is cut."""


@entry
def _find_checkers(pos: Record) -> None:
    find_checkers(pos)


def read(text: str) -> Record:
    """The position of a FEN, counters optional; ValueError names the fault."""
    fields = text[:400].split()
    if not fields:
        raise ValueError("an empty text is no position")
    pos = _board(fields[0])
    side = fields[1].lower() if len(fields) > 1 else "w"
    if side not in SIDES:
        raise ValueError(f"the side to move is w or b, not {side[:20]!r}")
    pos.side = SIDES[side]
    pos.quiet = min(_counter(fields, 4, 0), 1000)
    rulesets.apply(pos, {})
    pos.number = 2 * min(max(_counter(fields, 5, 1) - 1, 0), MOST_NUMBER) + int(pos.side)
    _complete(pos)
    _check(pos)
    return pos


def _counter(fields: list[str], place: int, default: int) -> int:
    if len(fields) <= place or fields[place] == "-":
        return default
    if not fields[place][:12].isascii() or not fields[place][:12].isdigit():
        raise ValueError(f"the counters of a FEN are numbers, not {fields[place][:20]!r}")
    return int(fields[place][:12])


def _board(text: str) -> Record:
    rows = text.split("/")
    if len(rows) != RANKS:
        raise ValueError(f"a board has {RANKS} ranks, not {len(rows)}")
    pos = new(p.POSITION)
    pos.board[:] = EMPTY
    for row, letters in enumerate(rows):
        rank, file = RANKS - 1 - row, 0
        for letter in letters:
            if letter in "123456789":
                file += int(letter)
                continue
            if letter.lower() not in KINDS:
                raise ValueError(f"{letter!r} is no piece")
            if file < FILES:
                pos.board[rank * FILES + file] = KINDS[letter.lower()] + 8 * letter.islower()
            file += 1
        if file != FILES:
            raise ValueError(f"rank {rank} has {file} squares instead of {FILES}")
    return pos


def _complete(pos: Record) -> None:
    """Work out what a record keeps beside its board."""
    pos.pieces[:], pos.colours[:] = 0, 0
    pos.key = p.SIDE_KEY if pos.side else np.uint64(0)
    pos.pawns = np.uint64(0)
    counts = np.zeros((2, 7), int)
    for square in range(90):
        piece = int(pos.board[square])
        if piece == EMPTY:
            continue
        kind, colour = piece & 7, piece >> 3
        counts[colour, kind] += 1
        pos.pieces[kind] |= BIT[square]
        pos.colours[colour] |= BIT[square]
        pos.key ^= p.PIECE_KEY[piece, square]
        if kind == PAWNS:
            pos.pawns ^= p.PIECE_KEY[piece, square]
        if kind == KINGS:
            pos.kings[colour] = square
    _check_counts(counts)
    _find_checkers(pos)


def _check_counts(counts: np.ndarray) -> None:
    for colour, name in enumerate(COLOURS):
        if not counts[colour, KINGS]:
            raise ValueError(f"{name} has no king")
        for kind, most in enumerate(MOST):
            if counts[colour, kind] > most:
                raise ValueError(f"{name} has {counts[colour, kind]} {NAMES[kind]}s, more than {most}")


def _may_stand(kind: int, colour: int, square: int) -> bool:
    """Whether a piece may stand on a square; ranks count from its own side.

    Composed positions, referees' among them, have advisors beside their points.
    """
    rank, file = square // FILES if colour == RED else RANKS - 1 - square // FILES, square % FILES
    match kind:
        case pieces.KINGS | pieces.ADVISORS:
            return bool(in_palace(square, colour))
        case pieces.ELEPHANTS:
            return own_half(square, colour) and not (file % 2 or rank % 2) and (file + rank) % 4 == 2
        case pieces.PAWNS:
            return not own_half(square, colour) or (rank >= PAWN_RANK and file % 2 == 0)
    return True


def _check(pos: Record) -> None:
    for square in range(90):
        piece = int(pos.board[square])
        if piece != EMPTY and not _may_stand(piece & 7, piece >> 3, square):
            raise ValueError(f"{COLOURS[piece >> 3]}'s {NAMES[piece & 7]} can't stand on {name(square)}")
    if _kings_face(pos):
        raise ValueError("the kings face each other")
    pos.side ^= 1
    _find_checkers(pos)
    exposed = bool(pos.checkers.any())
    pos.side ^= 1
    _find_checkers(pos)
    if exposed:
        raise ValueError("the side not to move is in check")


def _kings_face(pos: Record) -> bool:
    square: int | None = step(int(pos.kings[RED]), (0, 1))
    while square is not None and pos.board[square] == EMPTY:
        square = step(square, (0, 1))
    return square == int(pos.kings[BLACK])


def name(square: int) -> str:
    """A square as ICCS writes it."""
    return f"{'abcdefghi'[square % FILES]}{square // FILES}"


def letter(piece: int) -> str:
    """A piece as FEN writes it."""
    small = LETTERS[piece & 7]
    return small if piece >> 3 else small.upper()


def write(pos: Record) -> str:
    """The FEN of a position."""
    rows = []
    for rank in reversed(range(RANKS)):
        pieces = pos.board[rank * FILES : (rank + 1) * FILES]
        row = "".join("." if piece == EMPTY else letter(int(piece)) for piece in pieces)
        for length in range(FILES, 0, -1):
            row = row.replace("." * length, str(length))
        rows.append(row)
    side, number = "wb"[pos.side], int(pos.number) // 2 + 1
    return f"{'/'.join(rows)} {side} - - {int(pos.quiet)} {number}"


def mirror(pos: Record) -> Record:
    """The position with colours exchanged and the board turned upside down."""
    mirrored = new(p.POSITION)
    for square in range(90):
        piece = int(pos.board[square])
        goal = (RANKS - 1 - square // FILES) * FILES + square % FILES
        mirrored.board[goal] = piece if piece == EMPTY else piece ^ 8
    mirrored.side, mirrored.quiet = pos.side ^ 1, pos.quiet
    mirrored.rules, mirrored.returns, mirrored.limit = pos.rules, pos.returns, pos.limit
    mirrored.number = int(pos.number) ^ 1
    _complete(mirrored)
    return mirrored
