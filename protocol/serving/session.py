"""One conversation between a client and an engine, without any input or output of its own.

Two threads take part. The caller's thread takes lines and answers what needs no engine. A worker
loads the engine, which may take seconds, and then does the rest strictly in order; what comes before
the engine is ready waits its turn. Searches tell their results from threads of the engine's own.
"""

import queue
import threading
import time
from collections.abc import Callable, Sequence
from functools import partial

from boyi.engines.game import Game
from boyi.protocol import messages as msg
from boyi.protocol.dialect import Dialect
from boyi.protocol.serving.activity import BROKEN, READY
from boyi.protocol.serving.engine_api import EngineMaker
from boyi.protocol.serving.interpreter import Interpreter
from boyi.protocol.serving.output import Output, reason_of
from boyi.protocol.serving.settings import StartSettings

AT_ONCE = (msg.Hello, msg.Help, msg.Version, msg.Debug, msg.Unknown)
"""Commands that need no engine and whose place among the others does not matter."""
PLAYING = (msg.Several, msg.Advance, msg.Go, msg.Place)
"""Commands of a game: once a platform has given one, it goes over to no other dialect."""
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
        self._output = Output(dialects[0], write, aside)
        self._interpreter = Interpreter(game, self._output)
        self._find_engine = find_engine
        self._worker = threading.Thread(target=self._work, name="engine", daemon=True)
        self._tasks: queue.Queue[Callable[[], None] | None] = queue.Queue()
        self._options_lock = threading.Lock()
        self._engine_listens = False
        self._noisy = self._ending = self._plays = False

    @property
    def channel(self) -> str:
        """Where the answers of the present dialect go, as `Dialect.channel` says."""
        return self._output.dialect.channel

    def prepare(self, settings: StartSettings) -> None:
        """Take the settings of the start, before the first line; ValueError names a fault."""
        self._interpreter.prepare(settings)

    def lend(self, report: Callable[[str], None]) -> None:
        """Load the engine now, before any line; `report` takes lines for whoever lends this process."""
        self._interpreter.activity.listen(report)
        self._worker.start()

    def speak(self, names: Sequence[str]) -> None:
        """Speak these dialects alone from now on, the first until a client greets in another; none: all."""
        self._dialects = [dialect for dialect in self._dialects if not names or dialect.name in names]
        self._output.dialect = self._dialects[0]

    def count_line(self, number: int) -> None:
        """Report that a line has been acted on, by its number, as soon as that is so."""
        acted = partial(self._interpreter.activity.acted, number)
        if self._tasks.unfinished_tasks:
            self._tasks.put(acted)
        else:
            acted()

    def handle(self, line: str) -> bool:
        """Take a line; False if it asks for the end. Never raises, never waits.

        Once the end is near, lines are passed over.
        """
        if not line.strip():
            return True
        self._output.log.write(">", line)
        if self._ending:
            return True
        command = self._read(line)
        if isinstance(command, msg.Quit):
            return False
        if self._worth_an_answer(command):
            self._schedule(command)
        if not self._worker.ident:
            # Not earlier: an import in the background would slow down the very first answer.
            self._worker.start()
        return True

    def get_ready(self) -> bool:
        """Load the engine now, instead of with the first line; whether it can play. Blocks."""
        done = threading.Event()
        self._tasks.put(done.set)
        if not self._worker.ident:
            self._worker.start()
        done.wait()
        return self._interpreter.loaded

    def _await_all(self) -> None:
        """Wait until all that was asked is done, also a search that ends by itself, or the end is near."""
        self._tasks.put(partial(self._interpreter.try_to, self._await_search))
        done = threading.Event()
        self._tasks.put(done.set)
        while not (self._ending or done.wait(GLANCE)):
            pass

    def _await_search(self) -> None:
        if not self._ending:
            self._interpreter.let_search_end()

    def see_through(self) -> None:
        """Before the engine is ready, wait for what was asked of it, however long loading takes."""
        if not self._interpreter.loaded and self._tasks.unfinished_tasks:
            self._await_all()

    def expect_end(self) -> None:
        """Wait for nothing any more, since `halt` will follow; may interrupt any other method."""
        self._ending = True

    def _read(self, line: str) -> msg.Command:
        """What a line asks for; it is refused if the dialect fails at it, whatever the error."""
        try:
            if not self._plays:
                self._choose_dialect(line)
            command = self._output.dialect.parse_command(line)
        except Exception as error:
            return msg.Unknown(line, reason_of(error))
        self._plays |= self.channel == "one pipe" and isinstance(command, PLAYING)
        return command

    def _choose_dialect(self, line: str) -> None:
        """Go over to the dialect that a line greets in, unless it is a greeting in the present one."""
        if not self._output.dialect.greets(line):
            chosen = next((dialect for dialect in self._dialects if dialect.greets(line)), None)
            self._output.dialect = chosen or self._output.dialect

    def complain(self, reason: str) -> None:
        """Tell the user of input that did not even make a line."""
        self._output.remark(reason)

    def finish(self, done: Callable[[], None]) -> None:
        """No more lines will come: do all that was asked, end a search without bounds, call `done`.

        Returns at once; `done` is called before or after that, from any thread.
        """
        if self._tasks.unfinished_tasks or self._interpreter.searching:
            self._tasks.put(partial(self._interpreter.try_to, self._finish_search))
            self._tasks.put(done)
        else:
            done()

    def halt(self, patience: float) -> None:
        """Break off whatever runs; waits at most so many seconds for the search to tell its move."""
        self._ending |= self._interpreter.in_batch
        self._interpreter.break_off()
        if self._interpreter.loaded:
            told = threading.Event()
            self._tasks.put(partial(self._interpreter.try_to, self._end_search))
            self._tasks.put(told.set)
            told.wait(patience)
        self._output.tell(msg.Bye())
        self._tasks.put(None)

    def _worth_an_answer(self, command: msg.Command) -> bool:
        """False for what follows a line of noise, until a line makes sense: one complaint is enough."""
        was_noisy = self._noisy
        is_unknown = isinstance(command, msg.Unknown)
        self._noisy = isinstance(command, msg.Unknown) and (was_noisy or _is_noise(command.text))
        return not (was_noisy and is_unknown)

    def _schedule(self, command: msg.Command) -> None:
        """Act on a command now if it can't wait or need not, else leave it to the worker.

        A stop does both: behind a bench, or a search in a batch, its turn comes too late.
        """
        busy = bool(self._tasks.unfinished_tasks)
        if isinstance(command, msg.Stop) and busy:
            self._interpreter.break_off()
        act = partial(self._obey, command, time.monotonic())
        if isinstance(command, AT_ONCE) and not (busy and self._interpreter.in_batch):
            act()
        elif not (isinstance(command, msg.SetOption) and self._set_early(act)):
            self._tasks.put(act)

    def _obey(self, command: msg.Command, arrival: float) -> None:
        """Act on a command, unless it had to wait for the end of a search that became the end of all."""
        if not (self._ending and self._interpreter.in_batch):
            self._interpreter.obey(command, arrival)

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
        """The worker: load the engine, then do one task after the other; in a batch, also what they began."""
        self._interpreter.try_to(self._load, "the engine cannot be loaded: ")
        self._interpreter.activity.say(READY if self._interpreter.loaded else BROKEN)
        while task := self._tasks.get():
            task()
            if self._interpreter.in_batch:
                self._interpreter.try_to(self._await_search)
            self._tasks.task_done()

    def _load(self) -> None:
        make_engine = self._find_engine()
        with self._options_lock:
            self._engine_listens = True
        self._interpreter.load(make_engine)

    def _finish_search(self) -> None:
        self._interpreter.wait_for_search(stop_endless=True)

    def _end_search(self) -> None:
        # Once more, for a search that had still to start when it was broken off.
        self._interpreter.break_off()
        self._finish_search()


def _is_noise(text: str) -> bool:
    return "\ufffd" in text or not text.replace("\t", " ").strip().isprintable()
