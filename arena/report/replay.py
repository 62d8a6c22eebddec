"""Games as the page plays them through: small lists, which its script puts on a board."""

import heapq
import json
from collections.abc import Iterable
from typing import Any

from markupsafe import Markup

from boyi.arena.game.record import GamePly, GameRecord
from boyi.arena.game.result import GameResult
from boyi.engines import GAMES, load_game

MOST_GAMES = 400
"""Games that a page holds, which makes it about a megabyte; those with faults come first."""
SURE = 32_000
"""What a mate counts, in centipawns."""


def view(game: str, records: Iterable[tuple[GameResult, GameRecord]]) -> dict[str, Any] | None:
    """What the page shows of games: how many were left out, and the data; None if there is nothing to see."""
    if game not in GAMES:
        return None
    found = [(result, record) for result, record in records if record.plies]
    if not found:
        return None
    kept = heapq.nsmallest(MOST_GAMES, found, key=lambda item: (not item[0].fault, item[0].number))
    kept.sort(key=lambda item: item[0].number)
    games = [_game(result, record) for result, record in kept]
    data = {"game": game, "start": load_game(game).start, "games": games}
    return {"data": _in_script(data), "left": len(found) - len(kept)}


def _in_script(data: object) -> Markup:
    """JSON that may stand in a page's script, whatever the names in it are."""
    text = json.dumps(data, ensure_ascii=True, separators=(",", ":"))
    return Markup(text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026"))


def _game(result: GameResult, record: GameRecord) -> dict[str, Any]:
    """A game by short names; values are from the first mover's side, times in tenths of a second."""
    plies = record.plies
    told: dict[str, Any] = {
        "n": result.number + 1,
        "p": result.players,
        "s": result.score,
        "r": result.reason,
        "f": result.fault,
        "o": result.opening,
        "b": record.start,
        "m": " ".join(ply.move for ply in plies),
    }
    if any(ply.die for ply in plies):
        told["d"] = [ply.die for ply in plies]
    if any(ply.score is not None or ply.mate is not None for ply in plies):
        told["e"] = [_value(ply) for ply in plies]
    if any(ply.left is not None for ply in plies):
        told["c"] = [None if ply.left is None else ply.left // 100 for ply in plies]
    if any(ply.spent for ply in plies):
        told["t"] = [None if ply.spent is None else round(ply.spent / 100, 1) for ply in plies]
    return told


def _value(ply: GamePly) -> int | None:
    """What the mover thought of its move, for itself."""
    if ply.mate is not None:
        return SURE if ply.mate > 0 else -SURE
    return None if ply.score is None else max(-SURE, min(SURE, ply.score))
