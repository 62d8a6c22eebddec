"""What lichess' protocol of external engines sends to and fro."""

from dataclasses import dataclass
from typing import Annotated

import chess
from msgspec import UNSET, Meta, Struct, UnsetType
from msgspec.structs import replace

VARIANTS = ("chess", "standard", "chess960", "fromPosition", "From Position")
"""Names that lichess has for chess, the one variant that is judged here."""
MOST_MOVES = 600
Positive = Annotated[int, Meta(ge=1)]


class Registration(Struct, rename="camel"):
    """An engine as its provider describes it."""

    name: Annotated[str, Meta(min_length=3, max_length=200)]
    max_threads: Annotated[int, Meta(ge=1, le=65_536)]
    max_hash: Annotated[int, Meta(ge=1, le=1 << 20)]
    provider_secret: Annotated[str, Meta(min_length=16, max_length=1024)]
    default_depth: Annotated[int, Meta(ge=0, le=246)] = 25
    variants: Annotated[list[Annotated[str, Meta(max_length=40)]], Meta(max_length=20)] | None = None
    provider_data: Annotated[str, Meta(max_length=4096)] | None = None


class ExternalEngine(Struct, rename="camel"):
    """An engine as its user sees it."""

    id: str
    name: str
    client_secret: str
    user_id: str
    max_threads: int
    max_hash: int
    default_depth: int
    variants: list[str]
    provider_data: str | None = None


class Work(Struct, rename="camel"):
    """A position to be analysed, and how long; with no limit at all the search is infinite."""

    session_id: Annotated[str, Meta(max_length=64)]
    threads: Positive
    hash: Positive
    multi_pv: Annotated[int, Meta(ge=1, le=5)]
    initial_fen: Annotated[str, Meta(max_length=200)]
    moves: Annotated[list[Annotated[str, Meta(max_length=8)]], Meta(max_length=MOST_MOVES)]
    variant: str = "chess"
    infinite: bool | UnsetType = UNSET
    """Older clients say this; False stands for the engine's default depth."""
    movetime: Positive | None = None
    depth: Positive | None = None
    nodes: Positive | None = None

    @property
    def go(self) -> str:
        """UCI's command for it."""
        named = (("movetime", self.movetime), ("depth", self.depth), ("nodes", self.nodes))
        limits = [f"{name} {value}" for name, value in named if value is not None]
        return f"go {limits[0]}" if limits else "go infinite"


class AnalysisOrder(Struct, rename="camel"):
    """A client's request for analysis."""

    client_secret: str
    work: Work


class Acquisition(Struct, rename="camel"):
    """A provider's request for work."""

    provider_secret: str


class Assignment(Struct, rename="camel"):
    """Work that a provider got."""

    id: str
    work: Work
    engine: ExternalEngine


@dataclass(frozen=True)
class CheckedWork:
    """Work that was judged by the rules, and the position that it is about."""

    work: Work
    board: chess.Board


def checked(work: Work, engine: ExternalEngine) -> CheckedWork:
    """Work within an engine's bounds, with moves that are legal, castling being the king taking its rook.

    ValueError names what makes no sense.
    """
    if work.variant not in VARIANTS:
        raise ValueError(f"this server does not know the variant {work.variant[:40]!r}")
    board = chess.Board(work.initial_fen, chess960=True)
    if not board.is_valid():
        raise ValueError("illegal initial position")
    start, moves = board.fen(), list[str]()
    for text in work.moves:
        move = board.parse_uci(text)
        moves.append(board.uci(move))
        board.push(move)
    default = engine.default_depth if work.infinite is False and work.go == "go infinite" else None
    limited = replace(
        work,
        threads=min(work.threads, engine.max_threads),
        hash=min(work.hash, engine.max_hash),
        initial_fen=start,
        moves=moves,
        variant="chess",
        depth=default or work.depth,
    )
    return CheckedWork(limited, board)
