"""Every check of UCI, in the order in which they are made."""

from boyi.arena.compliance.base.check import Check
from boyi.arena.compliance.uci import ends, infos, noise, options, positions, searches, start, turns
from boyi.arena.compliance.uci.engine import UciEngine

ALIVE: tuple[Check[UciEngine], ...] = (
    *start.CHECKS,
    *positions.CHECKS,
    *turns.CHECKS,
    *searches.CHECKS,
    *infos.CHECKS,
    *options.CHECKS,
    *noise.CHECKS,
)
"""The checks that an engine survives."""
CHECKS = (*ALIVE, *ends.CHECKS)
