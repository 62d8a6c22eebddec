"""The dialect of the EinStein courses in Taiwan: like ECUI with algebraic squares and a few questions more.

    name -> BoyiEinStein      version -> 0.1.0
    time_setting 240 -> 1     board_setting 5 6 -> 1
    ini R -> A2 B1 A1 C1 A3 B2
    get R 3 … -> C3 B2        exit

Columns are A-E from the left, rows 1-5 from the top; 0 stands for a taken piece.
"""

import re

from boyi.engines.report import Best
from boyi.protocol import messages as msg
from boyi.protocol.dialect import Dialect
from boyi.protocol.einstein import common
from boyi.protocol.text import number, quote

HELP = """\
name, version                who this is
time_setting SECONDS         for all moves of a game
board_setting 5 6            the board and the pieces
ini B|R                      where the pieces 1-6 of a side start
get B|R DIE b1…b6 r1…r6      the move of a side; squares A1-E5, 0 for a taken piece
exit"""

OWN_WORDS = ("name", "version", "time_setting", "board_setting")
COLUMNS = "ABCDE"
SQUARE = re.compile(r"[A-Ea-e][1-5]")


def square_name(square: int) -> str:
    """A square 1-25 as the dialect writes it; 0 stays."""
    return f"{COLUMNS[(square - 1) % 5]}{(square - 1) // 5 + 1}" if square else "0"


def square_number(name: str) -> str:
    """A square as a number, 0 for a taken piece; what is no square stays as it is and will be refused."""
    if SQUARE.fullmatch(name):
        return str(COLUMNS.index(name[0].upper()) + 1 + 5 * (int(name[1]) - 1))
    return name if name == "0" else f"{name}?"


def greets(line: str) -> bool:
    """Whether a line is one of the dialect's."""
    match line.split():
        case [word, *_] if word in OWN_WORDS:
            return True
        case ["ini", _] | ["exit"]:
            return True
        case ["get", _, _, *squares]:
            return any(SQUARE.fullmatch(square) for square in squares)
    return False


def parse_command(line: str) -> msg.Command:
    """What the platform asks for; never raises."""
    match line.split():
        case ["name"]:
            return msg.Hello()
        case ["version"]:
            return msg.Version()
        case ["time_setting", seconds] if number(seconds) is not None:
            return msg.Several((msg.SetOption("Game Time", seconds), msg.IsReady()))
        case ["board_setting", "5", "6"]:
            return msg.IsReady()
    unknown = msg.Unknown(line, f"unknown command {quote(line.strip())}")
    return common.parse_question(line, square_number) or unknown


def render_event(event: msg.Event) -> list[str]:
    """An answer as one line; nothing for all that is not asked for."""
    match event:
        case msg.EngineName(name):
            return ["".join(name.split())]
        case msg.EngineVersion(version):
            return [version]
        case msg.Ready():
            return ["1"]
        case msg.Placement(squares):
            return [" ".join(square_name(int(square)) for square in squares)]
        case Best(str(move)):
            return [" ".join(square_name(square) for square in common.ends(move))]
    return []


def render_command(command: msg.Command) -> str:
    """The line by which a platform asks; nothing for what it has no word for."""
    match command:
        case msg.Hello():
            return "name"
        case msg.Version():
            return "version"
        case msg.Several((msg.SetOption("Game Time", seconds), msg.IsReady())):
            return f"time_setting {seconds}"
        case msg.IsReady():
            return "board_setting 5 6"
    return common.render_question(command, square_name)


def parse_event(line: str) -> msg.Event | None:
    """What an engine answers; None if it is of no interest."""
    words = line.split()
    if line.strip() == "1":
        return msg.Ready()
    if not all(SQUARE.fullmatch(word) for word in words):
        return msg.EngineName(line.strip())
    squares = tuple(square_number(word) for word in words)
    match squares:
        case [start, goal]:
            return Best(f"{start}-{goal}")
        case [_, _, _, _, _, _]:
            return msg.Placement(squares)
    return None


DIALECT = Dialect("course", greets, HELP, parse_command, render_event, render_command, parse_event)
