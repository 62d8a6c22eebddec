"""Session: one conversation between a client and an engine, without any input or output of its own.

Two threads take part. The caller's thread takes lines and answers what needs no engine. A worker
loads the engine, which may take seconds, and then does the rest strictly in order; what comes before
the engine is ready waits its turn. Searches tell their results from threads of the engine's own.
"""

import math
import queue
import threading
import time
from collections.abc import Callable, Sequence
from functools import partial

from boyi.engines.game import Game
from boyi.engines.options import BATCH
from boyi.protocol.dialect import Dialect
from boyi.protocol.interpreter import Interpreter
from boyi.protocol.messages import (
    Bye,
    Command,
    Debug,
    Hello,
    Help,
    Quit,
    SetOption,
    Stop,
    Unknown,
    Version,
)
from boyi.protocol.settings import Settings
from boyi.protocol.verbs import EngineMaker

AT_ONCE = (Hello, Help, Version, Debug, Unknown)
"""Commands that need no engine and whose place among the others does not matter."""
GLANCE = 0.05
"""Seconds between two looks at whether the end is near."""


def find_engine() -> EngineMaker:
    """The engine's class; takes its time, since numba comes with it."""
    from boyi.engines.engine import Engine  # noqa: PLC0415  the reason for all the care about threads

    return Engine


