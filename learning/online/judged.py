"""Which finished games may teach: judged by a referee, agreed to, begun and ended as games are.

A ledger of the arena holds the owner's own games. One of the server says of each game whether its players
agreed to be learned from, who they were, and whether moves were taken back.
"""

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from boyi.engines.board import POINTS
from boyi.engines.game import Game
from boyi.engines.jit import Record
from boyi.engines.play import play, result
from boyi.engines.rules import ONGOING
from boyi.learning.data.games import TrainingGame
from boyi.learning.data.sources import BROKEN, RecordFault
from boyi.learning.data.sources.formats import read_ledger_line

LEAST_PLIES, DECIDED = 20, 1000
"""A shorter game says more of its players' patience than of its positions. Centipawns at which a game counts
as decided that was left before its end."""
OWN_TERMS: Mapping[str, tuple[int, float]] = {"connect6": (20, math.inf), "einstein": (8, 9_500)}
"""What takes their place where games are short and scores no centipawns; connect6 is played to its end."""
MATED = 30_000
"""What a mate counts."""
SERVER = "server"
"""What the server says of a game stands under this name …"""
OWN: Mapping[str, Any] = {"consent": True, "take_backs": 0, "seats": (), "any start": True}
"""… and of a game of the arena this holds, which may begin from an opening."""
SCORE, MATE = 3, 4
"""Places in a ply of a record."""


@dataclass(frozen=True)
class JudgedGame:
    """A game that may teach, and the clients who played it; none in the owner's own games."""

    game: TrainingGame
    clients: tuple[str, ...] = ()


def read_judged(game: Game, line: str, origin: str) -> JudgedGame | RecordFault:
    """The game of a ledger's line, or why nothing is learned from it."""
    found = read_ledger_line(line, origin)
    if isinstance(found, RecordFault):
        return found
    try:
        return _judge(game, found, json.loads(line))
    except (ValueError, TypeError, LookupError, AttributeError) as error:
        return RecordFault(BROKEN, found.origin, str(error))


OBJECTIONS = {
    "consent": "its players did not agree to be learned from",
    "start": "it did not begin as usual",
    "taken back": "moves were taken back",
    "short": "it has too few plies",
    "undecided": "it was neither played to its end nor left when it was decided",
}
"""Why a game does not count, by kind."""


def _judge(game: Game, found: TrainingGame, values: Mapping[str, Any]) -> JudgedGame | RecordFault:
    """A game that may teach, or the first objection to it. ValueError for an illegal move."""
    served = values.get(SERVER, {**OWN, "game": game.name})
    if served["game"] != game.name:
        return RecordFault("other", found.origin, f"it is a game of {served['game']}")
    if kind := _objection(game, found, served, values["record"][1]):
        return RecordFault(kind, found.origin, OBJECTIONS[kind])
    clients = {str(seat["client"]) for seat in served["seats"] if seat["client"]}
    return JudgedGame(found, tuple(sorted(clients)))


def _objection(
    game: Game, found: TrainingGame, served: Mapping[str, Any], plies: Sequence[Sequence[Any]]
) -> str:
    """The kind of the first objection to a game; empty if there is none."""
    if not served["consent"]:
        return "consent"
    if found.start and not (game.starts or served.get("any start")):
        return "start"
    if served["take_backs"]:
        return "taken back"
    least, decided = OWN_TERMS.get(game.name, (LEAST_PLIES, DECIDED))
    if len(found.moves) < least:
        return "short"
    return "" if _conclusive(game, found, plies, decided) else "undecided"


def _conclusive(game: Game, found: TrainingGame, plies: Sequence[Sequence[Any]], decided: float) -> bool:
    """Whether a game ended as it is said to have: by the rules, or as the last engine in it saw it."""
    pos, seen = game.notation.read(found.start or game.start, {}), 0
    for ply in plies:
        sign = 1 - 2 * int(pos.side)
        if ply[MATE] is not None:
            seen = sign * (MATED if ply[MATE] > 0 else -MATED)
        elif ply[SCORE] is not None:
            seen = sign * ply[SCORE]
        play(pos, game.notation.move(pos, ply[0]))
    known = result_by_rules(pos)
    if known is not None:
        return known == found.result
    return abs(seen) >= decided and found.result == (1 if seen > 0 else -1)


def result_by_rules(pos: Record) -> int | None:
    """How a game ended for the first player, by its last position; None if it is not over."""
    outcome = result(pos)
    return None if outcome == ONGOING else round(2 * POINTS[outcome] - 1) * (1 - 2 * int(pos.side))
