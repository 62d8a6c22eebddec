"""What engines that break rules share: which rules, and how they speak, die and misread moves."""

import os
import sys
import time
from collections.abc import Callable

BROKEN = frozenset(sys.argv[1:])
"""The rules to be broken, by the names of the checks that find them so."""


def broken(rule: str) -> bool:
    return rule in BROKEN


def tell(line: str, end: str = "\n") -> None:
    os.write(1, f"{line}{end}".encode())


def crash_if(rule: str, condition: bool = True) -> None:
    if condition and broken(rule):
        os._exit(9)


def sleep_if(rule: str, seconds: float) -> None:
    if broken(rule):
        time.sleep(seconds)


def listen(take: Callable[[str], None]) -> None:
    """Give out the lines of stdin until it ends."""
    unread = b""
    while data := os.read(0, 1 << 16):
        *whole, unread = (unread + data).split(b"\n")
        if broken("a line in pieces") and unread:
            whole, unread = [*whole, unread], b""
        for line in whole:
            take(line.decode("utf-8", "replace").replace("\0", "\ufffd"))


class Answering:
    """An engine of a platform: what it says of lines that mean nothing, and how it ends."""

    cut = ""
    """What a line that comes in pieces begins with."""

    def __init__(self) -> None:
        self.before = ""
        """The command before this one."""

    def take(self, raw: str) -> None:
        """Do what a line says."""
        line = raw.removesuffix("\r")
        crash_if("CRLF", line != raw)
        crash_if("a line in pieces", bool(line) and line == self.cut)
        crash_if("a long line", len(line) > 10_000)
        crash_if("bytes that are no text", "\ufffd" in line)
        words = line.split()
        if not words:
            self.tell_if("blank lines")
        elif command := getattr(self, f"on_{words[0].rstrip('?')}", None):
            command(words[1:])
            self.before = words[0]
        elif words[0] == "joho":
            self.tell_if("unknown command")

    def tell_if(self, rule: str, text: str = "what?") -> None:
        if broken(rule):
            self.tell(text)

    def tell(self, line: str) -> None:
        tell(line)

    def end(self, word: str, question: str) -> None:
        """End as the client's last word asks; a search may be under way after a question."""
        self.tell_if(f"silence after {word}", "bye")
        in_search = self.before == question and broken(f"{word} in search")
        if not broken(word) and not in_search:
            os._exit(7 if broken("exit code") else 0)


def run(engine: Answering, hear: Callable[[Callable[[str], None]], None] = listen) -> None:
    """Speak as an engine of a platform until the input ends."""
    if broken("silent before it is spoken to"):
        engine.tell("Rule Breaker, a small engine")
    if broken("stderr"):
        os.write(2, b"noise\n")
    hear(engine.take)
    if broken("end of input"):
        time.sleep(60)
    os._exit(0)
