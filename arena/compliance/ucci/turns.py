"""UCCI: who may speak when; unlike in UCI, a stop that finds no search is answered."""

from boyi.arena.compliance.base.check import Check, excused, select, with_weight
from boyi.arena.compliance.base.position import Setup
from boyi.arena.compliance.base.process import Fault
from boyi.arena.compliance.ucci.grammar import memory_fault
from boyi.arena.compliance.uci import turns as uci_turns
from boyi.arena.compliance.uci.engine import SHORT, UciEngine
from boyi.arena.compliance.uci.turns import STRAY, expect_idle
from boyi.engines.report import Best


def _stop_idle(engine: UciEngine) -> None:
    engine.process.say("stop")
    if engine.answer(SHORT).last != "nobestmove":
        raise Fault("a move, though no search was running")
    expect_idle(engine)


def _no_second_move(engine: UciEngine) -> None:
    """Fault if another move is told; `nobestmove` may answer a stop that came too late."""
    for line in (*engine.ready().lines, *engine.process.listen(STRAY)):
        event = engine.dialect.parse_event(line)
        if isinstance(event, Best) and event.move is not None:
            raise Fault(f"{line!r} was not asked for")


def _probe(engine: UciEngine) -> None:
    setup = engine.samples.opening
    engine.search(setup, "depth 4")
    for asked in (setup, Setup()):
        _ask(engine, asked)


def _ask(engine: UciEngine, setup: Setup) -> None:
    """What the engine remembers of a position; Fault if that is no proper answer."""
    engine.process.say(engine.position(setup).replace("position", "probe", 1))
    heard = engine.process.hear("pophash", SHORT)
    engine.expect_no_best(heard.lines)
    if fault := memory_fault(heard.last):
        raise Fault(f"{fault!r} in {heard.last!r}")


def _probe_in_search(engine: UciEngine) -> None:
    with engine.thinking():
        _ask(engine, Setup())
    expect_idle(engine)


FEW = excused("Fairy-Stockfish does not know it")
CHECKS: tuple[Check[UciEngine], ...] = (
    *select(uci_turns.CHECKS, "one bestmove for each go", "form of bestmove", "isready"),
    *with_weight(select(uci_turns.CHECKS, "isready in search")),
    Check("stop when idle", "nobestmove", _stop_idle, excused("Fairy-Stockfish says nothing")),
    Check("stop as a search ends", "one best move, whichever was first",
          uci_turns.stop_at_the_end(_no_second_move)),
    Check("stop twice", "one best move", uci_turns.stop_twice(_no_second_move)),
    Check("probe", "pophash [bestmove MOVE] [lowerbound N depth N] [upperbound N depth N]", _probe, FEW),
    Check("probe in search", "pophash, and the search goes on", _probe_in_search, FEW),
    *select(
        uci_turns.CHECKS,
        "ponderhit when idle", "position in search", "setoption in search", "go in search",
    ),
)  # fmt: skip
