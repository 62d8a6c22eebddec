"""A session on stdin and stdout: lines in, lines out, and a clean end whatever happens around it.

The main thread takes steps from one inbox; the reader, the signals and the watch on the parent only
put steps in. A step says whether to go on. The process ends without the interpreter's own shutdown,
which would wait for locks and kernels that nobody needs any more.
"""

import contextlib
import itertools
import os
import queue
import signal
import stat
import threading
from collections.abc import Callable, Sequence
from functools import partial
from types import FrameType
from typing import NoReturn

from boyi.engines import platforms
from boyi.engines.game import Game
from boyi.protocol.dialect import Dialect
from boyi.protocol.lines import LONGEST, Lines
from boyi.protocol.serving.activity import SPEAK
from boyi.protocol.serving.engine_api import EngineMaker
from boyi.protocol.serving.session import Session, find_engine
from boyi.protocol.serving.settings import StartSettings

STDIN, STDOUT, STDERR = 0, 1, 2
CHUNK = 1 << 16
QUIT_PATIENCE = 0.1
"""Seconds that a search has for its last words when the client says quit."""
SIGNAL_PATIENCE = 1.0

Step = Callable[[], bool]
Inbox = queue.SimpleQueue[Step]
"""Of this kind, because a signal handler may put into it while the main thread is doing the same."""


def serve(
    game: Game,
    dialects: Sequence[Dialect],
    find_engine: Callable[[], EngineMaker] = find_engine,
    settings: StartSettings | None = None,
) -> NoReturn:
    """Speak one of some dialects on stdin and stdout until told to quit; the process ends with code 0."""
    inbox: Inbox = queue.SimpleQueue()
    given = settings or StartSettings()
    game = given.limit(game)
    output = LineWriter(STDOUT)
    aside = LineWriter(STDERR, needed=lambda: session.channel == "stderr")
    session = Session(game, given.filter_dialects(dialects), output.write, find_engine, aside.write)
    session.prepare(given)
    if given.lent:
        session.lend(aside.write)
    for number in platforms.TERMINATION:
        signal.signal(number, partial(_on_signal, session, inbox))
    _start(
        partial(
            _read, _take_lent_line(session) if given.lent else partial(_take_line, session), session, inbox
        )
    )
    if _fed_by_a_program():
        _start(partial(_watch_parent, session, inbox, os.getppid()))
    going_on = True
    while going_on:
        take_step = _next(inbox)
        going_on = take_step()
    os._exit(0)


def _next(inbox: Inbox) -> Step:
    """The next step, however long that takes; signals are heard meanwhile."""
    while True:
        with contextlib.suppress(queue.Empty):
            return inbox.get(timeout=platforms.SIGNAL_GLANCE)


class LineWriter:
    """A descriptor that takes whole lines from any thread."""

    def __init__(self, descriptor: int, needed: Callable[[], bool] = lambda: True) -> None:
        """Write to an open descriptor; `needed` tells whether the client's answers go there."""
        self._descriptor, self._needed = descriptor, needed
        self._lock = threading.Lock()

    def write(self, text: str) -> None:
        """Write one or more lines, all together and at once; if nobody takes answers, the process ends."""
        rest = memoryview(f"{text}\n".encode("utf-8", "replace"))
        with self._lock:
            try:
                while rest:
                    rest = rest[os.write(self._descriptor, rest) :]
            except OSError:
                # The reader is gone. If no answer can be told any more, nothing is worth doing.
                if self._needed():
                    os._exit(0)


def _read(take: Callable[[str | None], bool], session: Session, inbox: Inbox) -> None:
    """The reader's thread: put each line of stdin into the inbox, and its end."""
    lines = Lines()
    while data := _read_chunk():
        _pass_on(lines.feed(data), take, inbox)
    _pass_on(lines.close(), take, inbox)
    inbox.put(partial(_finish, session, inbox))


def _read_chunk() -> bytes:
    try:
        return os.read(STDIN, CHUNK)
    except OSError:
        return b""  # a closed descriptor, a terminal that went away: nothing will come


def _pass_on(lines: list[str | None], take: Callable[[str | None], bool], inbox: Inbox) -> None:
    for line in lines:
        inbox.put(partial(take, line))


def _take_line(session: Session, line: str | None) -> bool:
    if line is None:
        session.complain(f"a line of more than {LONGEST} bytes was dropped")
        return True
    if session.handle(line):
        return True
    session.see_through()  # a script sends all its lines at once
    return _halt(session, QUIT_PATIENCE)


def _take_lent_line(session: Session) -> Callable[[str | None], bool]:
    """What takes the lines of a process that is lent: the first chooses the dialect, others are counted."""
    numbers = itertools.count()

    def take(line: str | None) -> bool:
        number = next(numbers)
        if not number:
            session.speak((line or "").removeprefix(SPEAK).split())
            return True
        goes_on = _take_line(session, line)
        session.count_line(number)
        return goes_on

    return take


def _halt(session: Session, patience: float) -> bool:
    session.halt(patience)
    return False


def _finish(session: Session, inbox: Inbox) -> bool:
    """Do what is left to do; steps go on meanwhile, so that a signal is still heard."""
    session.finish(partial(inbox.put, lambda: False))
    return True


def _on_signal(session: Session, inbox: Inbox, number: int, frame: FrameType | None) -> None:
    """Ask for the end; a second signal ends the process the hard way."""
    signal.signal(number, signal.SIG_DFL)
    session.expect_end()
    inbox.put(partial(_halt, session, SIGNAL_PATIENCE))


def _fed_by_a_program() -> bool:
    try:
        mode = os.fstat(STDIN).st_mode
    except OSError:
        return False
    return stat.S_ISFIFO(mode) or stat.S_ISSOCK(mode)


def _watch_parent(session: Session, inbox: Inbox, parent: int) -> None:
    """Take the parent's death for the end of input, for someone else may hold the pipe open."""
    platforms.wait_for_parent(parent)
    inbox.put(partial(_finish, session, inbox))


def _start(target: Callable[[], None]) -> None:
    threading.Thread(target=target, daemon=True).start()
