"""Every check of XBoard's protocol, in the order in which they are made."""

from boyi.arena.compliance import xboard_ends, xboard_games, xboard_start, xboard_turns
from boyi.arena.compliance.check import Check
from boyi.arena.compliance.xboard_engine import XBoardEngine

CHECKS: tuple[Check[XBoardEngine], ...] = (
    *xboard_start.CHECKS,
    *xboard_games.CHECKS,
    *xboard_turns.CHECKS,
    *xboard_ends.CHECKS,
)
