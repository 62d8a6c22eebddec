"""The dialect of the local EinStein arena of National Taiwan University, 2024.

    0 COLOUR REMAIN r1…r6 b1…b6 DIE -> ====>PIECE GOAL
    1

Colour 0 is red, 1 is blue; red's squares come first, 0-24 and -1 for a taken piece; dice and
pieces are 0-5. Answers go to stderr, so remarks have no place but the log.
"""

from boyi.engines.report import Best
from boyi.protocol.dialect import Dialect
from boyi.protocol.einstein import common
from boyi.protocol.messages import Command, Event, Quit, Unknown
from boyi.protocol.text import number, quote

HELP = """\
0 COLOUR REMAIN r1…r6 b1…b6 DIE   the move of a side (0 red, 1 blue); squares 0-24, -1 taken; die 0-5
1                                 end"""

FIELDS = 16
COLOURS = "RB"
MARK = "====>"


def greets(line: str) -> bool:
    """Whether a line is one of the arena's."""
    words = line.split()
    return words == ["1"] or (len(words) == FIELDS and all(number(word) is not None for word in words))


def parse_command(line: str) -> Command:
    """What the arena asks for; never raises. The time that remains is left to the option `Move Time`."""
    words = line.split()
    values = [number(word) for word in words]
    if words == ["1"]:
        return Quit()
    if len(words) != FIELDS or None in values or values[0] != 0 or values[1] not in (0, 1):
        return Unknown(line, f"unknown command {quote(line.strip())}")
    one_more = [str(value + 1) for value in values if value is not None]
    red, blue = one_more[3:9], one_more[9:15]
    return common.ask(line, COLOURS[int(words[1])], one_more[15], blue + red)


def render_event(event: Event) -> list[str]:
    """A move as one line; nothing for all else."""
    match event:
        case Best(str(move)):
            return [f"{MARK}{common.piece(move) - 1} {common.ends(move)[1] - 1}"]
    return []


def render_command(command: Command) -> str:
    """The line by which the arena asks; nothing for what it has no word for."""
    asked = common.split_question(command)
    if asked:
        side, die, squares = asked
        less = [str(int(square) - 1) for square in squares]
        return " ".join(["0", str(COLOURS.index(side)), "0", *less[6:], *less[:6], str(int(die) - 1)])
    return "1" if isinstance(command, Quit) else ""


def parse_event(line: str) -> Event | None:
    """What an engine answers: the piece and its goal; where it came from is not told."""
    match line.partition(MARK)[2].split():
        case [piece, goal] if number(piece) is not None and number(goal) is not None:
            return Best(f"{int(piece) + 1}:-{int(goal) + 1}")
    return None


DIALECT = Dialect(
    "ntu", greets, HELP, parse_command, render_event, render_command, parse_event, channel="stderr"
)
