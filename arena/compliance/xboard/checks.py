"""Every check of XBoard's protocol, in the order in which they are made."""

from boyi.arena.compliance.base.check import Check, advisory, excused
from boyi.arena.compliance.base.ends import (
    WITHIN,
    check_end_of_input,
    check_quit,
    check_quit_in_search,
    exit_code,
)
from boyi.arena.compliance.xboard import games, start, turns
from boyi.arena.compliance.xboard.engine import XBoardEngine

SILENT = advisory("the protocol knows only quit")
ENDS: tuple[Check[XBoardEngine], ...] = (
    Check("quit", WITHIN, check_quit, life="last"),
    Check("quit in search", WITHIN, check_quit_in_search, excused("Fairy-Max reads nothing while it thinks"),
          life="last"),
    Check("exit code", "0 after quit", exit_code, SILENT, life="last"),
    Check("end of input", WITHIN, check_end_of_input, SILENT, life="last"),
)  # fmt: skip
CHECKS: tuple[Check[XBoardEngine], ...] = (
    *start.CHECKS,
    *games.CHECKS,
    *turns.CHECKS,
    *ENDS,
)
