"""EinStein: whether an engine plays by the rules, and speaks only when it is asked."""

from collections.abc import Callable, Sequence

from boyi.arena.compliance.base.check import Check, advisory, milliseconds
from boyi.arena.compliance.base.process import Fault
from boyi.arena.compliance.base.request_reply import CRLF, expect_silence, ignores, in_pieces
from boyi.arena.compliance.einstein.engine import FORCED, START, EinsteinEngine

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
EDGES = (FORCED, "16 0 0 0 0 0 0 0 0 10 0 0 r 4")
"""A piece on an edge has one way to go."""
WINS = (("0 0 7 0 21 0 0 0 24 10 0 4 b 3", "3:7-1"), ("0 0 7 0 21 0 0 0 19 10 0 4 r 3", "3:19-25"))
"""The corner is within reach."""


def first(engine: EinsteinEngine) -> str:
    """The first answer, which may take its time."""
    engine.greet()
    return milliseconds(engine.process.seconds)


def check_move_at_once(engine: EinsteinEngine) -> str:
    """Whether a move can be the first thing that is asked for."""
    engine.move(START, engine.spec.patience)
    return milliseconds(engine.process.seconds)


def bad_questions(*questions: bytes) -> Check[EinsteinEngine]:
    """Questions of a dialect that have no answer."""
    return Check("questions without an answer", "silence", ignores(*questions),
                 advisory("the platform checks what it asks"))  # fmt: skip


def move(name: str, seconds: float) -> Check[EinsteinEngine]:
    """A move, by the dialect's word for it."""
    return Check(name, f"a legal move within {seconds:g} s", _time)


def _place(side: int) -> Callable[[EinsteinEngine], str]:
    return lambda engine: " ".join(engine.place(side))


def _many_games(engine: EinsteinEngine) -> None:
    for _ in range(2):
        engine.place(0)
        engine.place(1)
        engine.play()


def _legal(positions: Sequence[str]) -> Callable[[EinsteinEngine], None]:
    """Whether its moves are legal."""

    def check(engine: EinsteinEngine) -> None:
        engine.moves(positions)

    return check


def _time(engine: EinsteinEngine) -> str:
    engine.play()
    return milliseconds(engine.process.seconds)


def _win(engine: EinsteinEngine) -> None:
    for position, winning in WINS:
        told = engine.move(position)
        if told != winning:
            raise Fault(f"{winning} wins, it plays {told}")


def _one_answer(engine: EinsteinEngine) -> None:
    engine.settle()
    expect_silence(engine.process)
    engine.play()
    expect_silence(engine.process)


def _back(engine: EinsteinEngine) -> None:
    """A move is taken back: the earlier question comes again."""
    engine.moves((FIRST[0], MISSING[0], FIRST[0], SWAPPED[1], MISSING[3]))


PLACINGS: tuple[Check[EinsteinEngine], ...] = (
    Check("ini B", "blue's six squares in any order, between single spaces", _place(0)),
    Check("ini R", "red's six squares in any order, between single spaces", _place(1)),
    Check("many games", "one process places and plays again and again", _many_games),
)
MOVES: tuple[Check[EinsteinEngine], ...] = (
    Check("every die", "the piece of the die moves, for either side", _legal(FIRST)),
    Check("other placings", "each side's squares in the order of its pieces", _legal(SWAPPED)),
    Check("a piece that is gone", "the next larger or smaller one moves", _legal(MISSING)),
    Check("the last piece", "moves with any die", _legal(LONE)),
    Check("own pieces in the way", "are taken", _legal(CROWDED)),
    Check("edges", "no piece leaves the board", _legal(EDGES)),
    Check("a win in one", "is taken", _win, advisory("strength is no rule")),
    Check("one line for each question", "nothing after the answer", _one_answer),
    Check("earlier questions again", "answered anew", _back),
    CRLF,
    in_pieces(9),
)
