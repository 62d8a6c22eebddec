"""Counts of finished games: by pairing, by pair, by ending."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from boyi.arena.game.result import GameResult
from boyi.arena.stats.statistics import PAIR_KINDS, Counts


@dataclass(frozen=True)
class PairingCounts:
    """What one player has scored against another."""

    wins: int = 0
    draws: int = 0
    losses: int = 0
    pairs: tuple[int, ...] = (0,) * PAIR_KINDS
    """Pairs of games with colours swapped: LL, LD, WL + DD, WD, WW."""
    unpaired: int = 0
    """Games whose partner is missing, so far or for ever."""

    @property
    def games(self) -> int:
        """How many games there were."""
        return self.wins + self.draws + self.losses

    @property
    def points(self) -> float:
        """The first player's points."""
        return self.wins + self.draws / 2

    @property
    def counts(self) -> Counts:
        """What to compute statistics from: the pairs, or single games where those are the rule."""
        if sum(self.pairs) > self.unpaired:
            return self.pairs
        return (self.losses, self.draws, self.wins)


def games_between(results: Iterable[GameResult], first: str, second: str) -> Iterator[tuple[GameResult, int]]:
    """The games of two players, each with the half points of the first of them: 0, 1 or 2."""
    for result in results:
        if result.players == (first, second):
            yield result, round(2 * result.score)
        elif result.players == (second, first):
            yield result, 2 - round(2 * result.score)


def pair_kinds(results: Iterable[GameResult], first: str, second: str) -> Iterator[int]:
    """The kind of each pair, its index in `PairingCounts.pairs`, in the order in which they were finished."""
    waiting: dict[tuple[int, str], int] = {}
    for result, half_points in games_between(results, first, second):
        partner = waiting.pop((result.pair, result.players[1]), None)
        if partner is None:
            waiting[result.pair, result.players[0]] = half_points
        else:
            yield partner + half_points


def count_pairing(results: Iterable[GameResult], first: str, second: str) -> PairingCounts:
    """All that two players have played, as the first of them sees it."""
    games = list(games_between(results, first, second))
    losses, draws, wins = (sum(half_points == kind for _, half_points in games) for kind in range(3))
    pairs = [0] * PAIR_KINDS
    for kind in pair_kinds((result for result, _ in games), first, second):
        pairs[kind] += 1
    return PairingCounts(wins, draws, losses, tuple(pairs), len(games) - 2 * sum(pairs))


def players(results: Iterable[GameResult]) -> list[str]:
    """Everybody who has played, in the order of the schedule."""
    scheduled = sorted(results, key=lambda result: result.number)
    return list(dict.fromkeys(name for result in scheduled for name in result.players))


def pairings(results: Iterable[GameResult]) -> list[tuple[str, str]]:
    """Who has met whom, in the order of the schedule; the earlier player is named first."""
    results = list(results)
    place = {name: i for i, name in enumerate(players(results))}
    met = {(a, b) if place[a] < place[b] else (b, a) for a, b in (result.players for result in results)}
    return sorted(met, key=lambda pairing: (place[pairing[0]], place[pairing[1]]))


def couples(results: Sequence[GameResult], settings: Mapping[str, object]) -> list[tuple[str, str]]:
    """Who met whom; two players in the order of the settings, whichever of their games ended first."""
    met, engines = pairings(results), settings.get("engines")
    if isinstance(engines, Sequence) and len(engines) == 2 and met:
        first, second = (str(engine["name"]) for engine in engines)
        return [(first, second)]
    return met
