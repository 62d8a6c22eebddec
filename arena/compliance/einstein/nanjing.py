"""Every check of the dialect of Nanjing's EinStein server, to which engines connect."""

from boyi.arena.compliance.base import request_reply
from boyi.arena.compliance.base.check import Check, advisory, milliseconds, select, with_weight
from boyi.arena.compliance.base.request_reply import expect_silence
from boyi.arena.compliance.base.tcp_process import ExaminedTcpProcess
from boyi.arena.compliance.einstein import games
from boyi.arena.compliance.einstein.engine import EinsteinEngine

GRANTED = 5.0
"""Seconds for a move."""
BAD = (
    b"[[0, 0, 0, 0, 0], [0, 0, 0, 0, 0], [0, 0, 0, 0, 0], [0, 0, 0, 0, 0], [0, 0, 0, 0, 0]]|3",
    b"[[1, 1, 0, 0, 0], [0, 0, 0, 0, 0], [0, 0, 0, 0, 0], [0, 0, 0, 0, 0], [0, 0, 0, 0, 7]]|1",
    b"[[1, 0, 0, 0, 0], [0, 0, 0, 0, 0], [0, 0, 0, 0, 0], [0, 0, 0, 0, 0], [0, 0, 0, 0, 7]]|13",
    b"[[1, 0, 0], [0, 0, 7]]|1", b"|3",
)  # fmt: skip
"""Messages that have no answer."""


class NanjingEngine(EinsteinEngine):
    """A conversation over the connection that the engine opens."""

    move_patience = GRANTED
    identity = ""
    """Who it said it is, once it has connected."""

    def connect(self) -> None:
        """Wait for the engine's call, and for its name, as the server does; Fault if either does not come."""
        assert isinstance(self.process, ExaminedTcpProcess)
        self.process.wait_for_connection(self.spec.patience)
        if not self.identity:
            self.identity = self.process.hear(".", GRANTED, "name, with a NUL after it,").last

    def move(self, position: str, patience: float | None = None) -> str:
        """Have the engine move in a position, once it has connected."""
        self.connect()
        return super().move(position, patience)


def _connect(engine: NanjingEngine) -> str:
    engine.connect()
    return milliseconds(engine.process.seconds)


def _identity(engine: NanjingEngine) -> str:
    engine.connect()
    expect_silence(engine.process)
    return engine.identity


def _glued(engine: NanjingEngine) -> None:
    """Two questions in one packet, as a network may deliver them."""
    first, second = games.FIRST[0], games.FIRST[8]
    engine.process.send(f"{engine.question(first)}{engine.question(second)}".encode())
    engine.hear_move(first)
    engine.hear_move(second)


UNSAID = advisory("the server sends nothing of the kind")
OWN: tuple[Check[NanjingEngine], ...] = (
    Check("connection", "it connects, however late", _connect, life="first"),
    Check("identity", "its name and a NUL, unasked, and then silence", _identity, life="first"),
    Check("first move", "answered, however late", games.check_move_at_once, life="first"),
    games.move("a move", GRANTED),
    Check("glued questions", "two questions in one packet are both answered", _glued),
)
CHECKS: tuple[Check[NanjingEngine], ...] = (
    *OWN[:3],
    request_reply.SILENCE,
    *OWN[3:],
    *select(
        games.MOVES,
        "every die", "other placings", "a piece that is gone", "the last piece", "own pieces in the way",
        "edges", "a win in one", "one line for each question", "earlier questions again",
    ),
    *with_weight(select(games.MOVES, "a line in pieces"), advisory("nothing marks where a message ends")),
    games.bad_questions(*BAD),
    *with_weight(request_reply.NOISE, UNSAID),
    *request_reply.ends("close"),
)  # fmt: skip
