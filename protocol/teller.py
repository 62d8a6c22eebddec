"""Teller: puts events into the words of the present dialect, and what it has no words for elsewhere."""

from collections.abc import Callable

from boyi.engines.report import Best
from boyi.protocol.dialect import Dialect
from boyi.protocol.log import Log
from boyi.protocol.messages import Event, Note, Refused, Text
from boyi.protocol.words import shorten


class Teller:
    """Writes whole lines, from any thread, to the client, to stderr and to the log."""

    def __init__(self, dialect: Dialect, write: Callable[[str], None], aside: Callable[[str], None]) -> None:
        """`write` takes one or more whole lines for the client, `aside` for stderr."""
        self.dialect = dialect
        """In which events are told from now on."""
        self.log = Log()
        self._write, self._aside = write, aside

    def tell(self, *events: Event) -> None:
        """Put events into words, together, so that no other thread comes between."""
        dialect, lines = self.dialect, list[str]()
        for event in events:
            words = dialect.render_event(event)
            lines += words
            if not words:
                self._tell_aside(event)
        if lines:
            text = "\n".join(lines)
            self.log.write("<", text)
            (self._aside if dialect.channel == "stderr" else self._write)(text)

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
