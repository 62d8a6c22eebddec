"""WTN, the records of EinStein's Chinese championships: a heading, layouts, plies."""

import re
from dataclasses import dataclass, replace

from boyi.protocol.records.einstein_game import LETTERS, PIECES, EinsteinGame, EinsteinPly

COLUMNS = "ABCDE"
PLY = re.compile(r"([0-9]+):([1-6]);\(([BR])([1-6]),([A-E])([1-5])\)")
LAYOUT = re.compile(r"([A-E])([1-5])-([1-6])")
WON = ("先手胜", "后手胜")


@dataclass(frozen=True)
class WtnHeading:
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


def write_wtn(game: EinsteinGame, heading: WtnHeading) -> str:
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


def read_wtn(text: str) -> tuple[WtnHeading, EinsteinGame]:
    """A game from WTN; ValueError names what is wrong."""
    fields = re.findall(r"\[([^\]]*)\]", text.partition(";")[0])
    if len(fields) < 6 or fields[0] != "WTN":
        raise ValueError("a WTN record begins with #[WTN] and five more fields")
    heading = WtnHeading(fields[1].removesuffix(" R"), fields[2].removesuffix(" B"), fields[4], fields[5])
    layouts = []
    for letter in LETTERS:
        found = re.search(rf"^{letter}:(.*)$", text, re.MULTILINE)
        placed = {int(piece): number_wtn(c, r) for c, r, piece in LAYOUT.findall(found[1] if found else "")}
        if sorted(placed) != list(range(1, PIECES + 1)):
            raise ValueError(f"the layout of {letter} does not name six pieces")
        layouts.append(tuple(placed[piece] for piece in sorted(placed)))
    game = EinsteinGame((layouts[0], layouts[1]))
    for _, die, letter, piece, column, row in PLY.findall(text):
        side = LETTERS.index(letter)
        start = list(game.boards())[-1][side][int(piece) - 1]
        ply = EinsteinPly(side, int(die), start, number_wtn(column, row))
        game = replace(game, plies=(*game.plies, ply))
    list(game.boards())  # so that a ply of a taken piece is found
    return heading, game.with_result()
