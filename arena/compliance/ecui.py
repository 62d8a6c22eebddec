"""Every check of ECUI, the dialect of the NTNU platform, in the order in which they are made."""

from boyi.arena.compliance import einstein_games, plain
from boyi.arena.compliance.check import Check, advisory
from boyi.arena.compliance.einstein_engine import EinsteinEngine

BAD = (
    b"ini", b"ini X", b"get", b"get B", b"get B 7 25 24 23 20 19 15 1 2 3 6 7 11",
    b"get B 0 25 24 23 20 19 15 1 2 3 6 7 11", b"get X 2 25 24 23 20 19 15 1 2 3 6 7 11",
    b"get B 2 25 24 23 20 19", b"get B 2 25 25 23 20 19 15 1 2 3 6 7 11",
    b"get B 2 26 24 23 20 19 15 1 2 3 6 7 11", b"get B 2 0 0 0 0 0 0 0 0 0 0 0 0",
)  # fmt: skip
"""Questions that have no answer."""

CHECKS: tuple[Check[EinsteinEngine], ...] = (
    Check("first placing", "ini B is answered, however late", einstein_games.first, life="first"),
    plain.SILENCE,
    *einstein_games.PLACINGS,
    einstein_games.move("get", plain.PATIENCE),
    *einstein_games.MOVES,
    einstein_games.unanswered(*BAD),
    *plain.NOISE,
    Check("get before ini", "a legal move", einstein_games.at_once,
          advisory("the platform asks for placings first"), life="first"),
    *plain.ends("exit"),
)  # fmt: skip
