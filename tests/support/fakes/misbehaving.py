"""Chess engines that break the rules of the house, one way each: `python -I -S misbehaving.py MODE …`.

Both sides shuffle a knight from the usual start, so that two of them draw by threefold repetition
after eight plies. Words after the mode change nothing; a test finds its own processes by them.
"""

import contextlib
import os
import signal
import sys
import time
from collections.abc import Callable, Iterator

SHUFFLES = (("b1a3", "a3b1"), ("b8a6", "a6b8"))
"""White's and black's moves, over and over."""
OVERDUE = 0.05
"""Seconds over its clock that the late engine takes."""
LONG_LINE = 10_000_000
EXIT_CODE = 3
CRASH = "crash "
"""Begins the modes that die at a command; the rest of the mode is the command."""


def tell(line: str) -> None:
    with contextlib.suppress(BrokenPipeError):
        os.write(1, f"{line}\n".encode())


def hang() -> None:
    while True:
        time.sleep(1)


def flood(descriptor: int) -> None:
    """Write as fast as the reader reads, for ever."""
    data = b"info string and another thing\n" * 1000
    while True:
        os.write(descriptor, data)


def ignore_the_end() -> None:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)


def leave_a_child() -> None:
    """A child that holds our pipes, hears no SIGTERM and lives on for a minute."""
    if sys.platform != "win32" and os.fork() == 0:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        time.sleep(60)
        os._exit(0)


def moves_of(position: str) -> list[str]:
    return position.partition(" moves ")[2].split()


def shuffle(position: str) -> str:
    """The move that goes on with the shuffle."""
    played = len(moves_of(position))
    return SHUFFLES[played % 2][played // 2 % 2]


def clock(position: str, go: str) -> float:
    """Seconds that the side to move has left."""
    words = go.split()
    name = ("wtime", "btime")[len(moves_of(position)) % 2]
    return int(words[words.index(name) + 1]) / 1000


def answer(position: str, go: str) -> None:
    move = shuffle(position)
    tell(f"info depth 1 score cp 0 nodes 1 time 0 pv {move}")
    tell(f"bestmove {move}")


def answer_late(position: str, go: str) -> None:
    time.sleep(clock(position, go) + OVERDUE)
    answer(position, go)


def answer_with(move: str) -> Callable[[str, str], None]:
    return lambda position, go: tell(f"bestmove {move}")


def answer_lying(position: str, go: str) -> None:
    move = shuffle(position)
    tell(f"info depth 2 score cp 10 nodes 9 time 0 pv {move} e1e8 a1a1")
    tell(f"bestmove {move}")


def answer_at_length(position: str, go: str) -> None:
    tell("info string " + "x" * LONG_LINE)
    answer(position, go)


def answer_and_die(position: str, go: str) -> None:
    answer(position, go)
    os._exit(EXIT_CODE)


def hear_only_quit(position: str, go: str) -> None:
    for line in commands():
        if line == "quit":
            os._exit(0)


STARTS: dict[str, Callable[[], object]] = {
    "silent": hang,
    "dead at start": lambda: os._exit(EXIT_CODE),
    "deaf to SIGTERM": ignore_the_end,
    "leaves a child": leave_a_child,
}
"""What a mode does before it listens."""

ANSWERS: dict[str, Callable[[str, str], object]] = {
    "hangs": lambda position, go: hang(),
    "deaf to SIGTERM": lambda position, go: hang(),
    "ignores stop": hear_only_quit,
    "floods stdout": lambda position, go: flood(1),
    "floods stderr": lambda position, go: flood(2),
    "crash after bestmove": answer_and_die,
    "plays illegal": answer_with("e2e5"),
    "plays nonsense": answer_with("knight takes"),
    "plays 0000": answer_with("0000"),
    "plays (none)": answer_with("(none)"),
    "lies in its line": answer_lying,
    "late": answer_late,
    "ten megabytes": answer_at_length,
}
"""What a mode does at `go`; any other mode answers well."""

REPLIES = {
    "uci": "id name Misbehaving\nid author nobody\noption name Hash type spin default 1 min 1 max 1\nuciok",
    "isready": "readyok",
}
FOREIGN = {"speaks another dialect": lambda line: tell(f"Error (unknown command): {line}")}


def commands() -> Iterator[str]:
    for line in sys.stdin:
        yield line.strip()


def serve(mode: str) -> None:
    """Speak UCI until told to quit, but for what the mode does otherwise."""
    position = ""
    for line in commands():
        word = line.partition(" ")[0]
        if mode == CRASH + word:
            os._exit(EXIT_CODE)
        if mode in FOREIGN:
            FOREIGN[mode](line)
        elif word == "position":
            position = line
        elif word == "go":
            ANSWERS.get(mode, answer)(position, line)
        elif word == "quit" and mode != "ignores quit":
            return
        elif word in REPLIES:
            tell(REPLIES[word])
    if mode == "ignores quit":
        hang()


def main() -> None:
    mode = sys.argv[1]
    STARTS.get(mode, lambda: None)()
    serve(mode)


if __name__ == "__main__":
    main()
