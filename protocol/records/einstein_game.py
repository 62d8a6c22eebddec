"""A game of EinStein as it was played: layouts and plies. Squares are 1-25 row by row from the top left."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

LETTERS = "BR"
PIECES = 6
GOALS = (1, 25)


@dataclass(frozen=True)
class EinsteinPly:
    """One move: whose (0 blue, 1 red), by which die, from where to where, and the seconds left after it."""

    side: int
    die: int
    start: int
    goal: int
    left: float = 0.0


@dataclass(frozen=True)
class EinsteinGame:
    """A game: blue's and red's layouts, its plies, and how it ended."""

    layouts: tuple[tuple[int, ...], tuple[int, ...]]
    plies: tuple[EinsteinPly, ...] = ()
    winner: int | None = None
    reason: str = ""

    def boards(self) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
        """The squares of both sides' pieces, 0 for a taken one, before each ply and after the last.

        ValueError names a ply that moves no piece of its side.
        """
        sides = [list(self.layouts[0]), list(self.layouts[1])]
        yield tuple(sides[0]), tuple(sides[1])
        for number, ply in enumerate(self.plies, 1):
            if ply.start == 0 or ply.start not in sides[ply.side]:
                raise ValueError(
                    f"ply {number} leaves square {ply.start}, where {LETTERS[ply.side]} has no piece"
                )
            piece = sides[ply.side].index(ply.start)
            for squares in sides:
                squares[:] = [0 if square == ply.goal else square for square in squares]
            sides[ply.side][piece] = ply.goal
            yield tuple(sides[0]), tuple(sides[1])

    def piece(self, number: int) -> int:
        """The piece, 1-6, that a ply moves; plies are counted from 0."""
        ply = self.plies[number]
        before = list(self.boards())[number]
        return before[ply.side].index(ply.start) + 1

    def moves(self, side: int, die: int) -> set[tuple[int, int]]:
        """The squares left and reached by each move that a die lets a side make after the last ply."""
        own = list(self.boards())[-1][side]
        alive = [piece for piece in range(1, PIECES + 1) if own[piece - 1]]
        below, above = [p for p in alive if p <= die], [p for p in alive if p >= die]
        sign = 1 if side else -1
        found = set()
        for piece in {*below[-1:], *above[:1]} if die not in alive else {die}:
            row, column = divmod(own[piece - 1] - 1, 5)
            for rows, columns in ((0, sign), (sign, 0), (sign, sign)):
                if 0 <= row + rows < 5 and 0 <= column + columns < 5:
                    found.add((own[piece - 1], 5 * (row + rows) + column + columns + 1))
        return found

    def with_result(self) -> "EinsteinGame":
        """This game with its winner and the reason, if it is over."""
        blue, red = list(self.boards())[-1]
        for side, own, other in ((0, blue, red), (1, red, blue)):
            if GOALS[side] in own:
                return replace(self, winner=side, reason="End!")
            if not any(other):
                return replace(self, winner=side, reason=f"No {LETTERS[1 - side]} !")
        return self
