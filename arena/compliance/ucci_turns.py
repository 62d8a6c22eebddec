"""UCCI: who may speak when; unlike in UCI, a stop that finds no search is answered."""

from boyi.arena.compliance import uci_turns
from boyi.arena.compliance.check import Check, excused, those, weighed
from boyi.arena.compliance.interview import Fault
from boyi.arena.compliance.setup import Setup
from boyi.arena.compliance.ucci_words import memory_fault
from boyi.arena.compliance.uci_engine import SHORT, UciEngine
from boyi.arena.compliance.uci_turns import STRAY, no_more
from boyi.engines.report import Best


def _stop_idle(engine: UciEngine) -> str:
    engine.interview.say("stop")
    if engine.answer(SHORT).last != "nobestmove":
        raise Fault("a move, though no search was running")
    no_more(engine)
    return ""


def _no_second_move(engine: UciEngine) -> None:
    """Fault if another move is told; `nobestmove` may answer a stop that came too late."""
    for line in (*engine.ready().lines, *engine.interview.listen(STRAY)):
        event = engine.dialect.parse_event(line)
        if isinstance(event, Best) and event.move is not None:
            raise Fault(f"{line!r} was not asked for")


def _probe(engine: UciEngine) -> str:
    setup = engine.samples.openings[0]
    engine.search(setup, "depth 4")
    for asked in (setup, Setup()):
        _ask(engine, asked)
    return ""


def _ask(engine: UciEngine, setup: Setup) -> None:
    """What the engine remembers of a position; Fault if that is no proper answer."""
    engine.interview.say(engine.position(setup).replace("position", "probe", 1))
    heard = engine.interview.hear("pophash", SHORT)
    engine.without_best(heard.lines)
    if fault := memory_fault(heard.last):
        raise Fault(f"{fault!r} in {heard.last!r}")


def _probe_in_search(engine: UciEngine) -> str:
    with engine.thinking():
        _ask(engine, Setup())
    no_more(engine)
    return ""


FEW = excused("Fairy-Stockfish does not know it")
CHECKS: tuple[Check[UciEngine], ...] = (
    *those(uci_turns.CHECKS, "one bestmove for each go", "form of bestmove", "isready"),
    *weighed(those(uci_turns.CHECKS, "isready in search")),
    Check("stop when idle", "nobestmove", _stop_idle, excused("Fairy-Stockfish says nothing")),
    Check("stop as a search ends", "one best move, whichever was first",
          uci_turns.stop_at_the_end(_no_second_move)),
    Check("stop twice", "one best move", uci_turns.stop_twice(_no_second_move)),
    Check("probe", "pophash [bestmove MOVE] [lowerbound N depth N] [upperbound N depth N]", _probe, FEW),
    Check("probe in search", "pophash, and the search goes on", _probe_in_search, FEW),
    *those(
        uci_turns.CHECKS,
        "ponderhit when idle", "position in search", "setoption in search", "go in search",
    ),
)  # fmt: skip
