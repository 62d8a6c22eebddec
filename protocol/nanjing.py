"""The dialect of the EinStein server of Nanjing, spoken over TCP.

    [[6, 1, 0, 0, 0], …]|3   -> 3|rightdown
    close

The server sends the board row by row, red's pieces as 1-6 and blue's as 7-12, and the die, 6 more
for blue, without a line break; the answer ends with a NUL.
"""

import re
import socket
import threading
from collections.abc import Iterator

from boyi.engines.game import Game
from boyi.engines.report import Best
from boyi.protocol import einstein
from boyi.protocol.dialect import Dialect
from boyi.protocol.messages import Command, Event, Quit, Unknown
from boyi.protocol.session import Session
from boyi.protocol.settings import Settings
from boyi.protocol.words import quote

HELP = """\
[[…], …]|DIE    the move of a side: five rows, red 1-6, blue 7-12; the die 1-6 for red, 7-12 for blue
close"""

BOARD = re.compile(r"\[\s*(\[[0-9,\s]*\](?:\s*,\s*\[[0-9,\s]*\]){4})\s*\]\s*\|\s*([0-9]{1,2})")
DIRECTIONS = {1: "right", 5: "down", 6: "rightdown", -1: "left", -5: "up", -6: "leftup"}
STEPS = {name: step for step, name in DIRECTIONS.items()}
LULL = 0.05
"""Seconds of silence after which a message is taken for whole: a die of 1 may be the start of 12."""
PATIENCE = 5.0


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
    if len(pieces) != einstein.SQUARES or max(pieces) > 12:
        return Unknown(line, f"no board of 25 squares in {quote(line.strip())}")
    where = {piece: str(square) for square, piece in enumerate(pieces, 1) if piece}
    squares = [where.get(piece, "0") for piece in (*range(7, 13), *range(1, 7))]
    if len(where) < sum(piece > 0 for piece in pieces):
        return Unknown(line, "a piece stands on two squares")
    side, rolled = ("B", die - 6) if die > 6 else ("R", die)
    return einstein.ask(line, side, str(rolled), squares)


def render_event(event: Event) -> list[str]:
    """A move as the server wants it; nothing for all else."""
    match event:
        case Best(str(move)):
            start, goal = einstein.ends(move)
            piece = einstein.piece(move) + (6 if goal < start else 0)
            return [f"{piece}|{DIRECTIONS[goal - start]}"]
    return []


def render_command(command: Command) -> str:
    """The message by which a server asks; nothing for what it has no word for."""
    asked = einstein.taken_apart(command)
    if asked:
        side, die, squares = asked
        board = [0] * einstein.SQUARES
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


def connect(game: Game, host: str, port: int, settings: Settings) -> None:
    """Play on a server until it says close or hangs up. Blocks; OSError if it can't be reached."""
    with socket.create_connection((host, port), PATIENCE) as link:
        lock = threading.Lock()

        def write(text: str) -> None:
            with lock:
                link.sendall(b"".join(f"{line}\0".encode() for line in text.split("\n")))

        session = Session(game, [DIALECT], write)
        session.prepare(settings)
        for message in _messages(link):
            if not session.handle(message):
                break
        session.halt(PATIENCE)


def _messages(link: socket.socket) -> Iterator[str]:
    """The server's messages, cut where it falls silent."""
    unread = b""
    while True:
        link.settimeout(LULL if unread else None)
        try:
            data = link.recv(1 << 16)
        except TimeoutError:
            yield unread.decode("utf-8", "replace").strip("\0\r\n ")
            unread = b""
            continue
        if not data:
            return
        unread += data
