"""A small EinStein engine that keeps every rule of Nanjing's server but those named on its command line.

The port is the first word that is a number.
"""

import json
import os
import re
import socket
import sys
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))
from tests.support.fakes import ecui_breaker
from tests.support.fakes.breaking import broken, crash_if, run, tell

WHOLE = re.compile(rb"\|\d+\s*$")
GLUED = re.compile(r"(?<=[0-9])(?=\[\[)")
SQUARES = 25
WAYS = {1: "right", 5: "down", 6: "rightdown", -1: "left", -5: "up", -6: "leftup"}


class Engine(ecui_breaker.Engine):
    """The same with a picture of the board."""

    cut = "[[1, 2, 3"

    def take(self, raw: str) -> None:
        board, bar, die = raw.strip().partition("|")
        if bar and board.startswith("[["):
            crash_if("first move", not self.seen)
            self.before = "ask"
            self.ask([piece for row in json.loads(board) for piece in row], int(die))
        elif raw == "close":
            self.end("close", "ask")
        else:
            super().take(raw)

    def ask(self, board: list[int], die: int) -> None:
        self.board = board
        where = {piece: str(square) for square, piece in enumerate(board, 1) if piece}
        if len(where) < sum(map(bool, board)) or die > 12 or len(board) != SQUARES:
            self.tell_if("questions without an answer")
            return
        squares = [where.get(piece, "0") for piece in (*range(7, 13), *range(1, 7))]
        self.on_get(["B" if die > 6 else "R", str((die - 1) % 6 + 1), *squares])

    def tell(self, line: str) -> None:
        tell(line, "\0")

    def answer(self, line: str) -> None:
        start, goal = map(int, line.split())
        way = WAYS.get(goal - start, "right")
        wrong = broken("a move") and len(self.seen) > 1
        super().answer(f"{self.board[start - 1]}|{way.upper() if wrong else way}")


def listen(take: Callable[[str], None]) -> None:
    """Give out messages; a board is one once its die has come."""
    unread = b""
    while data := os.read(0, 1 << 20):
        unread += data
        if WHOLE.search(unread) or broken("a line in pieces") or not unread.startswith(b"[["):
            messages = unread.decode("utf-8", "replace").replace("\0", "\ufffd")
            for message in GLUED.split(messages)[: 1 if broken("glued questions") else None]:
                take(message)
            unread = b""


def main() -> None:
    if broken("connection"):
        os._exit(9)
    port = next(int(word) for word in sys.argv if word.isdigit())
    link = socket.create_connection(("127.0.0.1", port))
    os.dup2(link.fileno(), 0)
    os.dup2(link.fileno(), 1)
    link.detach()
    if not broken("identity"):
        tell("small engine", "\0")
    run(Engine(), listen)


if __name__ == "__main__":
    main()
