"""UCI: what an engine tells of its searches."""

from collections.abc import Iterable
from itertools import pairwise

from boyi.arena.compliance.base.check import Check, NotOffered, advisory
from boyi.arena.compliance.base.position import first_turn, is_legal
from boyi.arena.compliance.base.process import Fault
from boyi.arena.compliance.uci.engine import SearchTranscript, UciEngine
from boyi.engines.report import Info

GO = "depth 5"
LINES = 3


def _searches(engine: UciEngine) -> list[SearchTranscript]:
    searches = [engine.search(setup, GO) for setup in engine.samples.openings]
    if not any(search.infos for search in searches):
        raise NotOffered("no info with a score")
    return searches


def _well_formed(engine: UciEngine) -> str:
    lines = [line for setup in engine.samples.openings for line in engine.search(setup, GO).info_lines]
    for line in lines:
        if fault := engine.wording.info_fault(line):
            raise Fault(f"{fault!r} in {line!r}")
    return f"{len(lines)} lines"


def _told(engine: UciEngine) -> None:
    for search in _searches(engine):
        if not any(info.pv for info in search.infos):
            raise Fault("no info with a score and a line before the best move")


def _lines_legal(engine: UciEngine) -> str:
    lines = [(search.setup, info.pv) for search in _searches(engine) for info in search.infos]
    for setup, line in lines:
        if not is_legal(engine.game, setup, *line):
            raise Fault(f"the line {' '.join(line)} is not legal")
    return f"{len(lines)} lines"


def _best_is_first(engine: UciEngine) -> None:
    for search in _searches(engine):
        line = next((info.pv for info in reversed(search.infos) if info.pv and info.multipv == 1), ())
        if line[:1] != (search.best.move,):
            raise Fault(f"it plays {search.best.move}, its last line is {' '.join(line)}")


def _depths(engine: UciEngine) -> None:
    for search in _searches(engine):
        _never_falls("depth", (info.depth for info in search.infos))


def _counters(engine: UciEngine) -> None:
    for search in _searches(engine):
        _never_falls("nodes", (info.nodes for info in search.infos))
        _never_falls("time", (info.time for info in search.infos))


def _never_falls(name: str, values: Iterable[int]) -> None:
    for before, after in pairwise(values):
        if after < before:
            raise Fault(f"{name} falls from {before} to {after}")


def _multipv(engine: UciEngine) -> None:
    option = engine.option("MultiPV")
    lines = min(LINES, option.most)
    engine.set(option.name, lines)
    search = engine.search(engine.samples.opening, "depth 4")
    engine.set(option.name, option.default)
    last = {info.multipv: info.pv for info in search.infos}
    if sorted(last) != list(range(1, lines + 1)):
        raise Fault(f"{lines} lines were asked for, told were those numbered {sorted(last)}")
    turns = [first_turn(engine.game, search.setup, pv) for pv in last.values() if pv]
    if len({*turns}) < len(turns):
        raise Fault("two lines begin with the same move")


def _signs(engine: UciEngine) -> None:
    for setups, sign in ((engine.samples.wins, 1), (engine.samples.losses, -1)):
        for search in (engine.search(setup, "depth 3") for setup in setups):
            info = _last(search)
            if info.score.value * sign <= 0:
                side = "ahead" if sign > 0 else "behind"
                raise Fault(f"{info.score.value} for the side to move, which is far {side}")


def _mate_counts(engine: UciEngine) -> None:
    """What is said of mates is true; whether they are seen is another check."""
    for setup, mate in [(setup, 1) for setup, _ in engine.samples.mates] + [(engine.samples.doomed, -1)]:
        told = _last(engine.search(setup, GO)).score.mate
        if told not in (mate, None):
            raise Fault(f"score mate {told} where it is mate {mate}")


def _mates_seen(engine: UciEngine) -> None:
    for setup, move in engine.samples.mates:
        search = engine.search(setup, GO)
        if search.best.move != move or _last(search).score.mate is None:
            raise Fault(f"{move} mates; {search.heard.last!r}, and no score mate 1")


def _last(search: SearchTranscript) -> Info:
    infos = [info for info in search.infos if info.score.bound == "exact" and info.multipv == 1]
    if not infos:
        raise NotOffered("no info with a score")
    return infos[-1]


SILENT = advisory("the protocol does not say so")
CHECKS: tuple[Check[UciEngine], ...] = (
    Check("info lines", "known words have the values that belong to them", _well_formed),
    Check("info before bestmove", "each search tells depth, score and line", _told,
          advisory("the protocol lets an engine be silent")),
    Check("lines are legal", "each pv can be played", _lines_legal),
    Check("best move begins the line", "bestmove is the first move of the last pv", _best_is_first,
          SILENT),
    Check("depth never falls", "within one search", _depths, SILENT),
    Check("nodes and time never fall", "within one search", _counters, SILENT),
    Check("MultiPV", f"{LINES} lines, numbered, with different first moves, or turns of several", _multipv),
    Check("score's point of view", "positive if the side to move is ahead, negative if behind", _signs),
    Check("mate scores", "count moves, not plies, and are negative for the side that is mated", _mate_counts),
    Check("mate in one", "is found, and told as score mate 1", _mates_seen, advisory("strength is no rule")),
)  # fmt: skip
