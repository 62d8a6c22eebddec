"""An engine that follows a script: its arguments are rules, "word => actions".

A rule is for the lines that begin with its word; "start" is for the start, "other" for lines without a
rule. Actions are separated by ";". Where a rule has several lists of actions, separated by "|", each
is used once, in their order, and the last for good. "$1" stands for what follows the word in the line.
"""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable

FLOOD = b"info string a flood of words that mean nothing to anybody\n"
FOR_EVER = 3600.0


def write(descriptor: int, data: bytes) -> None:
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(descriptor, rest) :]


def say(text: str) -> None:
    write(1, f"{text}\n".encode())


def say_later(text: str) -> None:
    seconds, _, line = text.partition(" ")
    threading.Timer(float(seconds), say, [line]).start()


def flood(text: str) -> None:
    descriptor, megabytes = text.split()
    for _ in range(int(float(megabytes) * 16)):
        write(int(descriptor), FLOOD * ((1 << 16) // len(FLOOD)))


def long_line(megabytes: str) -> None:
    for _ in range(int(megabytes)):
        write(1, b"x" * (1 << 20))
    say("")


def start_child(text: str) -> None:
    child = subprocess.Popen(["sleep", text], stdin=subprocess.DEVNULL)
    say(f"child {child.pid}")


def eat_memory(megabytes: str) -> None:
    say(f"ate {len(bytearray(int(megabytes) << 20))}")


ACTIONS: dict[str, Callable[[str], object]] = {
    "say": say,
    "later": say_later,
    "part": lambda text: write(1, text.encode()),
    "complain": lambda text: write(2, f"{text}\n".encode()),
    "flood": flood,
    "long": long_line,
    "sleep": lambda text: time.sleep(float(text)),
    "hang": lambda text: time.sleep(FOR_EVER),
    "exit": lambda text: os._exit(int(text or 0)),
    "kill": lambda text: os.kill(os.getpid(), signal.Signals[text]),
    "deaf": lambda text: signal.signal(signal.Signals[text], signal.SIG_IGN),
    "close": lambda text: os.close(int(text)),
    "child": start_child,
    "eat": eat_memory,
}


def perform(actions: str, rest: str) -> None:
    for action in actions.split(";"):
        name, _, text = action.strip().partition(" ")
        if name:
            ACTIONS[name](text.replace("$1", rest))


def main() -> None:
    rules = {}
    for rule in sys.argv[1:]:
        word, _, lists = rule.partition("=>")
        rules[word.strip()] = lists.split("|")
    line = "start"
    while line:
        word, _, rest = line.strip().partition(" ")
        left = rules.get(word) or rules.get("other") or [""]
        perform(left.pop(0) if len(left) > 1 else left[0], rest)
        line = sys.stdin.readline()


if __name__ == "__main__":
    main()
