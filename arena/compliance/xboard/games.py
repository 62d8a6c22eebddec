"""XBoard: whether an engine takes positions, moves and clocks as they are meant."""

from collections.abc import Callable, Sequence

from boyi.arena.compliance.base.check import Check, advisory, measure, offered, special_moves
from boyi.arena.compliance.base.position import Setup
from boyi.arena.compliance.base.process import Fault
from boyi.arena.compliance.xboard.engine import MOVE, PATIENCE, QUICK, SLOW, UNDER_WAY, XBoardEngine
from boyi.protocol.xboard.edit import edit_lines
from boyi.protocol.xboard.parsing import MOVES, parse_thought

NOW = 0.3
"""Seconds from `?` to the move."""
LATE = 0.2


def _answers(engine: XBoardEngine, setups: Sequence[Setup]) -> None:
    for setup in offered(engine, setups):
        engine.play(setup)


def _form(engine: XBoardEngine) -> None:
    told = engine.play(Setup()).heard.last
    if not MOVES[0].fullmatch(told):
        raise Fault(f"{told!r} is not of the form move MOVE")


def _reply(engine: XBoardEngine) -> None:
    """After `new` the engine has Black and answers by itself."""
    setup = Setup(None, (engine.samples.first_move,))
    engine.say(*engine.opening, "easy", *QUICK, *engine.spelled(setup))
    engine.move(setup)


def _second_reply(engine: XBoardEngine) -> None:
    there, back = engine.samples.there_and_back
    setup = Setup(None, (there,))
    engine.say(*engine.opening, "easy", *QUICK, *engine.spelled(setup))
    setup = setup.after(engine.move(setup).move, back)
    engine.say(engine.spelled(setup)[-1])
    engine.move(setup)


def _force(engine: XBoardEngine) -> None:
    engine.set_up(engine.samples.opening, *QUICK)
    engine.silent()
    engine.settle()


def _undo(engine: XBoardEngine) -> None:
    engine.set_up(engine.samples.opening, *QUICK)
    engine.say("undo", "go")
    engine.move(Setup(None, engine.samples.opening.moves[:-1]))


def _edit(engine: XBoardEngine) -> None:
    """A position square by square; the side to move stays, whatever was played before."""
    fen = engine.samples.openings[1].fen or ""
    other = fen.replace(" w ", " b ", 1)
    for before, edited in ((Setup(), fen), (Setup(None, (engine.samples.first_move,)), other)):
        engine.set_up(before, *QUICK)
        engine.say(*edit_lines(fen), "go")
        engine.move(Setup(edited))


def _within(seconds: float, *control: str) -> Callable[[XBoardEngine], str]:
    def check(engine: XBoardEngine) -> str:
        return measure(seconds, lambda: engine.play(engine.samples.opening, *control).heard.seconds)

    return check


def _move_now(engine: XBoardEngine) -> str:
    setup = engine.samples.opening

    def attempt() -> float:
        engine.set_up(setup, *SLOW)
        engine.say("go")
        if any(line for line in engine.process.listen(UNDER_WAY) if MOVES[0].fullmatch(line)):
            return 0.0  # from a book, or it is that fast
        engine.say("?")
        return engine.move(setup).heard.seconds

    return measure(NOW, attempt)


def _thinking(engine: XBoardEngine) -> str:
    engine.set_up(engine.samples.unbooked, *QUICK)
    engine.say("post", "go")
    lines = [line for line in engine.move(engine.samples.unbooked).heard.lines if parse_thought(line)]
    engine.say("nopost")
    if not lines:
        raise Fault("post, but no line of the form PLY SCORE TIME NODES PV")
    return f"{len(lines)} lines"


def _quiet(engine: XBoardEngine) -> None:
    for line in engine.play(engine.samples.unbooked).heard.lines:
        if parse_thought(line):
            raise Fault(f"{line!r} after nopost")


def _mate(engine: XBoardEngine) -> None:
    setup, move = engine.samples.mates[0]
    engine.set_up(setup, *QUICK)
    engine.say("go")
    heard = engine.process.hear(rf"{MOVE}|1-0", PATIENCE, "move or result")
    lines = [*heard.lines, *engine.process.listen(UNDER_WAY)]
    if not any(line.startswith("1-0") for line in lines):
        raise Fault(f"{move} mates, and it does not say 1-0")


CHECKS: tuple[Check[XBoardEngine], ...] = (
    Check("go", "a legal move for the side to move", lambda engine: _answers(engine, [Setup()])),
    Check("form of moves", "move MOVE", _form),
    Check("reply", "after new, a move is answered with a legal one", _reply),
    Check("second reply", "the next one too", _second_reply),
    Check("positions", "legal moves after setboard and moves in force mode",
          lambda engine: _answers(engine, engine.samples.openings)),
    *special_moves(_answers),
    Check("force", "moves are taken and not answered", _force),
    Check("undo", "takes one move back", _undo),
    Check("edit", "sets up a position square by square", _edit,
          advisory("clients have setboard, where an engine offers it")),
    Check("level and time", "answers before its clock runs down",
          _within(0.5, "level 0 0:10 0", "time 50", "otim 50")),
    Check("level with increment", "answers before its clock runs down",
          _within(0.5, "level 0 0:10 1", "time 50", "otim 50")),
    Check("level with moves", "answers before its clock runs down",
          _within(0.5, "level 40 0:10 0", "time 50", "otim 50")),
    Check("st", f"late by {LATE * 1000:.0f} ms at most", _within(1.0 + LATE, "st 1")),
    Check("sd", "ends without a clock that matters", _within(PATIENCE, "sd 2")),
    Check("?", f"a move within {NOW * 1000:.0f} ms", _move_now,
          advisory("the protocol lets an engine ignore it")),
    Check("post", "tells ply, score, time, nodes and line", _thinking),
    Check("nopost", "tells nothing of the kind", _quiet),
    Check("mate", "the result is told after the move", _mate),
)  # fmt: skip
