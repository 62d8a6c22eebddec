"""What the gate has to understand of a client's lines, in any dialect: who searches, and for how long."""

import contextlib
from collections.abc import Sequence
from dataclasses import replace

from boyi.engines.game import Game
from boyi.engines.limits import Limits
from boyi.engines.options import BATCH, MILLISECONDS, Option, Options
from boyi.engines.report import Best
from boyi.protocol import messages as msg
from boyi.protocol.dialect import Dialect
from boyi.protocol.dialects import DIALECTS

SEARCHES = (msg.Go, msg.Reject, msg.Appraise, msg.Explain, msg.Perft, msg.Bench)
"""Commands that take a processor's time."""
CENTISECOND = 10


def parts(command: msg.Command) -> Sequence[msg.Command]:
    """What a command consists of."""
    return command.commands if isinstance(command, msg.Several) else (command,)


def asks_for_search(command: msg.Command) -> bool:
    """Whether a command begins a search, or what takes as long."""
    return any(isinstance(part, SEARCHES) for part in parts(command))


def ends_search(command: msg.Command) -> bool:
    """Whether a command ends what is searched, without asking for more."""
    return not asks_for_search(command) and any(
        isinstance(part, msg.Stop | msg.Quit) for part in parts(command)
    )


def limits_of(command: msg.Command) -> Limits | None:
    """What bounds the search that a command asks for."""
    return next((part.limits for part in parts(command) if isinstance(part, msg.Go)), None)


class DialectView:
    """One client's lines; it keeps what later lines depend on."""

    def __init__(self, game: Game, names: Sequence[str]) -> None:
        """The dialects that may be greeted in; the first is spoken until then."""
        self._dialects: list[Dialect] = [DIALECTS[name].load(game) for name in names]
        self.dialect = self._dialects[0]
        self._options = Options([Option(name, "check", False) for name in (MILLISECONDS, BATCH)])

    @property
    def keeps_state(self) -> bool:
        """Whether lines mean nothing without the engine's answers."""
        return self.dialect.name == "xboard"

    @property
    def in_batch(self) -> bool:
        """Whether no line means anything to the engine before its search has ended."""
        return bool(self._options[BATCH])

    def read(self, line: str) -> msg.Command:
        """What a client's line asks for; never raises."""
        try:
            if not self.dialect.greets(line):
                chosen = (dialect for dialect in self._dialects if dialect.greets(line))
                self.dialect = next(chosen, self.dialect)
            command = self.dialect.parse_command(line)
        except Exception as error:  # the engine says what is wrong with it
            return msg.Unknown(line, str(error))
        for part in parts(command):
            self._take_setting(part)
        return command

    def overhear(self, line: str) -> msg.Event | None:
        """What an engine's line tells; a dialect that keeps state learns of moves."""
        try:
            event = self.dialect.parse_event(line)
            if isinstance(event, Best):
                self.dialect.render_event(event)
        except Exception:  # an engine's nonsense is its client's affair
            return None
        return event

    def remark(self, text: str) -> list[str]:
        """The lines that tell the user something; none where the dialect has no words for it."""
        return self.dialect.render_event(msg.Note(text))

    def stop_words(self, command: msg.Command) -> str:
        """The line that ends the search that a command has begun; empty where there is none."""
        limits = limits_of(command)
        if self.keeps_state and limits and limits.infinite:
            return "exit"
        return self.dialect.render_command(msg.Stop())

    def after_waiting(self, line: str, command: msg.Command, milliseconds: int) -> list[str]:
        """The lines that ask for the same when part of the time is gone, if there are words for that."""
        limits = limits_of(command)
        if limits is None or milliseconds < 1:
            return [line]
        if self.keeps_state:
            mine = limits.after(milliseconds).clocks[0]
            return [f"time {mine.time // CENTISECOND}", line] if mine else [line]
        if not isinstance(command, msg.Go) or command.notes or limits.silent:
            return [line]
        unit = 1000 if command.coarse and not self._options[MILLISECONDS] else 1
        clocks = limits.after(-(-milliseconds // unit)).clocks
        rest = replace(limits.after(milliseconds), clocks=clocks)
        return [self.dialect.render_command(replace(command, limits=rest)) or line]

    def _take_setting(self, command: msg.Command) -> None:
        if isinstance(command, msg.SetOption):
            with contextlib.suppress(ValueError):  # most are none of ours
                self._options.set(command.name, command.value or "")
