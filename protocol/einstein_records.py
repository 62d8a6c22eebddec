"""Records of EinStein games: ECUI's record files, WTN of the Chinese championships, training lines.

A game is held as its layouts and plies; squares are 1-25 row by row from the top left.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

LETTERS = "BR"
COLUMNS = "ABCDE"
PIECES = 6
GOALS = (1, 25)


@dataclass(frozen=True)
class Ply:
    """One move: whose (0 blue, 1 red), by which die, from where to where, and the seconds left after it."""

    side: int
    die: int
    start: int
    goal: int
    left: float = 0.0


@dataclass(frozen=True)
class Played:
    """A game: blue's and red's layouts, its plies, and how it ended."""

    layouts: tuple[tuple[int, ...], tuple[int, ...]]
    plies: tuple[Ply, ...] = ()
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

    def ended(self) -> "Played":
        """The same game with its winner and the reason, if it is over."""
        blue, red = list(self.boards())[-1]
        for side, own, other in ((0, blue, red), (1, red, blue)):
            if GOALS[side] in own:
                return replace(self, winner=side, reason="End!")
            if not any(other):
                return replace(self, winner=side, reason=f"No {LETTERS[1 - side]} !")
        return self


# -- ECUI ----------------------------------------------------------------------------------------


def write_ecui(games: Iterable[Played]) -> str:
    """A platform's record file."""
    lines, wins = list[str](), [0, 0]
    for game in games:
        lines.append("ini " + " ".join(map(str, (*game.layouts[0], *game.layouts[1]))))
        for number, ply in enumerate(game.plies, 1):
            lines.append(
                f"{number:02} {LETTERS[ply.side]} {ply.die} {ply.start:02} {ply.goal:02} {ply.left:06.2f}"
            )
        if game.winner is not None:
            lines.append(f"end {LETTERS[game.winner]} win: {game.reason}")
            wins[game.winner] += 1
    lines += [
        "endgame",
        "result",
        *(f"{letter} {count}" for letter, count in zip(LETTERS, wins, strict=True)),
    ]
    return "\n".join(lines) + "\n"


def read_ecui(text: str) -> list[Played]:
    """The games of a record file; ValueError names the line that is wrong."""
    games: list[Played] = []
    for number, line in enumerate(text.splitlines(), 1):
        try:
            if line.strip() == "endgame":
                break
            _read_ecui_line(line.split(), games)
        except (ValueError, IndexError):
            raise ValueError(f"line {number} is none of a record: {line[:60]!r}") from None
    return games


def _read_ecui_line(words: Sequence[str], games: list[Played]) -> None:
    match words:
        case []:
            return
        case ["ini", *squares] if len(squares) == 2 * PIECES:
            numbers = tuple(int(square) for square in squares)
            games.append(Played((numbers[:PIECES], numbers[PIECES:])))
        case ["end", winner, "win:", *reason]:
            games[-1] = replace(games[-1], winner=LETTERS.index(winner), reason=" ".join(reason))
        case [_, side, die, start, goal, left]:
            ply = Ply(LETTERS.index(side), int(die), int(start), int(goal), float(left))
            games[-1] = replace(games[-1], plies=(*games[-1].plies, ply))
        case _:
            raise ValueError


# -- WTN -----------------------------------------------------------------------------------------

PLY = re.compile(r"([0-9]+):([1-6]);\(([BR])([1-6]),([A-E])([1-5])\)")
LAYOUT = re.compile(r"([A-E])([1-5])-([1-6])")
WON = ("先手胜", "后手胜")


@dataclass(frozen=True)
class Heading:
    """Who plays whom, where and when, in a WTN record."""

    red: str
    blue: str
    place: str = ""
    event: str = ""


def square_wtn(square: int) -> str:
    """A square as WTN names it: rows counted from the bottom."""
    return f"{COLUMNS[(square - 1) % 5]}{5 - (square - 1) // 5}"


def square_of(text: str) -> int:
    """The number of a square written as 1-25 or as WTN names it; ValueError if it is neither."""
    if text.isdecimal() and 1 <= int(text[:3]) <= 25:
        return int(text)
    if len(text) == 2 and text[0].upper() in COLUMNS and text[1] in "12345":
        return number_wtn(text[0].upper(), text[1])
    raise ValueError(f"a square is 1-25 or A1-E5, not {text[:20]!r}")


