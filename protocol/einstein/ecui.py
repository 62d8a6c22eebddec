"""The dialect ECUI of the EinStein platform of National Taiwan Normal University.

    ini B                                   -> 23 19 15 25 24 20
    get B 2 23 0 15 13 24 20 1 2 9 6 0 11   -> 23 18
    exit

Squares are 1-25 row by row; blue's six come first. The platform takes every line of stdout for an
answer and splits it at single spaces: whatever else is to be said goes to stderr.
"""

from boyi.engines.report import Best
from boyi.protocol.dialect import Dialect
from boyi.protocol.einstein import common
from boyi.protocol.messages import Command, Event, Placement, Unknown
from boyi.protocol.text import number, quote

HELP = """\
ini B|R                      where the pieces 1-6 of a side start
get B|R DIE b1…b6 r1…r6      the move of a side; squares 1-25, 0 for a taken piece
exit"""


def greets(line: str) -> bool:
    """Whether a line is one of the platform's."""
    match line.split():
        case ["ini", _] | ["exit"]:
            return True
        case ["get", _, _, *squares]:
            return all(number(square) is not None for square in squares)
    return False


def parse_command(line: str) -> Command:
    """What the platform asks for; never raises."""
    unknown = Unknown(line, f"unknown command {quote(line.strip())}; there are ini, get and exit")
    return common.parse_question(line) or unknown


def render_event(event: Event) -> list[str]:
    """An answer as one line; nothing for all that the platform does not ask for."""
    match event:
        case Placement(squares):
            return [" ".join(squares)]
        case Best(str(move)):
            return ["{} {}".format(*common.ends(move))]
    return []


def render_command(command: Command) -> str:
    """The line by which a platform asks; nothing for what it has no word for."""
    return common.render_question(command)


def parse_event(line: str) -> Event | None:
    """What an engine answers, as strictly as the platform reads it: numbers between single spaces."""
    words = line.strip().split(" ")
    if not all(word.isascii() and word.isdecimal() for word in words):
        return None
    match words:
        case [start, goal]:
            return Best(f"{start}-{goal}")
        case [_, _, _, _, _, _]:
            return Placement(tuple(words))
    return None


DIALECT = Dialect("ecui", greets, HELP, parse_command, render_event, render_command, parse_event)
