"""Every check of ECUI, the dialect of the NTNU platform, in the order in which they are made."""

from collections.abc import Callable, Sequence

from boyi.arena.compliance import plain
from boyi.arena.compliance.check import Check, advisory, milliseconds
from boyi.arena.compliance.ecui_engine import START, EcuiEngine
from boyi.arena.compliance.interview import Fault
from boyi.arena.compliance.plain import PATIENCE, PAUSE, hush, silent_over

FIRST = tuple(f"25 24 23 20 19 15 1 2 3 6 7 11 {side} {die}" for side in "br" for die in range(1, 7))
"""The start, with every die."""
SWAPPED = ("23 19 15 25 24 20 11 7 3 6 2 1 b 1", "23 19 15 25 24 20 11 7 3 6 2 1 r 6")
"""Other placings; who takes blue's six for red's, or counts them from the other end, is led astray."""
MISSING = (
    "23 0 15 13 24 20 1 2 9 6 0 11 b 2",
    "23 0 0 0 24 20 1 2 9 6 0 11 b 3",
    "0 0 0 13 24 20 1 2 9 6 0 11 b 1",
    "23 0 15 13 24 20 1 2 9 6 0 11 r 5",
    "23 0 15 13 24 20 0 2 9 0 0 0 r 6",
)
"""The piece of the die is gone: the next larger or smaller one moves."""
LONE = ("0 0 0 0 13 0 1 2 9 6 0 11 b 1", "23 0 15 13 24 20 0 17 0 0 0 0 r 6")
"""One piece is left, which moves with any die."""
CROWDED = ("25 24 23 20 19 15 0 0 3 0 0 11 b 1", "0 0 0 0 20 0 1 2 3 6 7 11 r 1")
"""Every move of the piece takes one of its own side."""
EDGES = ("0 0 0 0 3 0 0 0 0 10 0 0 b 5", "16 0 0 0 0 0 0 0 0 10 0 0 r 4")
"""A piece on an edge has one way to go."""
WINS = (("0 0 7 0 21 0 0 0 24 10 0 4 b 3", "7-1"), ("0 0 7 0 21 0 0 0 19 10 0 4 r 3", "19-25"))
"""The corner is within reach."""
BAD = (
    b"ini", b"ini X", b"get", b"get B", b"get B 7 25 24 23 20 19 15 1 2 3 6 7 11",
    b"get B 0 25 24 23 20 19 15 1 2 3 6 7 11", b"get X 2 25 24 23 20 19 15 1 2 3 6 7 11",
    b"get B 2 25 24 23 20 19", b"get B 2 25 25 23 20 19 15 1 2 3 6 7 11",
    b"get B 2 26 24 23 20 19 15 1 2 3 6 7 11", b"get B 2 0 0 0 0 0 0 0 0 0 0 0 0",
)  # fmt: skip
"""Questions that have no answer."""


def _first(engine: EcuiEngine) -> str:
    engine.greet()
    return milliseconds(engine.interview.seconds)


def _at_once(engine: EcuiEngine) -> str:
    engine.interview.say(engine.question(START))
    engine.moved(START, engine.patience)
    return ""


def _place(side: int) -> Callable[[EcuiEngine], str]:
    return lambda engine: " ".join(engine.place(side))


def _many_games(engine: EcuiEngine) -> str:
    for _ in range(2):
        engine.place(0)
        engine.place(1)
        engine.play()
    return ""


def _legal(positions: Sequence[str]) -> Callable[[EcuiEngine], str]:
    """Whether its moves are legal."""

    def check(engine: EcuiEngine) -> str:
        engine.moves(positions)
        return ""

    return check


def _time(engine: EcuiEngine) -> str:
    engine.play()
    return milliseconds(engine.interview.seconds)


def _win(engine: EcuiEngine) -> str:
    for position, move in WINS:
        told = engine.move(position)
        if told != move:
            raise Fault(f"{move} wins, it plays {told}")
    return ""


def _one_answer(engine: EcuiEngine) -> str:
    engine.place(1)
    hush(engine.interview)
    engine.play()
    hush(engine.interview)
    return ""


def _back(engine: EcuiEngine) -> str:
    """A move is taken back: the earlier question comes again."""
    engine.moves((FIRST[0], MISSING[0], FIRST[0], SWAPPED[1], MISSING[3]))
    return ""


def _crlf(engine: EcuiEngine) -> str:
    engine.interview.send(f"{engine.question(START)}\r\n".encode())
    engine.moved(START)
    return ""


def _in_pieces(engine: EcuiEngine) -> str:
    line = f"{engine.question(START)}\n".encode()
    engine.interview.send(line[:9])
    engine.interview.listen(PAUSE)
    engine.interview.send(line[9:])
    engine.moved(START)
    return ""


CHECKS: tuple[Check[EcuiEngine], ...] = (
    Check("first placing", "ini B is answered, however late", _first, life="first"),
    plain.SILENCE,
    Check("ini B", "blue's six squares in any order, between single spaces", _place(0)),
    Check("ini R", "red's six squares in any order, between single spaces", _place(1)),
    Check("many games", "one process places and plays again and again", _many_games),
    Check("get", f"a legal move within {PATIENCE:g} s", _time),
    Check("every die", "the piece of the die moves, for either side", _legal(FIRST)),
    Check("other placings", "blue's squares come first, each in the order of its pieces", _legal(SWAPPED)),
    Check("a piece that is gone", "the next larger or smaller one moves", _legal(MISSING)),
    Check("the last piece", "moves with any die", _legal(LONE)),
    Check("own pieces in the way", "are taken", _legal(CROWDED)),
    Check("edges", "no piece leaves the board", _legal(EDGES)),
    Check("a win in one", "is taken", _win, advisory("strength is no rule")),
    Check("one line for each question", "nothing after the answer", _one_answer),
    Check("earlier questions again", "answered anew", _back),
    Check("CRLF", "lines may end so", _crlf),
    Check("a line in pieces", "understood once it is whole", _in_pieces),
    Check("questions without an answer", "silence", silent_over(*BAD),
          advisory("the platform checks what it asks")),
    *plain.NOISE,
    Check("get before ini", "a legal move", _at_once,
          advisory("the platform asks for placings first"), life="first"),
    *plain.ends("exit"),
)  # fmt: skip
