"""Events in the words of the present dialect, and elsewhere those for which it has no words."""

import os
import sys
import traceback
from collections.abc import Callable

from boyi.engines.report import Best
from boyi.protocol.dialect import Dialect
from boyi.protocol.messages import Event, Note, Refused, Text
from boyi.protocol.serving.log import Log
from boyi.protocol.text import one_line, shorten


def reason_of(error: Exception) -> str:
    """What an error tells the user: a ValueError speaks for itself, others give their name."""
    if os.environ.get("BOYI_DEBUG"):
        traceback.print_exception(error, file=sys.stderr)
    return one_line(str(error) if isinstance(error, ValueError) else f"{type(error).__name__}: {error}")


class Output:
    """Writes whole lines, from any thread, to the client, to stderr and to the log."""

    def __init__(self, dialect: Dialect, write: Callable[[str], None], aside: Callable[[str], None]) -> None:
        """`write` takes one or more whole lines for the client, `aside` for stderr."""
        self.dialect = dialect
        """In which events are told from now on."""
        self.log = Log()
        self._write, self._aside = write, aside

    def tell(self, *events: Event) -> None:
        """Put events into words, together, so that no other thread comes between."""
        lines = list[str]()
        for event in events:
            words = self._put_into_words(event)
            lines += words
            if not words:
                self._tell_aside(event)
        if lines:
            text = "\n".join(lines)
            self.log.write("<", text)
            (self._aside if self.dialect.channel == "stderr" else self._write)(text)

    def _put_into_words(self, event: Event) -> list[str]:
        """The lines of an event; none if the dialect has no words for it, or its own words fail."""
        try:
            return self.dialect.render_event(event)
        except Exception as error:
            fault = f"nothing can be told of {type(event).__name__}: {reason_of(error)}"
            self._tell_aside(Note(shorten(fault)))
            return []

    def remark(self, text: str) -> None:
        """Tell the user something, if there is anything to tell."""
        if text:
            self.tell(Note(shorten(text)))

    def _tell_aside(self, event: Event) -> None:
        """What the dialect has no words for: remarks go to the log, and to stderr if that is free."""
        match event:
            case Note(text) | Text(text) | Refused(_, text):
                self.log.write("#", text)
                if self.dialect.channel == "stdout":
                    self._aside(text)
            case Best(None):
                self._tell_aside(Note("there is no legal move"))
