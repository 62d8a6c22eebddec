"""Every check of the dialect of Nanjing's EinStein server, to which engines connect."""

from boyi.arena.compliance import einstein_games, plain
from boyi.arena.compliance.check import Check, advisory, milliseconds, those, weighed
from boyi.arena.compliance.einstein_engine import EinsteinEngine
from boyi.arena.compliance.interview import Interview
from boyi.arena.compliance.server import ServerInterview
from boyi.engines.game import Game
from boyi.protocol.client import EngineSpec
from boyi.protocol.nanjing import DIALECT

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

    def __init__(self, interview: Interview, spec: EngineSpec, game: Game) -> None:
        """Wait for the engine's call when it is first spoken to."""
        super().__init__(interview, spec, game, DIALECT, granted=GRANTED)

    def connect(self) -> None:
        """Wait for the engine's call; Fault if it does not come."""
        assert isinstance(self.interview, ServerInterview)
        self.interview.connected(self.patience)

    def move(self, position: str, patience: float | None = None) -> str:
        """Its move in a position, once it has connected."""
        self.connect()
        return super().move(position, patience)


def _connect(engine: NanjingEngine) -> str:
    engine.connect()
    return milliseconds(engine.interview.seconds)


UNSAID = advisory("the server sends nothing of the kind")
OWN: tuple[Check[NanjingEngine], ...] = (
    Check("connection", "it connects, however late", _connect, life="first"),
    Check("first move", "answered, however late", einstein_games.at_once, life="first"),
    einstein_games.move("a move", GRANTED),
)
CHECKS: tuple[Check[NanjingEngine], ...] = (
    *OWN[:2],
    plain.SILENCE,
    *OWN[2:],
    *those(
        einstein_games.MOVES,
        "every die", "other placings", "a piece that is gone", "the last piece", "own pieces in the way",
        "edges", "a win in one", "one line for each question", "earlier questions again",
    ),
    *weighed(those(einstein_games.MOVES, "a line in pieces"), advisory("nothing marks where a message ends")),
    einstein_games.unanswered(*BAD),
    *weighed(plain.NOISE, UNSAID),
    *plain.ends("close"),
)  # fmt: skip
