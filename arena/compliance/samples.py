"""Samples: positions of a game in which an engine's answers can be judged."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from boyi.arena.compliance.setup import Setup


@dataclass(frozen=True)
class Samples:
    """What the checks need to know of a game beside its rules."""

    first_move: str
    """Legal at the usual start."""
    illegal_move: str
    """Looks like a move, but is not legal there."""
    openings: tuple[Setup, ...]
    """Quiet positions, for searches of any kind; the first from the usual start, either side to move."""
    wins: tuple[Setup, ...]
    """The side to move is far ahead."""
    losses: tuple[Setup, ...]
    """The side to move is far behind."""
    mates: tuple[tuple[Setup, str], ...]
    """One move wins at once: the only one."""
    doomed: Setup
    """Whatever is played, the opponent's next move wins."""
    ended: tuple[Setup, ...]
    """No legal move."""
    restricted: tuple[str, ...]
    """Moves of the first opening of which none would be chosen freely."""
    long_game_seed: int
    """A random game from this seed is not over after `long_game_plies`."""
    impossible: str
    """Looks like a position, but can't be one."""
    long_game_plies: int = 400
    there_and_back: tuple[str, str] = ("", "")
    """A move from the usual start that can be taken back by the next, whatever is answered."""
    unbooked: Setup = field(default_factory=Setup)
    """From the usual start by moves that no opening book has."""
    special: Mapping[str, tuple[Setup, ...]] = field(default_factory=dict)
    """Kind of unusual move -> games that just had one; whoever misread it is led to an illegal reply."""
    shuffled: tuple[Setup, ...] = ()
    """Chess960: castling from other squares, written as the king taking the rook."""