def number_wtn(column: str, row: str) -> int:
    """The number of a square that WTN names."""
    return COLUMNS.index(column) + 1 + 5 * (5 - int(row))


def write_wtn(game: Played, heading: Heading) -> str:
    """A game as WTN."""
    first = game.plies[0].side if game.plies else 1
    won = "" if game.winner is None else WON[game.winner != first]
    names = f"[{heading.red} R][{heading.blue} B]"
    lines = [f"#[WTN]{names}[{won}][{heading.place}][{heading.event}];"]
    for letter, layout in (("R", game.layouts[1]), ("B", game.layouts[0])):
        named = ";".join(f"{square_wtn(square)}-{piece}" for piece, square in enumerate(layout, 1))
        lines.append(f"{letter}:{named}")
    for number, ply in enumerate(game.plies):
        piece = f"{LETTERS[ply.side]}{game.piece(number)}"
        lines.append(f"{number + 1}:{ply.die};({piece},{square_wtn(ply.goal)})")
    return "\n".join(lines) + "\n"


def read_wtn(text: str) -> tuple[Heading, Played]:
    """A game from WTN; ValueError names what is wrong."""
    fields = re.findall(r"\[([^\]]*)\]", text.partition(";")[0])
    if len(fields) < 6 or fields[0] != "WTN":
        raise ValueError("a WTN record begins with #[WTN] and five more fields")
    heading = Heading(fields[1].removesuffix(" R"), fields[2].removesuffix(" B"), fields[4], fields[5])
    layouts = []
    for letter in LETTERS:
        found = re.search(rf"^{letter}:(.*)$", text, re.MULTILINE)
        placed = {int(piece): number_wtn(c, r) for c, r, piece in LAYOUT.findall(found[1] if found else "")}
        if sorted(placed) != list(range(1, PIECES + 1)):
            raise ValueError(f"the layout of {letter} does not name six pieces")
        layouts.append(tuple(placed[piece] for piece in sorted(placed)))
    game = Played((layouts[0], layouts[1]))
    for _, die, letter, piece, column, row in PLY.findall(text):
        side = LETTERS.index(letter)
        start = list(game.boards())[-1][side][int(piece) - 1]
        ply = Ply(side, int(die), start, number_wtn(column, row))
        game = replace(game, plies=(*game.plies, ply))
    list(game.boards())  # so that a ply of a taken piece is found
    return heading, game.ended()


# -- training lines ------------------------------------------------------------------------------

LINE = re.compile(r"\(([BR])\)\(([1-6])\)\(([0-9 ]+)\)\(([0-9 ]+)\)\(([0-9]+)\)\(([0-9]+)\)")


@dataclass(frozen=True)
class Example:
    """A position, and the move that was played there."""

    side: int
    die: int
    blue: tuple[int, ...]
    red: tuple[int, ...]
    start: int
    goal: int


def write_example(example: Example) -> str:
    """A training line such as (R)(5)(25 24 20 23 19 15)(1 2 3 6 7 11)(7)(13)."""
    blue, red = (" ".join(map(str, squares)) for squares in (example.blue, example.red))
    head = f"({LETTERS[example.side]})({example.die})"
    return f"{head}({blue})({red})({example.start})({example.goal})"


def read_example(line: str) -> Example:
    """The example of a training line; ValueError if it is none."""
    found = LINE.fullmatch(line.strip())
    blue, red = ([int(word) for word in found[i].split()] if found else [] for i in (3, 4))
    if not found or len(blue) != PIECES or len(red) != PIECES:
        raise ValueError(f"no training line: {line[:60]!r}")
    side = LETTERS.index(found[1])
    return Example(side, int(found[2]), tuple(blue), tuple(red), int(found[5]), int(found[6]))


def examples(game: Played, winner_only: bool = True) -> Iterator[Example]:
    """The examples of a game: by default its winner's moves alone."""
    for ply, (blue, red) in zip(game.plies, game.boards(), strict=False):
        if not winner_only or ply.side == game.winner:
            yield Example(ply.side, ply.die, blue, red, ply.start, ply.goal)
