"""UCI: who may speak when: commands in a search, commands out of turn, one answer for each go."""

from collections.abc import Callable

from boyi.arena.compliance.base.check import Check, advisory, excused, measure
from boyi.arena.compliance.base.position import is_legal
from boyi.arena.compliance.base.process import Fault
from boyi.arena.compliance.uci.engine import SHORT, UciEngine
from boyi.arena.compliance.uci.searches import STOP

STRAY = 0.05
"""Seconds in which an answer that is one too many would have come."""

LEFT_OVER = 0.4
"""Seconds in which the answers of searches that were ended come, some of them behind `readyok`."""


def expect_idle(engine: UciEngine) -> None:
    """Fault if the engine, which should be idle, tells another best move."""
    engine.expect_no_best(engine.ready().lines)
    engine.expect_no_best(engine.process.listen(STRAY))


def _one_answer(engine: UciEngine) -> None:
    for setup in engine.samples.openings:
        engine.search(setup, "depth 1")
        engine.expect_no_best(engine.ready().lines)
    expect_idle(engine)


def _form(engine: UciEngine) -> None:
    search = engine.search(engine.samples.opening, "depth 4")
    if fault := engine.wording.best_fault(search.heard.last):
        raise Fault(f"{search.heard.last!r}: {fault}")
    line = [move for move in (search.best.move, search.best.ponder) if move]
    if not is_legal(engine.game, search.setup, *line):
        raise Fault(f"the reply in {search.heard.last!r} is not legal")


def stop_at_the_end(settled: Callable[[UciEngine], None]) -> Callable[[UciEngine], None]:
    """A stop that comes before or after the search has ended by itself; `settled` looks at what follows."""

    def check(engine: UciEngine) -> None:
        setup = engine.samples.opening
        engine.start(setup, "depth 1\nstop")
        engine.finish(setup)
        settled(engine)

    return check


def stop_twice(settled: Callable[[UciEngine], None]) -> Callable[[UciEngine], None]:
    """A stop when another is under way; `settled` looks at what follows."""

    def check(engine: UciEngine) -> None:
        with engine.thinking():
            engine.process.say("stop")
        settled(engine)

    return check


def _ready_in_search(engine: UciEngine) -> str:
    def attempt() -> float:
        with engine.thinking():
            heard = engine.ready(SHORT)
            engine.expect_no_best(heard.lines)
        return heard.seconds

    return measure(STOP, attempt)


def _passed_over(*lines: str) -> Callable[[UciEngine], None]:
    """Whether lines that are out of turn lead to no best move."""

    def check(engine: UciEngine) -> None:
        engine.process.say(*lines)
        expect_idle(engine)

    return check


def _position_in_search(engine: UciEngine) -> None:
    with engine.thinking():
        engine.process.say(f"position fen {engine.samples.doomed.fen}")
    engine.settle()
    engine.search(engine.samples.openings[1], "depth 2")


def _option_in_search(engine: UciEngine) -> None:
    option = engine.option("Hash")
    with engine.thinking(SHORT):
        engine.set(option.name, option.default)
    engine.settle()


def _go_in_search(engine: UciEngine) -> None:
    """However many answers come, a stop ends all searches and the engine is idle."""
    with engine.thinking(SHORT):
        engine.process.say("go infinite", "stop")
    engine.process.say("stop")
    engine.ready(SHORT)
    engine.process.listen(LEFT_OVER)


UNEXPECTED = advisory("clients wait for the best move before they send it")
CHECKS: tuple[Check[UciEngine], ...] = (
    Check("one bestmove for each go", "none missing, none too many", _one_answer),
    Check("form of bestmove", "bestmove MOVE, or with a legal reply: ponder MOVE", _form),
    Check("isready", f"readyok within {STOP * 1000:.0f} ms",
          lambda engine: measure(STOP, lambda: engine.ready().seconds)),
    Check("isready in search", f"readyok within {STOP * 1000:.0f} ms, and the search goes on",
          _ready_in_search, excused("Glaurung answers only after the search")),
    Check("stop when idle", "passed over", _passed_over("stop", "stop")),
    Check("stop as a search ends", "one best move, whichever was first", stop_at_the_end(expect_idle)),
    Check("stop twice", "one best move", stop_twice(expect_idle)),
    Check("ponderhit when idle", "passed over", _passed_over("ponderhit")),
    Check("position in search", "the search ends well, the next one too", _position_in_search, UNEXPECTED),
    Check("setoption in search", "the search ends well", _option_in_search, UNEXPECTED),
    Check("go in search", "stop ends all that runs", _go_in_search, UNEXPECTED),
)  # fmt: skip
