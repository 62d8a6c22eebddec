"""A protocol's wording, as four pure functions between lines and messages."""

from collections.abc import Callable
from typing import Literal, NamedTuple

from boyi.protocol.messages import Command, Event


class Dialect(NamedTuple):
    """How one protocol writes commands and events. None of the functions raises, whatever the line."""

    name: str
    greets: Callable[[str], bool]
    """Whether a line is one by which a client chooses this dialect among those of an engine."""
    help: str
    """The commands, for a person at a terminal."""
    parse_command: Callable[[str], Command]
    """What a client's line asks for; `Unknown` says what is wrong with it."""
    render_event: Callable[[Event], list[str]]
    """The lines that tell an event; none if the dialect has no word for it."""
    render_command: Callable[[Command], str]
    """The line that asks an engine for something."""
    parse_event: Callable[[str], Event | None]
    """What an engine's line tells; None if it is of no interest."""
    channel: Literal["stdout", "stderr", "one pipe"] = "stdout"
    """Where an engine's lines go: "one pipe" is stdout where the client reads stderr as if it were the same.

    Remarks without words in the dialect go to stderr if that is free."""
