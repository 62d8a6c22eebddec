"""The dialect of the EinStein server of Nanjing, spoken over TCP.

                             -> boyi
    [[6, 1, 0, 0, 0], …]|3   -> 3|rightdown
    close

The client speaks first: the server waits for a name from each player before it does anything. Then it sends
the board row by row, red's pieces as 1-6 and blue's as 7-12, and the die, 6 more for blue. Nothing marks
where its messages end; what we say ends with a NUL. `nanjing_client` speaks it.
"""

import re

from boyi.engines.report import Best
from boyi.protocol.dialect import Dialect
from boyi.protocol.einstein import common
from boyi.protocol.messages import Command, Event, Quit, Unknown
from boyi.protocol.text import quote

HELP = """\
[[…], …]|DIE    the move of a side: five rows, red 1-6, blue 7-12; the die 1-6 for red, 7-12 for blue
close"""

BOARD = re.compile(r"\[\s*(\[[0-9,\s]*\](?:\s*,\s*\[[0-9,\s]*\]){4})\s*\]\s*\|\s*([0-9]{1,2})")
DIRECTIONS = {1: "right", 5: "down", 6: "rightdown", -1: "left", -5: "up", -6: "leftup"}
STEPS = {name: step for step, name in DIRECTIONS.items()}


def greets(line: str) -> bool:
    """Whether a message is one of the server's."""
    return line.strip() == "close" or BOARD.fullmatch(line.strip()) is not None


def parse_command(line: str) -> Command:
    """What the server asks for; never raises."""
    found = BOARD.fullmatch(line.strip())
    if line.strip() == "close":
        return Quit()
    if not found:
        return Unknown(line, f"unknown message {quote(line.strip())}")
    pieces, die = [int(word) for word in re.findall("[0-9]+", found[1])], int(found[2])
    if len(pieces) != common.SQUARES or max(pieces) > 12:
        return Unknown(line, f"no board of 25 squares in {quote(line.strip())}")
    where = {piece: str(square) for square, piece in enumerate(pieces, 1) if piece}
    squares = [where.get(piece, "0") for piece in (*range(7, 13), *range(1, 7))]
    if len(where) < sum(piece > 0 for piece in pieces):
        return Unknown(line, "a piece stands on two squares")
    side, rolled = ("B", die - 6) if die > 6 else ("R", die)
    return common.ask(line, side, str(rolled), squares)


def render_event(event: Event) -> list[str]:
    """A move as the server wants it; nothing for all else."""
    match event:
        case Best(str(move)):
            start, goal = common.ends(move)
            piece = common.piece(move) + (6 if goal < start else 0)
            return [f"{piece}|{DIRECTIONS[goal - start]}"]
    return []


def render_command(command: Command) -> str:
    """The message by which a server asks; nothing for what it has no word for."""
    asked = common.split_question(command)
    if asked:
        side, die, squares = asked
        board = [0] * common.SQUARES
        for i, square in enumerate(squares):
            if int(square):
                board[int(square) - 1] = i + 7 if i < 6 else i - 5
        return f"{[board[row : row + 5] for row in range(0, 25, 5)]}|{int(die) + 6 * (side == 'B')}"
    return "close" if isinstance(command, Quit) else ""


def parse_event(line: str) -> Event | None:
    """What an engine answers: the piece and its direction, written as a move without its squares."""
    piece, _, direction = line.strip(" \0\r\n").partition("|")
    if piece.isdecimal() and 1 <= int(piece) <= 12 and direction in STEPS:
        return Best(f"{(int(piece) - 1) % 6 + 1}:{direction}")
    return None


DIALECT = Dialect("nanjing", greets, HELP, parse_command, render_event, render_command, parse_event)
