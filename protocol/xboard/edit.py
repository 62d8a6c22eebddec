"""A position as old XBoard clients set it up, square by square between `edit` and a dot.

    #      clear the board
    c      the other colour; White comes first
    Pa4    a piece of the colour on a square
    xa4    nothing on a square
    .      done

The side to move stays as it was. Castling is allowed wherever king and rook stand at home, and nobody
has just moved a pawn by two.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import groupby

PUT = re.compile(r"([A-Za-z])([a-z]\d)")
MOVE = re.compile(r"([a-z]\d)([a-z]\d)([a-z]?)")
SIDES = "wb"
AT_HOME = (("K", "e1", "h1"), ("Q", "e1", "a1"), ("k", "e8", "h8"), ("q", "e8", "a8"))
"""A right to castle in chess, and where king and rook stand then."""
MOST_LINES = 26
"""Files or ranks of the largest board whose squares have names."""
CASTLED = 2
"""Files that a king crosses in castling, and in no other move."""


class Edit:
    """A board that is being changed."""

    def __init__(self, fen: str, moves: Sequence[str], side: str = "") -> None:
        """Begin with the position after legal moves; `side` moves next, if told. ValueError if none."""
        rows, told = fen.split()[:2]
        self._files, self._names = _geometry(rows)
        self._pieces = dict(_placed(rows, self._names))
        self._side = side or SIDES[((told == "b") + len(moves)) % 2]
        self._black = False
        for move in moves:
            self._play(move)

    def take(self, line: str) -> bool:
        """Change the board as a line says; False if it makes no sense."""
        found = PUT.fullmatch(line)
        if line == "#":
            self._pieces.clear()
        elif line == "c":
            self._black = not self._black
        elif found and found[2] in self._names:
            self._put(found[1], found[2])
        else:
            return False
        return True

    def _put(self, letter: str, square: str) -> None:
        if letter == "x":
            self._pieces.pop(square, None)
        else:
            self._pieces[square] = letter.lower() if self._black else letter.upper()

    def fen(self) -> str:
        """The position, which may be an impossible one."""
        signs = [self._pieces.get(name, "") for name in self._names]
        rows = [_pack_row(signs[at : at + self._files]) for at in range(0, len(signs), self._files)]
        return f"{'/'.join(rows)} {self._side} {self._castling() or '-'} - 0 1"

    def _castling(self) -> str:
        """The rights of chess; no other game has its king there."""
        return "".join(
            right
            for right, king, rook in AT_HOME
            if self._pieces.get(king) == ("K" if right.isupper() else "k")
            and self._pieces.get(rook) == ("R" if right.isupper() else "r")
        )

    def _play(self, move: str) -> None:
        """Carry a piece, and what moves or goes with it in chess."""
        found = MOVE.fullmatch(move)
        piece = self._pieces.pop(found[1], "") if found else ""
        if not found or not piece:
            return
        start, goal, promoted = found.groups()
        if piece in "Pp" and start[0] != goal[0] and goal not in self._pieces:
            self._pieces.pop(goal[0] + start[1], None)  # taken in passing
        if piece in "Kk" and abs(ord(goal[0]) - ord(start[0])) == CASTLED:
            rook, beside = ("h", "f") if goal > start else ("a", "d")
            self._pieces[beside + start[1]] = self._pieces.pop(rook + start[1], "")
        same_case = promoted.upper() if piece.isupper() else promoted
        self._pieces[goal] = same_case or piece


def edit_lines(fen: str) -> list[str]:
    """What an old client says to set up the pieces of a position."""
    rows = fen.split(maxsplit=1)[0]
    placed = list(_placed(rows, _geometry(rows)[1]))
    white = [f"{piece}{square}" for square, piece in placed if piece.isupper()]
    black = [f"{piece.upper()}{square}" for square, piece in placed if piece.islower()]
    return ["edit", "#", *white, "c", *black, "."]


def _geometry(rows: str) -> tuple[int, list[str]]:
    """The number of files, and the squares from the top left; ten ranks count from 0, fewer from 1.

    ValueError for what is no board.
    """
    ranks = rows.split("/")
    files = sum(int(sign) if sign.isdigit() else 1 for sign in ranks[0])
    if not 0 < files <= MOST_LINES or len(ranks) > MOST_LINES:
        raise ValueError(f"{files} files and {len(ranks)} ranks make no board")
    lowest = 0 if len(ranks) > 9 else 1
    names = [
        f"{chr(ord('a') + column)}{rank + lowest}"
        for rank in reversed(range(len(ranks)))
        for column in range(files)
    ]
    return files, names


def _placed(rows: str, names: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Each square that is not empty, and its piece."""
    signs = "".join(" " * int(sign) if sign.isdigit() else sign for sign in rows.replace("/", ""))
    return ((name, sign) for name, sign in zip(names, signs, strict=True) if sign != " ")


def _pack_row(row: Sequence[str]) -> str:
    """A rank as in a FEN."""
    runs = ((sign, len(list(run))) for sign, run in groupby(row))
    return "".join(sign * length or str(length) for sign, length in runs)
