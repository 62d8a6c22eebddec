"""UCI: who may speak when: commands in a search, commands out of turn, one answer for each go."""

from collections.abc import Callable

from boyi.arena.compliance.check import Check, advisory, excused, promptly
from boyi.arena.compliance.interview import Fault
from boyi.arena.compliance.setup import is_legal
from boyi.arena.compliance.uci_engine import SHORT, UciEngine
from boyi.arena.compliance.uci_searches import STOP

STRAY = 0.05
"""Seconds in which an answer that is one too many would have come."""

LEFT_OVER = 0.4
"""Seconds in which the answers of searches that were ended come, some of them behind `readyok`."""


def no_more(engine: UciEngine) -> None:
    """Fault if the engine, which should be idle, tells another best move."""
    engine.without_best(engine.ready().lines)
    engine.without_best(engine.interview.listen(STRAY))


def _one_answer(engine: UciEngine) -> str:
    for setup in engine.samples.openings:
        engine.search(setup, "depth 1")
        engine.without_best(engine.ready().lines)
    no_more(engine)
    return ""


def _form(engine: UciEngine) -> str:
    search = engine.search(engine.samples.openings[0], "depth 4")
    if fault := engine.manner.best_fault(search.heard.last):
        raise Fault(f"{search.heard.last!r}: {fault}")
    line = [move for move in (search.best.move, search.best.ponder) if move]
    if not is_legal(engine.game, search.setup, *line):
        raise Fault(f"the reply in {search.heard.last!r} is not legal")
    return ""


def _stop_idle(engine: UciEngine) -> str:
    engine.interview.say("stop", "stop")
    no_more(engine)
    return ""


def stop_at_the_end(settled: Callable[[UciEngine], None]) -> Callable[[UciEngine], str]:
    """A stop that comes before or after the search has ended by itself; `settled` looks at what follows."""

    def check(engine: UciEngine) -> str:
        setup = engine.samples.openings[0]
        engine.start(setup, "depth 1\nstop")
        engine.finish(setup)
        settled(engine)
        return ""

    return check


def stop_twice(settled: Callable[[UciEngine], None]) -> Callable[[UciEngine], str]:
    """A stop when another is under way; `settled` looks at what follows."""

    def check(engine: UciEngine) -> str:
        with engine.thinking():
            engine.interview.say("stop")
        settled(engine)
        return ""

    return check


def _ready_idle(engine: UciEngine) -> str:
    return promptly(STOP, lambda: engine.ready().seconds)


def _ready_in_search(engine: UciEngine) -> str:
    def attempt() -> float:
        with engine.thinking():
            heard = engine.ready(SHORT)
            engine.without_best(heard.lines)
        return heard.seconds

    return promptly(STOP, attempt)


def _ponderhit_idle(engine: UciEngine) -> str:
    engine.interview.say("ponderhit")
    no_more(engine)
    return ""


def _position_in_search(engine: UciEngine) -> str:
    with engine.thinking():
        engine.interview.say(f"position fen {engine.samples.doomed.fen}")
    engine.settle()
    engine.search(engine.samples.openings[1], "depth 2")
    return ""


def _option_in_search(engine: UciEngine) -> str:
    option = engine.option("Hash")
    with engine.thinking(SHORT):
        engine.set(option.name, option.default)
    engine.settle()
    return ""


def _go_in_search(engine: UciEngine) -> str:
    """However many answers come, a stop ends all searches and the engine is idle."""
    with engine.thinking(SHORT):
        engine.interview.say("go infinite", "stop")
    engine.interview.say("stop")
    engine.ready(SHORT)
    engine.interview.listen(LEFT_OVER)
    return ""


UNEXPECTED = advisory("clients wait for the best move before they send it")
CHECKS: tuple[Check[UciEngine], ...] = (
    Check("one bestmove for each go", "none missing, none too many", _one_answer),
    Check("form of bestmove", "bestmove MOVE, or with a legal reply: ponder MOVE", _form),
    Check("isready", f"readyok within {STOP * 1000:.0f} ms", _ready_idle),
    Check("isready in search", f"readyok within {STOP * 1000:.0f} ms, and the search goes on",
          _ready_in_search, excused("Glaurung answers only after the search")),
    Check("stop when idle", "passed over", _stop_idle),
    Check("stop as a search ends", "one best move, whichever was first", stop_at_the_end(no_more)),
    Check("stop twice", "one best move", stop_twice(no_more)),
    Check("ponderhit when idle", "passed over", _ponderhit_idle),
    Check("position in search", "the search ends well, the next one too", _position_in_search, UNEXPECTED),
    Check("setoption in search", "the search ends well", _option_in_search, UNEXPECTED),
    Check("go in search", "stop ends all that runs", _go_in_search, UNEXPECTED),
)  # fmt: skip
