"""The page of a training run: settings, tables, and a curve for every number of the log."""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any

import jinja2
from markupsafe import Markup

from boyi.arena import plots
from boyi.arena.files import told, write_whole
from boyi.arena.report import MOST_PLACES
from boyi.arena.statistics import Estimate


@dataclass(frozen=True)
class Table:
    """Rows of words under a heading."""

    title: str
    heading: Sequence[str]
    rows: Sequence[Sequence[object]]


def write_report(
    path: Path,
    title: str,
    settings: Mapping[str, Any],
    log: Iterable[Mapping[str, Any]] = (),
    tables: Sequence[Table] = (),
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
        settings=list(settings.items()),
    )
    with told(path):
        write_whole(path, page)


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
    return plots.course(places, name, (min(values), max(values)))
