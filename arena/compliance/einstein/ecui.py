"""Every check of ECUI, the dialect of the NTNU platform, in the order in which they are made."""

from boyi.arena.compliance.base import request_reply
from boyi.arena.compliance.base.check import Check, advisory
from boyi.arena.compliance.einstein import games
from boyi.arena.compliance.einstein.engine import EinsteinEngine

BAD = (
    b"ini", b"ini X", b"get", b"get B", b"get B 7 25 24 23 20 19 15 1 2 3 6 7 11",
    b"get B 0 25 24 23 20 19 15 1 2 3 6 7 11", b"get X 2 25 24 23 20 19 15 1 2 3 6 7 11",
    b"get B 2 25 24 23 20 19", b"get B 2 25 25 23 20 19 15 1 2 3 6 7 11",
    b"get B 2 26 24 23 20 19 15 1 2 3 6 7 11", b"get B 2 0 0 0 0 0 0 0 0 0 0 0 0",
)  # fmt: skip
"""Questions that have no answer."""

CHECKS: tuple[Check[EinsteinEngine], ...] = (
    Check("first placing", "ini B is answered, however late", games.first, life="first"),
    request_reply.SILENCE,
    *games.PLACINGS,
    games.move("get", request_reply.PATIENCE),
    *games.MOVES,
    games.bad_questions(*BAD),
    *request_reply.NOISE,
    Check("get before ini", "a legal move", games.check_move_at_once,
          advisory("the platform asks for placings first"), life="first"),
    *request_reply.ends("exit"),
)  # fmt: skip
