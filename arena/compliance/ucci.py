"""Every check of UCCI, in the order in which they are made; many promises are UCI's too."""

from boyi.arena.compliance import (
    ucci_options,
    ucci_searches,
    ucci_start,
    ucci_turns,
    uci_ends,
    uci_infos,
    uci_noise,
    uci_positions,
)
from boyi.arena.compliance.check import Check, excused, those, weighed
from boyi.arena.compliance.uci_engine import PATIENCE, UciEngine


def _bye(engine: UciEngine) -> str:
    engine.interview.say("quit")
    engine.interview.hear("bye$", PATIENCE, "bye")
    return ""


POSITIONS: tuple[Check[UciEngine], ...] = (
    *those(uci_positions.CHECKS, "go before position"),
    Check("newgame", "ready, and plays from the start", uci_positions.new_game),
    *those(
        uci_positions.CHECKS,
        "position startpos", "position with moves, and fen", "long game", "fen of four fields",
        "position without a position", "garbage for a position", "impossible position",
        "illegal move in a list",
    ),
)  # fmt: skip
INFOS = (
    *weighed(those(uci_infos.CHECKS, "info lines"), excused("Fairy-Stockfish tells scores as in UCI")),
    *those(
        uci_infos.CHECKS,
        "info before bestmove", "lines are legal", "best move begins the line", "depth never falls",
        "nodes and time never fall", "score's point of view",
    ),
)  # fmt: skip
NOISE = weighed(
    those(
        uci_noise.CHECKS,
        "unknown command", "unknown word after go", "blank lines", "white space", "CRLF",
        "a line in pieces", "a long line", "bytes that are no text",
    )
)  # fmt: skip
ENDS: tuple[Check[UciEngine], ...] = (
    Check("bye", "the answer to quit", _bye, excused("Fairy-Stockfish just ends"), life="last"),
    *uci_ends.CHECKS,
)

CHECKS: tuple[Check[UciEngine], ...] = (
    *ucci_start.CHECKS,
    *POSITIONS,
    *ucci_turns.CHECKS,
    *ucci_searches.CHECKS,
    *INFOS,
    *ucci_options.CHECKS,
    *NOISE,
    *ENDS,
)