class Session:
    """Takes a client's lines and sees that each is acted on in its turn."""

    def __init__(
        self,
        game: Game,
        dialects: Sequence[Dialect],
        write: Callable[[str], None],
        find_engine: Callable[[], EngineMaker] = find_engine,
        aside: Callable[[str], None] = lambda text: None,
    ) -> None:
        """Nothing is loaded before the first line. The first dialect is spoken until another is greeted in.

        `write` takes one or more whole lines for the client, `aside` for stderr, both from any thread.
        """
        self._dialects = dialects
        self._interpreter = Interpreter(game, dialects[0], write, aside)
        self._find_engine = find_engine
        self._worker = threading.Thread(target=self._work, name="engine", daemon=True)
        self._tasks: queue.Queue[Callable[[], None] | None] = queue.Queue()
        self._options_lock = threading.Lock()
        self._engine_listens = False
        self._noisy = self._ending = False

    @property
    def channel(self) -> str:
        """Where the answers of the present dialect go, as `Dialect.channel` says."""
        return self._interpreter.dialect.channel

    def prepare(self, settings: Settings) -> None:
        """Take the settings of the start, before the first line; ValueError names a fault."""
        self._interpreter.prepare(settings)

    def handle(self, line: str) -> bool:
        """Take a line; False if it asks for the end. Never raises, waits for the engine in a batch alone.

        Once the end is near, lines are passed over.
        """
        if not line.strip():
            return True
        self._interpreter.hear(line)
        self._await_batch()
        if self._ending:
            return True
        self._choose_dialect(line)
        command = self._interpreter.dialect.parse_command(line)
        if isinstance(command, Quit):
            return False
        if self._worth_an_answer(command):
            self._schedule(command)
        if not self._worker.ident:
            # Not earlier: an import in the background would slow down the very first answer.
            self._worker.start()
        if isinstance(command, SetOption) and command.name.lower() == BATCH.lower():
            self._await_tasks()  # lest a line that comes at once be taken before the option is set
        return True

    def _await_batch(self) -> None:
        """Where the client wants it so, take no further line before all that was asked is done."""
        if self._interpreter.options.get(BATCH) and self._worker.ident:
            self._await_all()

    def _await_all(self, patience: float = math.inf) -> None:
        """Wait as `_await_tasks` does, also for a search that ends by itself."""
        self._tasks.put(partial(self._interpreter.try_to, self._await_search))
        self._await_tasks(patience)

    def _await_search(self) -> None:
        engine = self._interpreter.engine
        if engine and not (self._ending or self._interpreter.endless):
            engine.wait()

    def _await_tasks(self, patience: float = math.inf) -> None:
        """Wait until all that was asked is done, until the end is near, or for so many seconds."""
        done, latest = threading.Event(), time.monotonic() + patience
        self._tasks.put(done.set)
        while not (self._ending or done.wait(GLANCE) or time.monotonic() > latest):
            pass

    def see_through(self, patience: float) -> None:
        """Before the engine is ready, wait for what was asked of it; at most so many seconds."""
        if self._interpreter.engine is None and self._tasks.unfinished_tasks:
            self._await_all(patience)

    def expect_end(self) -> None:
        """Wait for nothing any more, since `halt` will follow; may interrupt any other method."""
        self._ending = True

    def _choose_dialect(self, line: str) -> None:
        """Go over to the dialect that a line greets in, unless it is a greeting in the present one."""
        if not self._interpreter.dialect.greets(line):
            chosen = next((dialect for dialect in self._dialects if dialect.greets(line)), None)
            self._interpreter.dialect = chosen or self._interpreter.dialect

    def complain(self, reason: str) -> None:
        """Tell the user of input that did not even make a line."""
        self._interpreter.remark(reason)

    def finish(self, done: Callable[[], None]) -> None:
        """No more lines will come: do all that was asked, end a search without bounds, call `done`.

        Returns at once; `done` is called before or after that, from any thread.
        """
        engine = self._interpreter.engine
        if self._tasks.unfinished_tasks or (engine and engine.searching):
            self._tasks.put(partial(self._interpreter.try_to, self._wind_up))
            self._tasks.put(done)
        else:
            done()

    def halt(self, patience: float) -> None:
        """Break off whatever runs; waits at most so many seconds for the search to tell its move."""
        self._interpreter.break_off()
        if self._interpreter.engine:
            told = threading.Event()
            self._tasks.put(partial(self._interpreter.try_to, self._end_search))
            self._tasks.put(told.set)
            told.wait(patience)
        self._interpreter.tell(Bye())
        self._tasks.put(None)

    def _worth_an_answer(self, command: Command) -> bool:
        """False for what follows a line of noise, until a line makes sense: one complaint is enough."""
        was_noisy = self._noisy
        is_unknown = isinstance(command, Unknown)
        self._noisy = isinstance(command, Unknown) and (was_noisy or _is_noise(command.text))
        return not (was_noisy and is_unknown)

    def _schedule(self, command: Command) -> None:
        """Act on a command now if it can't wait or need not, else leave it to the worker."""
        if isinstance(command, Stop) and self._interpreter.lengthy:
            self._interpreter.break_off()
        act = partial(self._interpreter.obey, command)
        if isinstance(command, AT_ONCE):
            act()
        elif not (isinstance(command, SetOption) and self._set_early(act)):
            self._tasks.put(act)

    def _set_early(self, act: Callable[[], None]) -> bool:
        """Set an option while no engine listens yet, so that it is made with the right values.

        False if it already listens, or if commands that wait have to come first.
        """
        with self._options_lock:
            if self._engine_listens or self._tasks.unfinished_tasks:
                return False
            act()
            return True

    def _work(self) -> None:
        """The worker: load the engine, then do one task after the other."""
        self._interpreter.try_to(self._load, "the engine cannot be loaded: ")
        while task := self._tasks.get():
            task()
            self._tasks.task_done()

    def _load(self) -> None:
        make_engine = self._find_engine()
        with self._options_lock:
            self._engine_listens = True
        self._interpreter.load(make_engine)

    def _wind_up(self) -> None:
        engine = self._interpreter.engine
        if engine:
            if self._interpreter.endless:
                engine.stop()
            engine.wait()

    def _end_search(self) -> None:
        # Once more, for a search that had still to start when it was broken off.
        self._interpreter.break_off()
        self._wind_up()


def _is_noise(text: str) -> bool:
    return "\ufffd" in text or not text.replace("\t", " ").strip().isprintable()
