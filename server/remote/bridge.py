"""Bridge: lines from stdin to a server's engine, and what it says to stdout.

One thread reads stdin, another the connection. Until a position is set up or a search asked for, all that
was said is kept: if the connection is lost, it is said again over another one, and what the client has
heard already is passed over.
"""

import os
import sys
import threading
import time
from collections.abc import Sequence

from boyi.engines import load_game
from boyi.protocol import messages as msg
from boyi.protocol.dialect import Dialect
from boyi.protocol.dialects import DIALECTS, served_names
from boyi.server.handshake import END
from boyi.server.remote.link import Link, LinkError, Target, connect

STDIN, STDOUT, STDERR = 0, 1, 2
CHUNK = 1 << 16
LULLS = (0.0, 0.2, 0.4, 0.8, 1.6, 3.2)
"""Seconds before each try to connect."""
MORE_LULLS = (*LULLS, *[5.0] * 5)
"""The same where the client has been greeted already, and has patience: a server takes a while to start."""
PATIENCE = 8.0
"""Seconds for a try: clients wait ten for an engine's greeting."""
ENDED, LOST, REFUSED = 0, 1, 2
"""Exit codes: as it should; the connection or the engine is gone; there never was one."""
GAME_WORDS = (msg.Position, msg.Advance, msg.Go, msg.Reject, msg.NewGame, msg.Place)
"""Commands after which a game is under way, which no other engine could take over."""


class Bridge:
    """An engine elsewhere, as a process here."""

    def __init__(self, target: Target) -> None:
        """Nothing is connected yet."""
        self._target = target
        self._link: Link | None = None
        self._lock = threading.Lock()
        self._said: list[bytes] = []
        """What was sent before a game began."""
        self._heard = 0
        """Bytes that the client has heard before a game began."""
        self._begun = False
        self._ended = False
        """Whether the client has said its last word."""
        self._dialects: Sequence[Dialect] = ()

    def run(self) -> int:
        """Carry lines both ways until either side ends; the exit code. Blocks."""
        try:
            link = self._connect(LULLS)
        except LinkError as error:
            return self._complain(str(error), REFUSED)
        threading.Thread(target=self._read_input, daemon=True).start()
        while True:
            reason = self._listen(link)
            if reason is not None:
                return self._complain(reason, LOST) if reason else ENDED
            with self._lock:
                if self._begun or self._ended:
                    break
            try:
                link = self._connect(MORE_LULLS)
            except LinkError as error:
                return self._complain(f"the connection is lost, and there is no other: {error}", LOST)
        return ENDED if self._ended else self._complain("the connection to the server is lost", LOST)

    # -- the connection --------------------------------------------------------------------------

    def _connect(self, lulls: Sequence[float]) -> Link:
        """A connection over which all was said that has been said before; LinkError if there is none."""
        for number, lull in enumerate(lulls, 1):
            time.sleep(lull)
            try:
                link = connect(self._target, PATIENCE)
            except LinkError as error:
                if error.final or number == len(lulls):
                    raise
                continue
            with self._lock:
                self._dialects = self._dialects or self._load(link.game)
                self._link = link
                if self._said:
                    link.send(b"".join(self._said))
            return link
        raise LinkError("never tried")

    def _load(self, game: str) -> Sequence[Dialect]:
        names = [self._target.dialect] if self._target.dialect in DIALECTS else served_names(game)
        return [DIALECTS[name].load(load_game(game)) for name in names]

    def _listen(self, link: Link) -> str | None:
        """Pass on what the engine says; how it ended, empty for well, None for a lost connection."""
        skipped = self._heard
        tail = b""
        for data in link.chunks():
            whole, end, tail = (tail + data[skipped:]).rpartition(b"\n")
            skipped = max(0, skipped - len(data))
            lines, mark, reason = (whole + end).partition(END.encode())
            if lines:
                self._write(lines)
            if mark:
                return reason.decode("utf-8", "replace").strip()
        link.close()
        return None

    def _write(self, data: bytes) -> None:
        """Have the client hear something; if it can't, the process ends."""
        if not self._begun:
            self._heard += len(data)
        rest = memoryview(data)
        aside = any(dialect.channel == "stderr" for dialect in self._dialects[:1])
        descriptor = STDERR if aside else STDOUT
        try:
            while rest:
                rest = rest[os.write(descriptor, rest) :]
        except OSError:
            os._exit(ENDED)

    # -- the client ------------------------------------------------------------------------------

    def _read_input(self) -> None:
        """The reader's thread: send on what the client says, and its end."""
        tail = b""
        while data := self._read_chunk():
            whole, end, tail = (tail + data).rpartition(b"\n")
            if whole or end:
                self._send(whole + end)
        self._send(tail + b"\n" * bool(tail))
        self._ended = True
        self._send(f"{END}\n".encode())

    def _read_chunk(self) -> bytes:
        try:
            return os.read(STDIN, CHUNK)
        except OSError:
            return b""

    def _send(self, data: bytes) -> None:
        with self._lock:
            if not self._begun:
                self._take_note(data)
            if self._link and data:
                try:
                    self._link.send(data)
                except OSError:
                    self._link = None  # what listens will hear of it, too

    def _take_note(self, data: bytes) -> None:
        """Keep what is said, until a game begins."""
        commands = [self._understand(line) for line in data.decode("utf-8", "replace").splitlines()]
        self._begun = any(isinstance(part, GAME_WORDS) for command in commands for part in _parts(command))
        self._ended |= any(isinstance(command, msg.Quit) for command in commands)
        self._said.append(data)

    def _understand(self, line: str) -> msg.Command:
        chosen = next((dialect for dialect in self._dialects if dialect.greets(line)), None)
        if chosen:
            self._dialects = [chosen, *(dialect for dialect in self._dialects if dialect is not chosen)]
        return self._dialects[0].parse_command(line)

    def _complain(self, reason: str, code: int) -> int:
        """Say what is wrong, where the dialect has a place for it; the exit code."""
        dialect = self._dialects[0] if self._dialects else self._guess()
        lines = dialect.render_event(msg.Note(f"remote: {reason}")) if dialect else []
        if lines:
            self._write("".join(f"{line}\n" for line in lines).encode())
        elif dialect is None or dialect.channel == "stdout" or sys.stderr.isatty():
            print(f"remote: {reason}", file=sys.stderr)
        return code

    def _guess(self) -> Dialect | None:
        """The dialect in which to complain before a server has said what is played."""
        game = self._target.engine
        try:
            return self._load(game)[0]
        except (KeyError, IndexError):
            entry = DIALECTS.get(self._target.dialect)
            return entry.load(load_game(entry.games[0])) if entry else None


def _parts(command: msg.Command) -> Sequence[msg.Command]:
    return command.commands if isinstance(command, msg.Several) else (command,)
