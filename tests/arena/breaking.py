"""What engines that break rules share: which rules, and how they speak, die and misread moves."""

import os
import sys
import time
from collections.abc import Callable

BROKEN = frozenset(sys.argv[1:])
"""The rules to be broken, by the names of the checks that find them so."""


def broken(rule: str) -> bool:
    return rule in BROKEN


def tell(line: str) -> None:
    os.write(1, f"{line}\n".encode())


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
