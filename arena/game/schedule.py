"""Who plays whom, with which opening, in what order.

Games come in pairs: the same opening, the same dice, colours swapped. All of this is worked out from
the settings and the results so far, so that a run that was killed goes on as if nothing had happened.
"""

import itertools
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from boyi.arena.game.result import GameResult

Results = Mapping[int, GameResult]
"""Finished games by their number."""
Couple = tuple[str, str]

DECIDERS = 4
"""Pairs that a knock-out adds to a level encounter, one at a time, before the better seed goes through."""


class Fixture(NamedTuple):
    """A game to be played."""

    number: int
    pair: int
    players: tuple[str, str]
    """Who moves first, who second."""


Schedule = Callable[[Results], list[Fixture]]
"""All games that can be named, given the results so far; earlier ones never change."""


def schedule(form: str, names: Sequence[str], games: int) -> Schedule:
    """The schedule of a format, with so many games for each couple of players."""
    match form:
        case "match":
            return _fixed([(names[0], names[1])], games)
        case "gauntlet":
            return _fixed([(names[0], other) for other in names[1:]], games)
        case "round robin":
            return _fixed(list(itertools.combinations(names, 2)), games)
    return lambda results: _knock_out(names, games, results)


def _fixed(couples: Sequence[Couple], games: int) -> Schedule:
    fixtures = list(_in_pairs(couples, games, 0, 0))
    return lambda results: fixtures


def _in_pairs(couples: Sequence[Couple], games: int, number: int, pair: int) -> Iterable[Fixture]:
    """Every couple's first pair, then every couple's second: a run stopped early is fair to all."""
    for done in range(0, games, 2):
        for first, second in couples:
            for players in ((first, second), (second, first))[: games - done]:
                yield Fixture(number, pair, players)
                number += 1
            pair += 1


def _knock_out(names: Sequence[str], games: int, results: Results) -> list[Fixture]:
    """Winners meet winners until one is left; who comes without an opponent goes through."""
    fixtures: list[Fixture] = []
    remaining = list(names)
    while len(remaining) > 1:
        couples = _pair_by_seed(remaining)
        winners = _round(couples, games, fixtures, results)
        if winners is None:
            break
        free = [name for name in remaining if all(name not in couple for couple in couples)]
        remaining = sorted({*winners, *free}, key=list(names).index)
    return fixtures


def _pair_by_seed(names: Sequence[str]) -> list[Couple]:
    """The best against the last and so on; enough stay out for the next round to be a power of two."""
    size = 1 << (len(names) - 1).bit_length()
    meeting = names[size - len(names) :]
    half = len(meeting) // 2
    return list(zip(meeting[:half], reversed(meeting[half:]), strict=True))


def _round(
    couples: Sequence[Couple], games: int, fixtures: list[Fixture], results: Results
) -> list[str] | None:
    """Add a round's games, and deciders where it ended level; the winners, None while games are missing."""
    level, extra = list(couples), games
    points = dict.fromkeys((name for couple in couples for name in couple), 0.0)
    for _ in range(1 + DECIDERS):
        added = list(_in_pairs(level, extra, len(fixtures), fixtures[-1].pair + 1 if fixtures else 0))
        fixtures += added
        if any(fixture.number not in results for fixture in added):
            return None
        for fixture in added:
            points[fixture.players[0]] += results[fixture.number].score
            points[fixture.players[1]] += 1 - results[fixture.number].score
        level, extra = [couple for couple in level if points[couple[0]] == points[couple[1]]], 2
        if not level:
            break
    return [first if points[first] >= points[second] else second for first, second in couples]
