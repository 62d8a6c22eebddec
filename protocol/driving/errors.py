"""What goes wrong with an engine's process, and whose doing it was."""

from boyi.protocol.text import quote


class EngineError(Exception):
    """An engine broke the rules of conversation; the text is one line and names the engine."""

    def __init__(self, engine: str, reason: str, state: str = "", last: str = "") -> None:
        """`state` is what the engine was busy with, `last` the last line it was sent."""
        facts = [state, f"last line sent {quote(last)}" if last else ""]
        context = ", ".join(fact for fact in facts if fact)
        super().__init__(f"{engine}: {reason}" + (f" ({context})" if context else ""))
        self.engine = engine
        self.reason = reason
        self.state = state
        self.last = last


class EngineDied(EngineError):  # noqa: N818  what it did is its name
    """An engine could not be started, or its process ended: a disconnect."""


class EngineSilent(EngineError):  # noqa: N818  what it did is its name
    """An engine lives but does not answer in time: a stall."""


class EngineLied(EngineError):  # noqa: N818  what it did is its name
    """An engine answers what its dialect does not allow, or in another dialect."""


class ProtocolError(Exception):
    """We asked for what can't be said: an option not offered, a limit the dialect has no word for."""
