"""Summary: what the terminal's tables and the page both tell of a run."""

import math
import statistics as numbers
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from boyi.arena import statistics
from boyi.arena.outcome import GameResult
from boyi.arena.sprt import Sprt, Walk, walk
from boyi.arena.statistics import PAIR_KINDS, Estimate
from boyi.arena.tally import Tally, meetings, pair_kinds, players, tally

WORDS = {"": "goes on", "H0": "H0 accepted", "H1": "H1 accepted"}


@dataclass(frozen=True)
class Pairing:
    """Two players, and all that their games tell of them."""

    first: str
    second: str
    tally: Tally
    elo: Estimate
    normalized: Estimate
    superiority: float
    draws: float
    """Share of games drawn."""
    ratio: float
    """Pairs won for each one lost."""
    walk: Walk | None = None

    @property
    def facts(self) -> dict[str, str]:
        """Everything in words, by what it is."""
        tally = self.tally
        facts = {
            "games": f"{tally.games}",
            "wins, draws, losses": f"{tally.wins} / {tally.draws} / {tally.losses}",
            "points": f"{tally.points:g} ({percent(tally.points / tally.games)})",
            "pairs LL, LD, WL+DD, WD, WW": " / ".join(map(str, tally.pairs)) + _lone(tally.unpaired),
            "Elo": str(self.elo),
            "normalized Elo": str(self.normalized),
            "likelihood of superiority": percent(self.superiority),
            "draws": percent(self.draws),
            "pairs won per pair lost": decimal(self.ratio),
        }
        return facts | ({"SPRT": state(self.walk)} if self.walk else {})


def pairing_of(
    results: Sequence[GameResult], first: str, second: str, test: Sprt | Walk | None = None
) -> Pairing:
    """What two players' games tell, and a test of them; ValueError if they have not met.

    A test that is given as a walk is taken to stand where the results end.
    """
    met = tally(results, first, second)
    if not met.games:
        raise ValueError(f"{first} and {second} have not met")
    counts = met.counts
    return Pairing(
        first,
        second,
        met,
        statistics.elo(counts),
        statistics.normalized_elo(counts),
        statistics.superiority(counts),
        statistics.draw_rate((met.losses, met.draws, met.wins)),
        statistics.pair_ratio(counts),
        walk(test, pair_kinds(results, first, second)) if isinstance(test, Sprt) else test,
    )


def course(results: Sequence[GameResult], first: str, second: str) -> list[tuple[float, Estimate]]:
    """The first player's lead in Elo after every pair, or game where those are the rule, by games played."""
    whole = tally(results, first, second).counts
    kinds = list(pair_kinds(results, first, second))
    if len(whole) != PAIR_KINDS:
        kinds = [half_points for _, half_points in meetings(results, first, second)]
    counts, places = [0] * len(whole), []
    for kind in kinds:
        counts[kind] += 1
        places.append((float(sum(counts) * (len(whole) // 2)), statistics.elo(counts)))
    return places


def state(way: Walk) -> str:
    """A test's state in one line."""
    test, (low, high) = way.test, way.bounds
    return (
        f"{WORDS[way.decision]}: LLR {way.llr:.2f}, bounds {low:.2f} and {high:.2f}, "
        f"for {test.model} Elo {test.elo0:g} against {test.elo1:g}, "
        f"errors {percent(test.alpha)} and {percent(test.beta)}"
    )


def endings(results: Sequence[GameResult]) -> list[tuple[str, int, float]]:
    """Why games ended, how many did so, and their share; the commonest first."""
    counted = Counter(result.reason for result in results)
    return [(reason, count, count / len(results)) for reason, count in counted.most_common()]


def variation_faults(results: Sequence[GameResult]) -> Mapping[str, int]:
    """How many principal variations of each player held an illegal move."""
    faults = dict.fromkeys(players(results), 0)
    for result in results:
        for name, count in zip(result.players, result.pv_faults, strict=True):
            faults[name] += count
    return faults


def overhead(results: Sequence[GameResult]) -> float | None:
    """The median over all games of the arena's milliseconds per move; None if no game was timed."""
    timed = [result.overhead_ms for result in results if result.overhead_ms > 0]
    return numbers.median(timed) if timed else None


def percent(share: float) -> str:
    """A share in words."""
    return f"{100 * share:.1f} %"


def decimal(value: float) -> str:
    """A ratio in words."""
    return "–" if math.isnan(value) else f"{value:.2f}".replace("inf", "∞")


def _lone(games: int) -> str:
    return f" (+ {games} unpaired)" if games else ""
