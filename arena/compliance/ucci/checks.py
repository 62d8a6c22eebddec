"""Every check of UCCI, in the order in which they are made; many promises are UCI's too."""

from boyi.arena.compliance.base.check import Check, advisory, answers, excused, select, with_weight
from boyi.arena.compliance.ucci import options, searches, turns
from boyi.arena.compliance.ucci.engine import UCCI
from boyi.arena.compliance.uci import ends, infos, noise, positions, start
from boyi.arena.compliance.uci.engine import GREETING, PATIENCE, UciEngine

START: tuple[Check[UciEngine], ...] = (
    Check("ucci after uci", "the second greeting is answered, too",
          answers("uci", "ucci", by="ucciok", within=GREETING),
          advisory("there are clients that try both in one process"), life="first"),
    *start.table(UCCI),
)  # fmt: skip
POSITIONS: tuple[Check[UciEngine], ...] = (
    *select(positions.CHECKS, "go before position"),
    Check("newgame", "ready, and plays from the start", positions.new_game),
    *select(
        positions.CHECKS,
        "position startpos", "position with moves, and fen", "long game", "fen of four fields",
        "position without a position", "garbage for a position", "impossible position",
        "illegal move in a list",
    ),
)  # fmt: skip
INFOS = (
    *with_weight(select(infos.CHECKS, "info lines"), excused("Fairy-Stockfish tells scores as in UCI")),
    *select(
        infos.CHECKS,
        "info before bestmove", "lines are legal", "best move begins the line", "depth never falls",
        "nodes and time never fall", "score's point of view",
    ),
)  # fmt: skip
NOISE = with_weight(
    select(
        noise.CHECKS,
        "unknown command", "unknown word after go", "blank lines", "white space", "CRLF",
        "a line in pieces", "a long line", "bytes that are no text",
    )
)  # fmt: skip
ENDS: tuple[Check[UciEngine], ...] = (
    Check(
        "bye",
        "the answer to quit",
        answers("quit", by="bye$", within=PATIENCE, what="bye"),
        excused("Fairy-Stockfish just ends"),
        life="last",
    ),
    *ends.CHECKS,
)

CHECKS: tuple[Check[UciEngine], ...] = (
    *START,
    *POSITIONS,
    *turns.CHECKS,
    *searches.CHECKS,
    *INFOS,
    *options.CHECKS,
    *NOISE,
    *ENDS,
)
