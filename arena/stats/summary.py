"""What the terminal's tables and the page both show of a run."""

import math
import statistics as numbers
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from boyi.arena.game.result import GameResult
from boyi.arena.stats import statistics
from boyi.arena.stats.counts import PairingCounts, count_pairing, games_between, pair_kinds, players
from boyi.arena.stats.sprt import Sprt, Walk, walk
from boyi.arena.stats.statistics import PAIR_KINDS, Estimate

WORDS = {"": "goes on", "H0": "H0 accepted", "H1": "H1 accepted"}


@dataclass(frozen=True)
class Pairing:
    """All that the games of two players tell, as the first of them sees it."""

    total: PairingCounts
    walk: Walk | None = None

    @property
    def elo(self) -> Estimate:
        """The first player's lead."""
        return statistics.elo(self.total.counts)

    @property
    def facts(self) -> dict[str, str]:
        """Everything in words, by what it is."""
        total, counts = self.total, self.total.counts
        games = total.losses, total.draws, total.wins
        facts = {
            "games": f"{total.games}",
            "wins, draws, losses": f"{total.wins} / {total.draws} / {total.losses}",
            "points": f"{total.points:g} ({percent(total.points / total.games)})",
            "pairs LL, LD, WL+DD, WD, WW": " / ".join(map(str, total.pairs)) + _lone(total.unpaired),
            "Elo": str(self.elo),
            "normalized Elo": str(statistics.normalized_elo(counts)),
            "likelihood of superiority": percent(statistics.superiority(counts)),
            "draws": percent(statistics.draw_rate(games)),
            "pairs won per pair lost": decimal(statistics.pair_ratio(counts)),
        }
        return facts | ({"SPRT": sprt_summary(self.walk)} if self.walk else {})


def pairing_of(
    results: Sequence[GameResult], first: str, second: str, test: Sprt | Walk | None = None
) -> Pairing:
    """What two players' games tell, and a test of them; ValueError if they have not met.

    A test that is given as a walk is taken to stand where the results end.
    """
    total = count_pairing(results, first, second)
    if not total.games:
        raise ValueError(f"{first} and {second} have not met")
    return Pairing(total, walk(test, pair_kinds(results, first, second)) if isinstance(test, Sprt) else test)


def elo_history(results: Sequence[GameResult], first: str, second: str) -> list[tuple[float, Estimate]]:
    """The first player's lead in Elo after every pair, or game where those are the rule, by games played."""
    whole = count_pairing(results, first, second).counts
    kinds = list(pair_kinds(results, first, second))
    if len(whole) != PAIR_KINDS:
        kinds = [half_points for _, half_points in games_between(results, first, second)]
    counts, places = [0] * len(whole), []
    for kind in kinds:
        counts[kind] += 1
        places.append((float(sum(counts) * (len(whole) // 2)), statistics.elo(counts)))
    return places


def sprt_summary(walk: Walk) -> str:
    """A test's state in one line."""
    test, (low, high) = walk.test, walk.bounds
    return (
        f"{WORDS[walk.decision]}: LLR {walk.llr:.2f}, bounds {low:.2f} and {high:.2f}, "
        f"for {test.model} Elo {test.elo0:g} against {test.elo1:g}, "
        f"errors {percent(test.alpha)} and {percent(test.beta)}"
    )


def endings(results: Sequence[GameResult]) -> list[tuple[str, int, float]]:
    """Why games ended, how many did so, and their share; the commonest first."""
    counted = Counter(result.reason for result in results)
    return [(reason, count, count / len(results)) for reason, count in counted.most_common()]


@dataclass(frozen=True)
class OpeningCount:
    """What games from one opening came to, as the side that moved first in them sees it."""

    name: str
    games: int
    wins: int
    draws: int
    losses: int


def openings(results: Sequence[GameResult]) -> list[OpeningCount]:
    """Every opening with its results, the one that was played most often first."""
    scores: dict[str, Counter[float]] = {}
    for result in results:
        scores.setdefault(result.opening, Counter())[result.score] += 1
    counted = [
        OpeningCount(name, sum(found.values()), found[1.0], found[0.5], found[0.0])
        for name, found in scores.items()
    ]
    return sorted(counted, key=lambda opening: -opening.games)


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
