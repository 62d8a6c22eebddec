"""UCI: each way to ask for a search, and whether its limits are kept."""

from collections.abc import Callable

from boyi.arena.compliance.base.check import Check, advisory, excused, measure
from boyi.arena.compliance.base.position import Setup
from boyi.arena.compliance.base.process import Fault
from boyi.arena.compliance.uci.engine import SHORT, SearchTranscript, UciEngine

CLOCK = 500
"""Milliseconds on the clock of a search that ponders."""
LATE = 0.1
"""Seconds over its time by which an answer is late."""
STOP = 0.2
"""Seconds from stop to the best move, and from isready to readyok."""
HOLD = 0.2
"""Seconds for which a search without end is watched."""


def _depth(engine: UciEngine) -> None:
    deepest = max((info.depth for info in engine.search(engine.samples.opening, "depth 3").infos), default=0)
    if deepest > 3:
        raise Fault(f"it told of depth {deepest} when asked for 3")


def _nodes(engine: UciEngine) -> str:
    search = engine.search(engine.samples.opening, "nodes 2000", 2 * SHORT)
    return f"{max((info.nodes for info in search.infos), default=0)} nodes told of 2000"


def _movetime(engine: UciEngine) -> str:
    return measure(0.1 + LATE, lambda: engine.search(engine.samples.opening, "movetime 100").heard.seconds)


def within(clock: int, go: str) -> Callable[[UciEngine], str]:
    """Whether the answer comes before a clock of so many milliseconds has run down, for either side."""

    def check(engine: UciEngine) -> str:
        setups = engine.samples.openings[:2]
        return measure(clock / 1000, lambda: max(engine.search(s, go).heard.seconds for s in setups))

    return check


def _mate(engine: UciEngine) -> None:
    for setup, move in engine.samples.mates:
        best = engine.search(setup, "mate 1").best.move
        if best != move:
            raise Fault(f"{move} mates, it plays {best}")


def _searchmoves(engine: UciEngine) -> None:
    allowed = engine.samples.restricted
    words = " ".join(map(engine.spelled, allowed))
    best = engine.search(engine.samples.opening, f"depth 3 searchmoves {words}").best.move
    if best not in allowed:
        raise Fault(f"{best} is none of {', '.join(allowed)}")


def check_runs_until_stop(engine: UciEngine, setup: Setup, go: str) -> str:
    """Whether a search goes on until it is stopped, and then ends at once."""

    def attempt() -> float:
        engine.start(setup, go)
        engine.expect_no_best(engine.process.listen(HOLD))
        engine.process.say("stop")
        return engine.finish(setup).heard.seconds

    return measure(STOP, attempt)


def _ponder_stop(engine: UciEngine) -> str:
    _allow_pondering(engine)
    return check_runs_until_stop(engine, engine.samples.opening, f"ponder {engine.clocks(CLOCK)}")


def ponder_hit(words: str) -> Callable[[UciEngine], str]:
    """Whether a search waits to be told that the expected move was played, and then keeps to its clock."""

    def check(engine: UciEngine) -> str:
        _allow_pondering(engine)
        return measure(CLOCK / 1000, lambda: _hit(engine, words))

    return check


def _hit(engine: UciEngine, words: str) -> float:
    engine.start(engine.samples.opening, f"ponder {engine.clocks(CLOCK)}")
    engine.expect_no_best(engine.process.listen(HOLD))
    engine.process.say(words)
    return engine.finish(engine.samples.opening, SHORT).heard.seconds


def _allow_pondering(engine: UciEngine) -> None:
    engine.set(engine.option("Ponder").name, True)


def _no_time(engine: UciEngine) -> str:
    def attempt() -> float:
        searches = (engine.search(engine.samples.opening, engine.clocks(left), SHORT) for left in (1, 0, -50))
        return max(search.heard.seconds for search in searches)

    return measure(STOP, attempt)


def ended(engine: UciEngine) -> None:
    """Whether it tells that there is no move."""
    for setup in engine.samples.ended:
        engine.start(setup, "depth 3")
        search = SearchTranscript(setup, engine.answer(), engine.dialect)
        if search.best.move is not None:
            raise Fault(f"{search.heard.last!r} in a position without moves")


CHECKS: tuple[Check[UciEngine], ...] = (
    Check("go depth", "ends, and tells of no greater depth", _depth),
    Check("go nodes", "ends", _nodes, excused("GNU Chess 6 and Toga II search on")),
    Check("go movetime", f"late by {LATE * 1000:.0f} ms at most", _movetime),
    Check("go wtime btime", "answers before its clock runs down",
          within(300, "wtime 300 btime 300")),
    Check("go winc binc", "answers before its clock runs down",
          within(300, "wtime 300 btime 300 winc 100 binc 100")),
    Check("go movestogo", "answers before its clock runs down",
          within(300, "wtime 300 btime 300 movestogo 2")),
    Check("go with no time left", f"a legal move within {STOP * 1000:.0f} ms", _no_time,
          advisory("the protocol says nothing of flags that have fallen")),
    Check("go mate", "finds a mate in one and ends", _mate),
    Check("go searchmoves", "plays one of the moves", _searchmoves,
          excused("GNU Chess 6 and Toga II choose freely")),
    Check("go infinite, stop", f"goes on until stop, then answers within {STOP * 1000:.0f} ms",
          lambda engine: check_runs_until_stop(engine, engine.samples.opening, "infinite")),
    Check("go infinite with a mate", "goes on until stop, even if all is known",
          lambda engine: check_runs_until_stop(engine, engine.samples.mates[0][0], "infinite"),
          excused("Glaurung ends by itself")),
    Check("go ponder, stop", "goes on until stop, then answers", _ponder_stop),
    Check("go ponder, ponderhit", "goes on until ponderhit, then answers within its clock",
          ponder_hit("ponderhit")),
    Check("no legal move", "bestmove (none) or 0000 for mate and stalemate", ended,
          advisory("the protocol leaves it to the client to end games")),
)  # fmt: skip
