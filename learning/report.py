"""What readers see of a training: the page of a run, with a curve for every number of its log; tables."""

import json
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any

import jinja2
from markupsafe import Markup

from boyi.arena.files import as_arena_error
from boyi.arena.report import plots
from boyi.arena.report.page import MOST_PLACES
from boyi.arena.runs.store import ledger, read_settings
from boyi.arena.stats.statistics import Estimate
from boyi.arena.stats.summary import WORDS, pairing_of
from boyi.engines.files import write_atomically

TABLES = "tables.json"
"""Where a run's tables stand beside its page."""
TRIED = ("new", "old")
"""What a promotion's players are called."""


@dataclass(frozen=True)
class ReportTable:
    """Rows of words under a heading."""

    title: str
    heading: Sequence[str]
    rows: Sequence[Sequence[object]]


def write_report(
    path: Path,
    title: str,
    settings: Mapping[str, Any],
    log: Iterable[Mapping[str, Any]] = (),
    tables: Sequence[ReportTable] = (),
    remarks: Sequence[str] = (),
) -> None:
    """Write the page at once or not at all; every number in the log's lines is drawn over `step`."""
    environment = jinja2.Environment(
        autoescape=True, trim_blocks=True, lstrip_blocks=True, undefined=jinja2.StrictUndefined
    )
    template = environment.from_string(files("boyi.learning").joinpath("report.html").read_text("utf-8"))
    page = template.render(
        title=title,
        remarks=remarks,
        tables=tables,
        curves=[(name, _curve(name, points)) for name, points in _curves(log).items()],
        settings=[(name, _in_words(value)) for name, value in settings.items()],
    )
    with as_arena_error(path):
        write_atomically(path, page)


def write_tables(path: Path, tables: Sequence[ReportTable]) -> None:
    """Write tables as JSON, for pages of several runs."""
    rows = [(table.title, table.heading, table.rows) for table in tables]
    with as_arena_error(path):
        write_atomically(path, json.dumps(rows, ensure_ascii=False, default=str, indent=1))


def _in_words(value: object) -> object:
    """A setting as it is read."""
    match value:
        case list() | tuple():
            return ", ".join(map(str, value)) or "none"
        case Mapping():
            return ", ".join(f"{name} {each}" for name, each in value.items())
    return value


def markdown(header: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    """A table with a heading; numbers with a fraction show one digit of it."""
    lines = [header, ["---"] * len(header), *rows]
    return "\n".join("| " + " | ".join(_cell(cell) for cell in line) + " |" for line in lines)


def _cell(value: object) -> str:
    return f"{value:.1f}" if isinstance(value, float) else str(value)


def _curves(log: Iterable[Mapping[str, Any]]) -> dict[str, list[tuple[float, float]]]:
    """Every number of the log but the step, by name: (step, value) in order."""
    found: dict[str, list[tuple[float, float]]] = {}
    for line in log:
        for name, value in line.items():
            if name != "step" and isinstance(value, int | float) and math.isfinite(value):
                found.setdefault(name, []).append((float(line["step"]), float(value)))
    return found


def _curve(name: str, points: Sequence[tuple[float, float]]) -> Markup:
    thin = points[:: max(1, math.ceil(len(points) / MOST_PLACES))]
    values = [value for _, value in thin]
    places = [(step, Estimate(value, math.nan)) for step, value in thin]
    return plots.line_chart(places, name, (min(values), max(values)), ("step", name))


def strength_table(folder: Path) -> list[ReportTable]:
    """How strong the steps of a run were that were tried for promotion; no table if none was."""
    rows = []
    for place in sorted(folder.glob("promotion-*")):
        results = list(ledger(place).results()) if (place / "games.jsonl").exists() else []
        test = read_settings(place).sprt if results else None
        if test is not None:
            found = pairing_of(results, *TRIED, test)
            _, step, against = place.name.split("-", 2)
            verdict = WORDS[found.walk.decision] if found.walk else ""
            rows.append((int(step), against, found.total.games, str(found.elo), verdict))
    heading = ("step", "against the weights", "games", "Elo", "test")
    return [ReportTable("Strength of the steps that were tried", heading, rows)] if rows else []
