"""How an engine ends, in whatever dialect: what the checks of all tables have in common."""

from typing import Protocol

from boyi.arena.compliance.check import Speaker, milliseconds
from boyi.arena.compliance.interview import Fault

END = 1.0
"""Seconds from the last word, or from the end of input, to the end of the process; platforms then kill it."""
UNDER_WAY = 0.1
"""Seconds after which a search that was asked for should be under way."""
WITHIN = f"the process ends within {END:g} s"


class Mortal(Speaker, Protocol):
    """An engine that can be told to end."""

    farewell: str
    """The client's last word."""

    def ask(self) -> None:
        """Have it search for a move, which is not waited for."""


def quits(engine: Mortal) -> str:
    """Whether it ends after the last word."""
    engine.interview.say(engine.farewell)
    return _ended(engine)


def quits_in_search(engine: Mortal) -> str:
    """The same while it searches."""
    _think(engine)
    return quits(engine)


def hangs_up(engine: Mortal) -> str:
    """Whether it ends with its input."""
    engine.interview.hang_up()
    return _ended(engine)


def hangs_up_in_search(engine: Mortal) -> str:
    """The same while it searches."""
    _think(engine)
    return hangs_up(engine)


def exit_code(engine: Mortal) -> str:
    """Whether it ends well after the last word."""
    engine.interview.say(engine.farewell)
    if code := engine.interview.exit_code(END):
        raise Fault(f"exit code {code}")
    return ""


def _ended(engine: Mortal) -> str:
    engine.interview.exit_code(END)
    return milliseconds(engine.interview.seconds)


def _think(engine: Mortal) -> None:
    engine.ask()
    engine.interview.listen(UNDER_WAY)
