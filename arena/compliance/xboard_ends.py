"""XBoard: how an engine ends."""

from boyi.arena.compliance.check import Check, advisory, excused
from boyi.arena.compliance.ends import WITHIN, exit_code, hangs_up, quits, quits_in_search
from boyi.arena.compliance.xboard_engine import XBoardEngine

SILENT = advisory("the protocol knows only quit")
CHECKS: tuple[Check[XBoardEngine], ...] = (
    Check("quit", WITHIN, quits, life="last"),
    Check("quit in search", WITHIN, quits_in_search, excused("Fairy-Max reads nothing while it thinks"),
          life="last"),
    Check("exit code", "0 after quit", exit_code, SILENT, life="last"),
    Check("end of input", WITHIN, hangs_up, SILENT, life="last"),
)  # fmt: skip
