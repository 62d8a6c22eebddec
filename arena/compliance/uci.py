"""Every check of UCI, in the order in which they are made."""

from boyi.arena.compliance import (
    uci_ends,
    uci_infos,
    uci_noise,
    uci_options,
    uci_positions,
    uci_searches,
    uci_start,
    uci_turns,
)
from boyi.arena.compliance.check import Check
from boyi.arena.compliance.uci_engine import UciEngine

ALIVE: tuple[Check[UciEngine], ...] = (
    *uci_start.CHECKS,
    *uci_positions.CHECKS,
    *uci_turns.CHECKS,
    *uci_searches.CHECKS,
    *uci_infos.CHECKS,
    *uci_options.CHECKS,
    *uci_noise.CHECKS,
)
"""Those that an engine survives."""
CHECKS = (*ALIVE, *uci_ends.CHECKS)
