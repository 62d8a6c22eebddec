"""A session on stdin and stdout: lines in, lines out, and a clean end whatever happens around it.

The main thread takes steps from one inbox; the reader, the signals and the watch on the parent only
put steps in. A step says whether to go on. The process ends without the interpreter's own shutdown,
which would wait for locks and kernels that nobody needs any more.
"""

import os
import queue
import signal
import stat
import threading
import time
from collections.abc import Callable, Sequence
from functools import partial
from types import FrameType
from typing import NoReturn

from boyi.engines.game import Game
from boyi.protocol.dialect import Dialect
from boyi.protocol.lines import LONGEST, Lines
from boyi.protocol.session import Session, find_engine
from boyi.protocol.settings import Settings
from boyi.protocol.verbs import EngineMaker

STDIN, STDOUT, STDERR = 0, 1, 2
CHUNK = 1 << 16
QUIT_PATIENCE = 0.1
"""Seconds that a search has for its last words when the client says quit."""
LOAD_PATIENCE = 3.0
"""Seconds that an engine has to get ready for what was asked of it before the client said quit: a script
sends all its lines at once."""
SIGNAL_PATIENCE = 1.0
PARENT_CHECK = 1.0

Step = Callable[[], bool]
Inbox = queue.SimpleQueue[Step]
"""Of this kind, because a signal handler may put into it while the main thread is doing the same."""


def serve(
    game: Game,
    dialects: Sequence[Dialect],
    find_engine: Callable[[], EngineMaker] = find_engine,
    settings: Settings | None = None,
) -> NoReturn:
    """Speak one of some dialects on stdin and stdout until told to quit; the process ends with code 0."""
    inbox: Inbox = queue.SimpleQueue()
    given = settings or Settings()
    output = Output(STDOUT)
    aside = Output(STDERR, needed=lambda: session.channel == "stderr")
    session = Session(game, given.allowed(dialects), output.write, find_engine, aside.write)
    session.prepare(given)
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, partial(_on_signal, session, inbox))
    _start(partial(_read, session, inbox))
    if _fed_by_a_program():
        _start(partial(_watch_parent, session, inbox, os.getppid()))
    going_on = True
    while going_on:
        take_step = inbox.get()
        going_on = take_step()
    os._exit(0)


class Output:
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


def _read(session: Session, inbox: Inbox) -> None:
    """The reader's thread: put each line of stdin into the inbox, and its end."""
    lines = Lines()
    while data := _read_chunk():
        _pass_on(lines.feed(data), session, inbox)
    _pass_on(lines.close(), session, inbox)
    inbox.put(partial(_finish, session, inbox))


def _read_chunk() -> bytes:
    try:
        return os.read(STDIN, CHUNK)
    except OSError:
        return b""  # a closed descriptor, a terminal that went away: nothing will come


def _pass_on(lines: list[str | None], session: Session, inbox: Inbox) -> None:
    for line in lines:
        inbox.put(partial(_take_line, session, line))


def _take_line(session: Session, line: str | None) -> bool:
    if line is None:
        session.complain(f"a line of more than {LONGEST} bytes was dropped")
        return True
    if session.handle(line):
        return True
    session.see_through(LOAD_PATIENCE)
    return _halt(session, QUIT_PATIENCE)


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
    """Take the parent's death for the end of input, for someone else may hold the pipe open.

    Polled, since the kernel's own signal is tied to the *thread* that started us.
    """
    while os.getppid() == parent:
        time.sleep(PARENT_CHECK)
    inbox.put(partial(_finish, session, inbox))


def _start(target: Callable[[], None]) -> None:
    threading.Thread(target=target, daemon=True).start()
