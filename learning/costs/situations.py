"""Critical situations: places in finished games where a player saw too late what was coming.

A player moved at A; two plies later, at C, the same player's score has fallen by more than tau. The moves
actually played from A on, to where the score stops falling so, are the line that should have been seen.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from boyi.arena.errors import ArenaError
from boyi.arena.game.record import GamePly, GameRecord
from boyi.arena.runs.ledger import Ledger
from boyi.engines.game import Game
from boyi.engines.jit import Record
from boyi.engines.play import pieces, play

MATED = 3000
"""What a reported mate counts, in centipawns: it falls from any score, and no score falls from it."""


@dataclass(frozen=True)
class Situation:
    """A position in which a line should have been seen."""

    position: str
    line: tuple[str, ...]
    endgame: bool


def reported_score(ply: GamePly) -> int | None:
    """What its player thought of a move, None if nothing was reported."""
    if ply.mate is not None:
        return MATED if ply.mate > 0 else -MATED
    return None if ply.score is None else max(-MATED, min(MATED, ply.score))


def falls(scores: Sequence[int | None], tau: int) -> Iterator[tuple[int, int]]:
    """First ply and end of each line that should have been seen, by the scores of all plies.

    A line ends two plies after its last fall; lines do not overlap for the same player.
    """
    seen = [-1, -1]
    for place in range(len(scores) - 2):
        end = place
        while _falls(scores, end, tau):
            end += 2
        if end > place >= seen[place % 2]:
            seen[place % 2] = end
            yield place, end


def _falls(scores: Sequence[int | None], place: int, tau: int) -> bool:
    if place + 2 >= len(scores):
        return False
    before, after = scores[place], scores[place + 2]
    return before is not None and after is not None and after < before - tau


def situations(game: Game, record: GameRecord, tau: int) -> Iterator[Situation]:
    """The critical situations of one game."""
    found = dict(falls([reported_score(ply) for ply in record.plies], tau))
    pos: Record = game.notation.read(record.start or game.start, {})
    for number, ply in enumerate(record.plies):
        if number in found:
            line = tuple(later.move for later in record.plies[number : found[number]])
            yield Situation(game.notation.write(pos), line, pieces(pos) <= game.endgame)
        play(pos, game.notation.move(pos, ply.move))


def read_situations(game: Game, path: Path, tau: int) -> list[Situation]:
    """The critical situations of all games in an arena's ledger; ValueError if there are none."""
    try:
        found = [item for entry in Ledger(path).entries() for item in situations(game, entry.record, tau)]
    except ArenaError as error:
        raise ValueError(str(error)) from None
    if not found:
        raise ValueError(f"{path}: no score falls by more than {tau}")
    return found
