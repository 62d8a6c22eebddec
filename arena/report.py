"""The page of a run: one HTML file that needs nothing else, with tables and plots of all that was played."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from itertools import accumulate
from pathlib import Path
from typing import TypeVar

import jinja2
from markupsafe import Markup

from boyi.arena import plots, summary
from boyi.arena.files import write_whole
from boyi.arena.outcome import GameResult
from boyi.arena.ratings import Group, rate
from boyi.arena.sprt import Sprt, Walk
from boyi.arena.statistics import Estimate
from boyi.arena.tally import Tally, pair_kinds, pairings, tally

MOST_FAULTS = 200
MOST_PLACES = 150
"""How many are shown: games with a fault, places of a plotted line."""
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
    anchor: str | None = None,
    at: float = 0.0,
) -> None:
    """Write the page of a run, at once or not at all.

    `settings` are told as they are; of them `event` names the page, and `sprt`, a table with the fields of
    `Sprt`, is the test between the first two players. ValueError if nobody is called `anchor`.
    """
    page = render(results, settings, anchor, at)
    # Engines may say what is no text; it is told with escapes.
    write_whole(path, page.encode("utf-8", "backslashreplace").decode("utf-8"))


def render(
    results: Sequence[GameResult], settings: Mapping[str, object], anchor: str | None = None, at: float = 0.0
) -> str:
    """The page as text."""
    groups = rate(results, anchor, at)
    faults = [result for result in results if result.fault]
    return _template().render(
        title=settings.get("event") or "Arena",
        games=len(results),
        span=_span(results),
        groups=[_shown_group(group) for group in groups],
        pairings=list(_shown_pairings(results, settings)),
        cross=_cross(results, groups),
        endings=summary.endings(results),
        faults=faults[:MOST_FAULTS],
        unlisted=max(len(faults) - MOST_FAULTS, 0),
        variation_faults=summary.variation_faults(results),
        overhead=summary.overhead(results),
        settings=list(_flat(settings)),
    )


def _template() -> jinja2.Template:
    environment = jinja2.Environment(
        autoescape=True, trim_blocks=True, lstrip_blocks=True, undefined=jinja2.StrictUndefined
    )
    return environment.from_string(files("boyi.arena").joinpath("report.html").read_text(encoding="utf-8"))


def _span(results: Sequence[GameResult]) -> str:
    """From the first start to the last, if known."""
    started = sorted(result.started for result in results if result.started)
    return f"started between {started[0]} and {started[-1]}" if started else ""


def _shown_group(group: Group) -> dict[str, object]:
    rows = [(rating.name, rating.elo) for rating in group.ratings]
    return {
        "ratings": group.ratings,
        "bent": group.bent,
        "plot": plots.error_bars(rows, "Ratings with 95 % errors"),
    }


def _shown_pairings(
    results: Sequence[GameResult], settings: Mapping[str, object]
) -> Iterator[dict[str, object]]:
    """Every pairing in words and plots; the test belongs to the first."""
    test = settings.get("sprt")
    for number, (first, second) in enumerate(_couples(results, settings)):
        walks = (
            _walks(results, first, second, Sprt(**test)) if isinstance(test, Mapping) and not number else []
        )
        told = summary.pairing_of(results, first, second, walks[-1] if walks else None)
        yield {
            "first": first,
            "second": second,
            "headline": f"{told.tally.points:g}/{told.tally.games}, Elo {told.elo}",
            "facts": told.facts,
            "plots": [_elo_plot(results, first, second), *([_llr_plot(walks)] if walks else [])],
        }


def _couples(results: Sequence[GameResult], settings: Mapping[str, object]) -> list[tuple[str, str]]:
    """Who met whom; two players in the order of the settings, whichever of their games ended first."""
    couples, engines = list(pairings(results)), settings.get("engines")
    if isinstance(engines, Sequence) and len(engines) == 2 and couples:
        first, second = (str(engine["name"]) for engine in engines)
        return [(first, second)]
    return couples


def _walks(results: Sequence[GameResult], first: str, second: str, test: Sprt) -> list[Walk]:
    """The test's walk, place by place."""
    return list(accumulate(pair_kinds(results, first, second), Walk.after, initial=Walk(test)))


def _elo_plot(results: Sequence[GameResult], first: str, second: str) -> Plot:
    places = _thinned(summary.course(results, first, second))
    return Plot(
        plots.course(places, "Elo over time"),
        f"Lead of {first} in Elo with its 95 % error, over games played.",
    )


def _llr_plot(walks: Sequence[Walk]) -> Plot:
    places = [(float(sum(walk.counts)), Estimate(walk.llr, UNKNOWN)) for walk in _thinned(walks)]
    svg = plots.course(places, "Log-likelihood ratio over time", (0.0, *walks[-1].bounds))
    return Plot(svg, "Log-likelihood ratio of the test and its bounds, over pairs played.")


def _thinned(places: Sequence[T]) -> Sequence[T]:
    """Evenly spread places, few enough to draw, and the last."""
    step = max(math.ceil(len(places) / MOST_PLACES), 1)
    return places[(len(places) - 1) % step :: step]


def _cross(results: Sequence[GameResult], groups: Sequence[Group]) -> list[dict[str, object]]:
    """Who took how many points from whom, the best players first."""
    names = [rating.name for group in groups for rating in group.ratings]
    return [
        {"name": name, "cells": [_cell(tally(results, name, other)) for other in names]} for name in names
    ]


def _cell(met: Tally) -> dict[str, object] | None:
    if not met.games:
        return None
    return {"points": met.points, "games": met.games, "percent": round(50 * met.points / met.games)}


def _flat(value: object, name: str = "") -> Iterator[tuple[str, object]]:
    """Nested tables and lists as lines, each with the whole way to it."""
    match value:
        case Mapping():
            for key, inner in value.items():
                yield from _flat(inner, f"{name}.{key}" if name else str(key))
        case list() | tuple() if any(isinstance(inner, Mapping) for inner in value):
            for number, inner in enumerate(value, 1):
                yield from _flat(inner, f"{name}.{number}")
        case list() | tuple():
            yield name, " ".join(map(str, value))
        case _:
            yield name, "–" if value is None else value
