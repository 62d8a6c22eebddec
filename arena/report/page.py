"""The page of a run: one HTML file that needs nothing else, with tables, plots, and games to play through."""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from itertools import accumulate
from pathlib import Path
from typing import TypeVar

import jinja2
from markupsafe import Markup

from boyi.arena.game.record import GameRecord
from boyi.arena.game.result import GameResult
from boyi.arena.report import plots, replay
from boyi.arena.stats import summary
from boyi.arena.stats.counts import PairingCounts, count_pairing, couples, pair_kinds, players
from boyi.arena.stats.ratings import Group, rate
from boyi.arena.stats.sprt import Sprt, Walk
from boyi.arena.stats.statistics import Estimate
from boyi.engines.files import write_atomically

MOST_FAULTS = 200
MOST_OPENINGS = 100
MOST_PLACES = 150
"""How many are shown: games with a fault, openings, places of a plotted line."""
UNKNOWN = math.nan

T = TypeVar("T")


@dataclass(frozen=True)
class Plot:
    """A plot and what it shows."""

    svg: Markup
    caption: str


def write_report(
    results: Sequence[GameResult],
    settings: Mapping[str, object],
    path: Path,
    records: Iterable[tuple[GameResult, GameRecord]] = (),
) -> None:
    """Write the page of a run, at once or not at all, with the games of those records to play through.

    `settings` are shown as they are; of them `sprt`, a table with the fields of `Sprt`, is the test between
    the first two players.
    """
    page = render(results, settings, records)
    # Engines may say what is no text; it is shown with escapes.
    write_atomically(path, page.encode("utf-8", "backslashreplace"))


def render(
    results: Sequence[GameResult],
    settings: Mapping[str, object],
    records: Iterable[tuple[GameResult, GameRecord]] = (),
) -> str:
    """The page as text."""
    groups = rate(results)
    faults = [result for result in results if result.fault]
    openings = summary.openings(results)
    replayed = replay.view(str(settings.get("game", "chess")), records)
    return _template().render(
        title=_title(results, settings),
        event=settings.get("event"),
        games=len(results),
        span=_span(results),
        groups=[_group_view(group) for group in groups] if len(players(results)) > 2 else [],
        pairings=list(_pairing_views(results, settings)),
        cross=_cross_table(results, groups) if len(players(results)) > 2 else [],
        replay=replayed,
        script=Markup(_resource("replay.js")) if replayed else "",
        openings=openings[:MOST_OPENINGS] if len(openings) > 1 else [],
        unlisted_openings=max(len(openings) - MOST_OPENINGS, 0),
        endings=summary.endings(results),
        faults=faults[:MOST_FAULTS],
        unlisted=max(len(faults) - MOST_FAULTS, 0),
        variation_faults={name: n for name, n in summary.variation_faults(results).items() if n},
        overhead=summary.overhead(results),
        settings=list(_flatten(settings)),
    )


def _template() -> jinja2.Template:
    environment = jinja2.Environment(
        autoescape=True, trim_blocks=True, lstrip_blocks=True, undefined=jinja2.StrictUndefined
    )
    return environment.from_string(_resource("report.html"))


def _resource(name: str) -> str:
    return files("boyi.arena.report").joinpath(name).read_text(encoding="utf-8")


def _title(results: Sequence[GameResult], settings: Mapping[str, object]) -> str:
    """Who played whom."""
    met = couples(results, settings)
    if len(met) == 1:
        return " against ".join(met[0])
    names = players(results)
    return f"{len(names)} players: {', '.join(names)}" if names else str(settings.get("event") or "Arena")


def _span(results: Sequence[GameResult]) -> str:
    """From the first start to the last, if known."""
    started = sorted(result.started for result in results if result.started)
    if not started:
        return ""
    first, last = (time[:16].replace("T", " ") for time in (started[0], started[-1]))
    return f"played from {first} to {last} UTC"


def _group_view(group: Group) -> dict[str, object]:
    rows = [(rating.name, rating.elo) for rating in group.ratings]
    return {
        "ratings": group.ratings,
        "bent": group.bent,
        "plot": plots.error_bars(rows, "Ratings with 95 % errors"),
    }


def _pairing_views(
    results: Sequence[GameResult], settings: Mapping[str, object]
) -> Iterator[dict[str, object]]:
    """Every pairing in words and plots; the test belongs to the first."""
    test = settings.get("sprt")
    for number, (first, second) in enumerate(couples(results, settings)):
        walks = (
            _walks(results, first, second, Sprt(**test)) if isinstance(test, Mapping) and not number else []
        )
        pairing = summary.pairing_of(results, first, second, walks[-1] if walks else None)
        yield {
            "first": first,
            "second": second,
            "score": f"{pairing.total.points:g} : {pairing.total.games - pairing.total.points:g}",
            "headline": f"{summary.percent(pairing.total.points / pairing.total.games)} of "
            f"{pairing.total.games} games, Elo {pairing.elo}",
            "verdict": summary.WORDS[pairing.walk.decision] if pairing.walk else "",
            "bar": plots.error_bars([(first, pairing.elo)], f"Lead of {first} with its 95 % error"),
            "facts": pairing.facts,
            "plots": [_elo_plot(results, first, second), *([_llr_plot(walks)] if walks else [])],
        }


def _walks(results: Sequence[GameResult], first: str, second: str, test: Sprt) -> list[Walk]:
    """The test's walk, place by place."""
    return list(accumulate(pair_kinds(results, first, second), Walk.after, initial=Walk(test)))


def _elo_plot(results: Sequence[GameResult], first: str, second: str) -> Plot:
    places = _sample_evenly(summary.elo_history(results, first, second))
    return Plot(
        plots.line_chart(places, "Elo over time", names=("games", "Elo")),
        f"Lead of {first} in Elo with its 95 % error, over games played.",
    )


def _llr_plot(walks: Sequence[Walk]) -> Plot:
    places = [(float(sum(walk.counts)), Estimate(walk.llr, UNKNOWN)) for walk in _sample_evenly(walks)]
    guides = (0.0, *walks[-1].bounds)
    svg = plots.line_chart(places, "Log-likelihood ratio over time", guides, ("pairs", "LLR"))
    return Plot(svg, "Log-likelihood ratio of the test and its bounds, over pairs played.")


def _sample_evenly(places: Sequence[T]) -> Sequence[T]:
    """Evenly spread places, few enough to draw, and the last."""
    step = max(math.ceil(len(places) / MOST_PLACES), 1)
    return places[(len(places) - 1) % step :: step]


def _cross_table(results: Sequence[GameResult], groups: Sequence[Group]) -> list[dict[str, object]]:
    """Who took how many points from whom, the best players first."""
    names = [rating.name for group in groups for rating in group.ratings]
    return [
        {"name": name, "cells": [_cell(count_pairing(results, name, other)) for other in names]}
        for name in names
    ]


def _cell(met: PairingCounts) -> dict[str, object] | None:
    if not met.games:
        return None
    return {"points": met.points, "games": met.games, "percent": round(50 * met.points / met.games)}


def _flatten(value: object, name: str = "") -> Iterator[tuple[str, object]]:
    """Nested tables and lists as lines, each with the whole way to it."""
    match value:
        case Mapping():
            for key, inner in value.items():
                yield from _flatten(inner, f"{name}.{key}" if name else str(key))
        case list() | tuple() if any(isinstance(inner, Mapping) for inner in value):
            for number, inner in enumerate(value, 1):
                yield from _flatten(inner, f"{name}.{number}")
        case list() | tuple():
            yield name, " ".join(map(str, value))
        case _:
            yield name, "–" if value is None else value
