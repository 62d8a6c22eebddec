"""How an engine ends, in whatever dialect: what the checks of all tables have in common."""

from boyi.arena.compliance.base.check import milliseconds
from boyi.arena.compliance.base.engine import ExaminedEngine
from boyi.arena.compliance.base.process import Fault

END = 1.0
"""Seconds from the last word, or from the end of input, to the end of the process; platforms then kill it."""
UNDER_WAY = 0.1
"""Seconds after which a search that was asked for should be under way."""
WITHIN = f"the process ends within {END:g} s"


def check_quit(engine: ExaminedEngine) -> str:
    """Whether it ends after the last word."""
    engine.process.say(engine.farewell)
    return _ended(engine)


def check_quit_in_search(engine: ExaminedEngine) -> str:
    """Whether it ends after the last word while it searches."""
    _think(engine)
    return check_quit(engine)


def check_end_of_input(engine: ExaminedEngine) -> str:
    """Whether it ends with its input."""
    engine.process.hang_up()
    return _ended(engine)


def check_end_of_input_in_search(engine: ExaminedEngine) -> str:
    """Whether it ends with its input while it searches."""
    _think(engine)
    return check_end_of_input(engine)


def exit_code(engine: ExaminedEngine) -> None:
    """Whether it ends well after the last word."""
    engine.process.say(engine.farewell)
    if code := engine.process.exit_code(END):
        raise Fault(f"exit code {code}")


def _ended(engine: ExaminedEngine) -> str:
    engine.process.exit_code(END)
    return milliseconds(engine.process.seconds)


def _think(engine: ExaminedEngine) -> None:
    engine.ask()
    engine.process.listen(UNDER_WAY)
