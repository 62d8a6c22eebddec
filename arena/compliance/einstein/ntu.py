"""Every check of the dialect of NTU's EinStein arena, whose engines answer on stderr."""

from boyi.arena.compliance.base import request_reply
from boyi.arena.compliance.base.check import Check, advisory, with_weight
from boyi.arena.compliance.einstein import games
from boyi.arena.compliance.einstein.engine import START, EinsteinEngine
from boyi.protocol.einstein.ntu import MARK

REMAINING = (1, 60, 240_000)
"""What may be left on a clock whose unit the arena leaves open."""
BAD = (
    b"0", b"0 1", b"0 1 0 0 1 2 5 6 10 24 23 22 19 18 14 6", b"0 2 0 0 1 2 5 6 10 24 23 22 19 18 14 2",
    b"0 1 0 0 1 2 5 6 10 24 24 22 19 18 14 2", b"0 1 0 0 1 2 5 6 10 25 23 22 19 18 14 2",
    b"0 1 0 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 2",
)  # fmt: skip
"""Questions that have no answer."""


class NtuEngine(EinsteinEngine):
    """A conversation in which answers are marked."""

    mark = MARK


def _remaining(engine: EinsteinEngine) -> None:
    for left in REMAINING:
        words = engine.question(START).split()
        engine.process.say(" ".join([*words[:2], str(left), *words[3:]]))
        engine.hear_move(START)


MARKED = advisory("answers are told from other lines by their mark")
OWN: tuple[Check[EinsteinEngine], ...] = (
    Check("first move", "answered on stderr, however late", games.check_move_at_once, life="first"),
    games.move("a move", request_reply.PATIENCE),
    Check("time that remains", "any number is taken", _remaining),
)
CHECKS: tuple[Check[EinsteinEngine], ...] = (
    *OWN[:1],
    *with_weight((request_reply.SILENCE,), MARKED),
    *OWN[1:],
    *games.MOVES,
    games.bad_questions(*BAD),
    *with_weight(request_reply.NOISE, MARKED),
    *request_reply.ends("1"),
)
