"""UCCI: each way to ask for a search, and whether its limits are kept."""

from boyi.arena.compliance.base.check import Check, advisory, excused, measure, select, with_weight
from boyi.arena.compliance.base.position import replay
from boyi.arena.compliance.base.process import Fault
from boyi.arena.compliance.uci import searches as uci_searches
from boyi.arena.compliance.uci.engine import SHORT, UciEngine
from boyi.arena.compliance.uci.searches import STOP, check_runs_until_stop, ponder_hit, within
from boyi.engines.play import legal_moves


def _static(engine: UciEngine) -> None:
    engine.start(engine.samples.opening, "depth 0")
    heard = engine.answer(SHORT)
    if heard.last != "nobestmove":
        raise Fault(f"{heard.last!r}, though no move was asked for")
    if not any(" score " in line for line in heard.lines):
        raise Fault("no info with a score")


def _seconds(engine: UciEngine) -> str:
    """Clocks of whole seconds, as they are where nobody asks for milliseconds."""
    name = engine.wording.milliseconds
    engine.set(name, False)
    took = measure(1.0, lambda: engine.search(engine.samples.opening, "time 1").heard.seconds)
    engine.set(name, name in engine.options)
    return took


def _banned(engine: UciEngine) -> None:
    """With every other move banned, an engine plays what it would never play."""
    move = engine.samples.restricted[0]
    best = _search_all_but(engine, move)
    if best != move:
        raise Fault(f"{best} was banned")


def _search_all_but(engine: UciEngine, move: str) -> str | None:
    """What it plays in the first opening if one move alone is not banned."""
    setup = engine.samples.opening
    pos = replay(engine.game, setup)
    names = [engine.game.notation.text(pos, other) for other in legal_moves(pos)]
    others = " ".join(engine.spelled(name) for name in names if name != move)
    engine.process.say(engine.position(setup), f"banmoves {others}", "go depth 2")
    return engine.finish(setup).best.move


def _ban_lifted(engine: UciEngine) -> None:
    move = engine.samples.restricted[0]
    _search_all_but(engine, move)
    if engine.search(engine.samples.opening, "depth 2").best.move == move:
        raise Fault(f"{move} again, though nothing is banned any more")


def _draw(engine: UciEngine) -> None:
    for setup in (*engine.samples.openings, *engine.samples.losses):
        last = engine.search(setup, "draw depth 3").heard.last
        if fault := engine.wording.best_fault(last):
            raise Fault(f"{last!r}: {fault}")


CLOCK = "answers before its clock runs down"
OLD = uci_searches.CHECKS
CHECKS: tuple[Check[UciEngine], ...] = (
    *with_weight(select(OLD, "go depth", "go nodes")),
    Check("go depth 0", "the static score, then nobestmove", _static,
          excused("Fairy-Stockfish takes it for a search of one ply")),
    Check("go time", CLOCK, within(300, "time 300")),
    Check("go time, increment", CLOCK, within(300, "time 300 increment 100")),
    Check("go time, movestogo", CLOCK, within(300, "time 300 movestogo 2")),
    Check("go time, opptime", CLOCK, within(300, "time 300 opptime 60000 oppincrement 100")),
    Check("go time in seconds", "answers within a second", _seconds),
    Check("go movetime", f"late by {STOP * 1000:.0f} ms at most", within(300, "movetime 100"),
          advisory("no word of UCCI, but clients use it")),
    *select(OLD, "go with no time left"),
    Check("go depth infinite", "goes on until stop",
          lambda engine: check_runs_until_stop(engine, engine.samples.opening, "depth infinite"),
          excused("Fairy-Stockfish searches for one ply")),
    *select(OLD, "go infinite, stop", "go infinite with a mate", "go ponder, stop", "go ponder, ponderhit"),
    Check("ponderhit draw", "the same, a draw being offered", ponder_hit("ponderhit draw")),
    Check("go draw", "a legal move, and draw if that is agreed to", _draw),
    Check("banmoves", "no banned move is played", _banned),
    Check("position after banmoves", "nothing is banned any more", _ban_lifted),
    Check("no legal move", "nobestmove for mate and stalemate", uci_searches.ended),
)  # fmt: skip
