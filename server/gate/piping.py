"""One client and one process: lines to the engine, bytes back, and a search only when it is its turn."""

import asyncio
import time
from collections import deque
from collections.abc import Callable, Coroutine
from typing import Any

from boyi.protocol import messages as msg
from boyi.server.errors import Busy
from boyi.server.gate.guard import OptionGuard
from boyi.server.gate.wording import DialectView, asks_for_search, ends_search
from boyi.server.pool.admission import Admission
from boyi.server.pool.process import LentProcess
from boyi.server.settings import Quotas

AGAIN = 0.2
"""Seconds between two tries to get into a queue that is full."""
GRACE = 5.0
"""Seconds that an engine has to end a search that has taken too long."""
MOST_HELD = 64 << 10
"""Letters that are kept for an engine while its client's search waits; no more is read then."""


class Piping:
    """Lets lines through in their order. A search waits until it may run; what follows it waits, too."""

    def __init__(
        self,
        process: LentProcess,
        view: DialectView,
        admission: Admission,
        client: str,
        quotas: Quotas,
        guard: OptionGuard | None,
        write: Callable[[bytes], None],
        fail: Callable[[str], None],
    ) -> None:
        """`write` takes bytes for the client, `fail` the reason why this can't go on.

        `guard` is there for an engine that is not ours; such a one says with a move that its search is over.
        """
        self._process, self._view, self._admission, self._client = process, view, admission, client
        self._quotas, self._guard, self._write, self._fail = quotas, guard, write, fail
        self._partial = b""
        """What the engine has written of a line that is yet to end."""
        self._held: deque[str] = deque()
        self._sent = 0
        """Lines that the engine was sent."""
        self._asked = 0
        """The last of them that asked for a search."""
        self._owed = 0
        """Moves that a foreign engine owes."""
        self._rest = asyncio.Event()
        """Set while nothing is searched."""
        self._rest.set()
        self._waiting: asyncio.Task[None] | None = None
        """The search that was asked for, from its first wish to its end."""
        self._wish: tuple[str, msg.Command] | None = None
        """The line that asks for a search and waits, behind which all others do."""
        self._queued = False
        """Whether it has to wait for others."""
        self._ending = False
        """Whether the client has nothing more to say."""

    def open(self, on_end: Callable[[], None]) -> None:
        """Hear the engine from now on; `on_end` is called when it has ended."""
        if self._guard:
            self._process.open_pipe(lambda data: None, self._hear_foreign, lambda acted: None, on_end)
        else:
            self._process.open_pipe(self._take, self._hear, self._see_idle, on_end)

    def close(self) -> None:
        """Want nothing any more."""
        if self._waiting:
            self._waiting.cancel()

    @property
    def owes(self) -> bool:
        """Whether the engine, or the queue, owes the client an answer."""
        return self._waiting is not None

    @property
    def full(self) -> bool:
        """Whether so much waits that no more should be read."""
        return sum(map(len, self._held)) > MOST_HELD

    # -- from the client -------------------------------------------------------------------------

    def take_line(self, line: str | None) -> bool:
        """Pass on a line, None for one that was too long; whether the engine keeps up with reading."""
        if line is None:
            self._say(f"a line of more than {self._quotas.line} bytes was dropped")
            return True
        if self._wish is None:
            return self._pass_on(line)
        command = self._view.read(line)
        if isinstance(command, msg.IsReady) and self._queued and not (self._held or self._view.in_batch):
            return self._send(line)
        self._held.append(line)
        if ends_search(command):
            self._begin_at_once(*self._wish)
        return True

    def end_input(self) -> None:
        """The client has nothing more to say."""
        self._ending = True
        if self._wish is None:
            self._process.close_input()

    def _pass_on(self, line: str) -> bool:
        command = self._view.read(line)
        if isinstance(command, msg.SetOption) and self._guard:
            return self._set(line, command)
        if not asks_for_search(command):
            return self._send(line)
        if self._waiting:  # under the same right: an engine does one thing after the other
            return self._search(line)
        self._wish = line, command
        self._follow(self._search_in_turn(line, command))
        return True

    def _follow(self, search: Coroutine[Any, Any, None]) -> None:
        self._waiting = task = asyncio.create_task(search)
        task.add_done_callback(self._forget)

    def _begin_at_once(self, line: str, command: msg.Command) -> None:
        """Have a search begin that is ended by what is held, for which no right is needed."""
        if self._waiting:
            self._waiting.cancel()
        self._follow(self._run([line], command))

    def _set(self, line: str, setting: msg.SetOption) -> bool:
        assert self._guard
        lines, complaint = self._guard.set(self._view.dialect, line, setting)
        if complaint:
            self._say(complaint)
        return all(self._send(line) for line in lines)  # one at most

    def _send(self, line: str) -> bool:
        self._sent += 1
        return self._process.send(f"{line}\n".encode("utf-8", "replace"))

    def _search(self, line: str) -> bool:
        self._rest.clear()
        self._owed += 1
        self._asked = self._sent + 1
        return self._send(line)

    async def _search_in_turn(self, line: str, command: msg.Command) -> None:
        """Wait for the right to search, search, and give it back when the engine rests."""
        came, told = time.monotonic(), False
        while True:
            try:
                async with self._admission.search(self._client, self._tell_place) as grant:
                    waited = int(1000 * (time.monotonic() - came)) if grant.waited or told else 0
                    await self._run(self._view.after_waiting(line, command, waited), command)
                    return
            except Busy as busy:
                if not told:
                    self._say(f"{busy}; trying again")
                told = self._queued = True
                await asyncio.sleep(AGAIN)

    async def _run(self, lines: list[str], command: msg.Command) -> None:
        """Have the engine search, let through what has waited behind, and wait for the engine's rest."""
        for line in lines[:-1]:
            self._send(line)
        self._search(lines[-1])
        self._wish, self._queued = None, False
        while self._held and self._wish is None:
            self._pass_on(self._held.popleft())
        if self._ending:
            self._process.close_input()
        await self._watch(command)

    async def _watch(self, command: msg.Command) -> None:
        """Wait until the engine rests; end a search that takes too long."""
        if await self._rests_within(self._quotas.longest_search):
            return
        self._say(f"the search is ended: it took {self._quotas.longest_search:g} s")
        if words := self._view.stop_words(command):
            self._send(words)
        if not await self._rests_within(GRACE):
            self._fail("the engine does not end its search")

    async def _rests_within(self, seconds: float) -> bool:
        try:
            await asyncio.wait_for(self._rest.wait(), seconds)
        except TimeoutError:
            return False
        return True

    def _forget(self, task: asyncio.Task[None]) -> None:
        if self._waiting is task:
            self._waiting = None
        if not task.cancelled() and (error := task.exception()):
            self._fail(f"{type(error).__name__}: {error}")

    # -- to the client ---------------------------------------------------------------------------

    def _tell_place(self, place: int) -> None:
        self._queued = True
        self._say(f"waiting: {place or 'no'} search{'es' * (place != 1)} come first")

    def _say(self, text: str) -> None:
        """Tell the client something in words of its dialect, if there are any."""
        for line in self._view.remark(text):
            self._write(f"{line}\n".encode())

    def _take(self, data: bytes) -> None:
        """Pass on whole lines, so that no word of ours gets into one."""
        if self._partial or not data.endswith(b"\n"):
            whole, end, self._partial = (self._partial + data).rpartition(b"\n")
            data = whole + end
        if data:
            self._write(data)

    def _hear(self, line: str) -> None:
        if self._view.keeps_state:
            self._view.overhear(line)

    def _see_idle(self, acted: int) -> None:
        if acted >= self._asked:
            self._owed = 0
            self._rest.set()

    def _hear_foreign(self, line: str) -> None:
        assert self._guard
        event = self._view.overhear(line)
        lines = [line]
        if isinstance(event, msg.OptionOffer):
            lines = self._guard.offer(self._view.dialect, line, event)
        self._write("".join(f"{line}\n" for line in lines).encode())
        if line.startswith(("bestmove", "nobestmove")):
            self._owed = max(0, self._owed - 1)
            if not self._owed:
                self._rest.set()
