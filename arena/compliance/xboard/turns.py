"""XBoard: commands out of turn, lines that mean nothing, moves that can't be."""

from collections.abc import Callable

from boyi.arena.compliance.base.check import Check, advisory, excused
from boyi.arena.compliance.base.position import Setup
from boyi.arena.compliance.xboard.engine import QUICK, SHORT, XBoardEngine

HARMLESS = (
    "random", "hard", "easy", "otim 1000", "time 1000", "name somebody", "rating 2000 2000", "computer",
    "draw", "level 40 5 0",
)  # fmt: skip
"""Commands that ask for no move."""


def _play_on(engine: XBoardEngine) -> None:
    engine.settle()
    engine.play(engine.samples.opening)


def _illegal(engine: XBoardEngine) -> None:
    engine.set_up(Setup(), *QUICK)
    engine.say(_illegal_move(engine))
    engine.process.hear("(?i)illegal move", SHORT, "complaint")


def _illegal_move(engine: XBoardEngine) -> str:
    return ("usermove " if engine.features.has("usermove") else "") + engine.samples.illegal_move


def _after_illegal(engine: XBoardEngine) -> None:
    engine.set_up(Setup(), *QUICK)
    engine.say(_illegal_move(engine), "go")
    engine.move(Setup())


def _unknown(engine: XBoardEngine) -> None:
    engine.say("joho 1")
    engine.process.hear("(?i)error.*joho", SHORT, "complaint")


def _harmless(*lines: str) -> Callable[[XBoardEngine], None]:
    """Whether lines lead to no move, and the engine plays on."""

    def check(engine: XBoardEngine) -> None:
        engine.say(*engine.opening, "force", *lines)
        engine.silent()
        _play_on(engine)

    return check


def _at_once(engine: XBoardEngine) -> None:
    engine.settle()
    setup = engine.samples.opening
    engine.process.say(*engine.opening, "force", *QUICK, *engine.spelled(setup), "go")
    engine.move(setup)


def _result(engine: XBoardEngine) -> None:
    engine.play(Setup())
    engine.say("result 1-0 {White mates}")
    engine.silent()
    _play_on(engine)


CHECKS: tuple[Check[XBoardEngine], ...] = (
    Check("illegal move", "answered with Illegal move", _illegal),
    Check("after an illegal move", "the position is as before", _after_illegal,
          excused("HoiChess ends after an error")),
    Check("unknown command", "answered with Error (…): …", _unknown,
          excused("GNU Chess 6 takes it for a move")),
    Check("commands that ask for nothing", "no move, and play goes on", _harmless(*HARMLESS)),
    Check("? when idle", "passed over", _harmless("?")),
    Check("blank lines", "passed over", _harmless("", " ", "")),
    Check("several lines at once", "each is obeyed", _at_once,
          excused("GNU Chess 6 waits for a further line after each")),
    Check("result", "no move after the game, and the next one goes well", _result),
    Check("a long line", "100000 bytes of noise are passed over", _harmless("joho " * 20_000),
          advisory("the protocol sets no limit")),
)  # fmt: skip
