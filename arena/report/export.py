"""What came of a run for other programs: one JSON document, or a line of CSV for each game."""

import csv
import io
import json
import math
from collections.abc import Mapping, Sequence
from typing import Any

from boyi.arena.game.result import GameResult
from boyi.arena.stats import statistics, summary
from boyi.arena.stats.counts import couples
from boyi.arena.stats.ratings import rate
from boyi.arena.stats.sprt import Sprt, Walk
from boyi.arena.stats.statistics import Estimate

COLUMNS = (
    "number", "pair", "first", "second", "score", "reason", "fault", "plies", "opening", "seconds",
    "overhead_ms", "started",
)  # fmt: skip


def as_json(results: Sequence[GameResult], settings: Mapping[str, object]) -> str:
    """Ratings, pairings, openings, endings, faults and settings; what is infinite or unknown is null."""
    whole = {
        "games": len(results),
        "ratings": [
            [{"name": r.name, **_estimate("elo", r.elo), "points": r.points, "games": r.games} for r in rated]
            for rated in (group.ratings for group in rate(results))
        ],
        "pairings": _pairings(results, settings),
        "openings": [vars(opening) for opening in summary.openings(results)],
        "endings": [{"reason": reason, "games": count} for reason, count, _ in summary.endings(results)],
        "faults": [
            {"number": r.number, "players": r.players, "reason": r.reason, "fault": r.fault}
            for r in results
            if r.fault
        ],
        "variation_faults": dict(summary.variation_faults(results)),
        "overhead_ms": summary.overhead(results),
        "settings": settings,
    }
    return json.dumps(whole, ensure_ascii=False, indent=1, allow_nan=False)


def as_csv(results: Sequence[GameResult]) -> str:
    """A heading and a line for each game, in the order of the schedule."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    for result in sorted(results, key=lambda result: result.number):
        first, second = result.players
        known = {**result.to_json(), "first": first, "second": second}
        writer.writerow([known[column] for column in COLUMNS])
    return text.getvalue()


def _pairings(results: Sequence[GameResult], settings: Mapping[str, object]) -> list[dict[str, Any]]:
    """Every couple, the first of them with the run's test."""
    test, told = settings.get("sprt"), list[dict[str, Any]]()
    for number, (first, second) in enumerate(couples(results, settings)):
        asked = Sprt(**test) if isinstance(test, Mapping) and not number else None
        pairing = summary.pairing_of(results, first, second, asked)
        total = pairing.total
        told.append(
            {
                "first": first,
                "second": second,
                "wins": total.wins,
                "draws": total.draws,
                "losses": total.losses,
                "points": total.points,
                "pairs": total.pairs,
                "unpaired": total.unpaired,
                **_estimate("elo", pairing.elo),
                **_estimate("normalized_elo", statistics.normalized_elo(total.counts)),
                "superiority": statistics.superiority(total.counts),
                **({"sprt": _test(pairing.walk)} if pairing.walk else {}),
            }
        )
    return told


def _test(walk: Walk) -> dict[str, object]:
    low, high = walk.bounds
    return {"decision": walk.decision or None, "llr": walk.llr, "low": low, "high": high}


def _estimate(name: str, estimate: Estimate) -> dict[str, float | None]:
    return {name: _finite(estimate.value), f"{name}_error": _finite(estimate.error)}


def _finite(value: float) -> float | None:
    return value if math.isfinite(value) else None
