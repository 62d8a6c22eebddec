"""Every check of the dialect of NTU's EinStein arena, whose engines answer on stderr."""

from boyi.arena.compliance import einstein_games, plain
from boyi.arena.compliance.check import Check, advisory, weighed
from boyi.arena.compliance.einstein_engine import START, EinsteinEngine

REMAINING = (1, 60, 240_000)
"""What may be left on a clock whose unit the arena leaves open."""
BAD = (
    b"0", b"0 1", b"0 1 0 0 1 2 5 6 10 24 23 22 19 18 14 6", b"0 2 0 0 1 2 5 6 10 24 23 22 19 18 14 2",
    b"0 1 0 0 1 2 5 6 10 24 24 22 19 18 14 2", b"0 1 0 0 1 2 5 6 10 25 23 22 19 18 14 2",
    b"0 1 0 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 2",
)  # fmt: skip
"""Questions that have no answer."""


def _remaining(engine: EinsteinEngine) -> str:
    for left in REMAINING:
        words = engine.question(START).split()
        engine.interview.say(" ".join([*words[:2], str(left), *words[3:]]))
        engine.moved(START)
    return ""


MARKED = advisory("answers are told from other lines by their mark")
OWN: tuple[Check[EinsteinEngine], ...] = (
    Check("first move", "answered on stderr, however late", einstein_games.at_once, life="first"),
    einstein_games.move("a move", plain.PATIENCE),
    Check("time that remains", "any number is taken", _remaining),
)
CHECKS: tuple[Check[EinsteinEngine], ...] = (
    *OWN[:1],
    *weighed((plain.SILENCE,), MARKED),
    *OWN[1:],
    *einstein_games.MOVES,
    einstein_games.unanswered(*BAD),
    *weighed(plain.NOISE, MARKED),
    *plain.ends("1"),
)
