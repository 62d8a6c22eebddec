"""Plots as SVG, written into a page: they take its colours, and names in them are escaped."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from boyi.arena.statistics import Estimate

WIDTH = 400
HEIGHT = 200
NAME_WIDTH = 140
LONGEST_NAME = 18
"""Characters of a name that fit beside the bars; the rest is told when pointed at."""
ROW = 26
MARGIN = 12
FOOT = 28
GUTTER = 48
"""Pixels for the numbers of an axis, below and beside it."""

SETTLING = 0.2
"""Share of a course, at its start, whose error is too large to be drawn to scale."""


@dataclass(frozen=True)
class Axis:
    """Where values from `low` to `high` lie between two pixels; others are drawn at its ends."""

    low: float
    high: float
    start: float
    end: float

    def place(self, value: float) -> float:
        """The pixel of a value."""
        share = (min(max(value, self.low), self.high) - self.low) / (self.high - self.low)
        return round(self.start + share * (self.end - self.start), 1)

    @property
    def ticks(self) -> list[float]:
        """About five round values."""
        rough = (self.high - self.low) / 5
        power = 10.0 ** math.floor(math.log10(rough))
        step = next(power * digit for digit in (1, 2, 5, 10) if power * digit >= rough)
        return [step * i for i in range(math.ceil(self.low / step), math.floor(self.high / step) + 1)]


def axis(values: Iterable[float], start: float, end: float) -> Axis:
    """An axis that holds all finite values, with some air."""
    finite = [value for value in values if math.isfinite(value)] or [0.0]
    air = (max(finite) - min(finite)) * 0.05 or 1.0
    return Axis(min(finite) - air, max(finite) + air, start, end)


def error_bars(rows: Sequence[tuple[str, Estimate]], label: str) -> Markup:
    """Names below each other, with their values and 95 % errors on one scale."""
    height = ROW * len(rows) + FOOT
    ends = [value + sign * error for value, error in map(_known, rows) for sign in (-1, 1)]
    scale = axis([0.0, *ends], NAME_WIDTH, WIDTH - MARGIN)
    parts = [_upright(scale.place(tick), height, f"{tick:g}") for tick in scale.ticks]
    parts += [_bar(name, estimate, scale, ROW * (i + 0.5)) for i, (name, estimate) in enumerate(rows)]
    return _svg(height, label, parts)


def course(points: Sequence[tuple[float, Estimate]], label: str, guides: Sequence[float] = (0.0,)) -> Markup:
    """How a value and its error went, from left to right; guides are levels to compare with."""
    seen = [(x, estimate) for x, estimate in points if math.isfinite(estimate.value)]
    settled = [_known(point) for point in seen[int(SETTLING * len(seen)) :]]
    ends = [value + sign * error for value, error in settled for sign in (-1, 1)]
    across = axis([0.0, *(x for x, _ in points)], GUTTER, WIDTH - MARGIN)
    up = axis([*guides, *ends], HEIGHT - FOOT, MARGIN)
    parts = [_level(up.place(tick), f"{tick:g}") for tick in up.ticks]
    parts += [
        Markup('<text x="{}" y="{}" class="x">{:g}</text>').format(across.place(tick), HEIGHT - 8, tick)
        for tick in across.ticks
    ]
    parts += [
        Markup('<path class="guide" d="M{} {}H{}"/>').format(GUTTER, up.place(guide), WIDTH - MARGIN)
        for guide in guides
    ]
    return _svg(HEIGHT, label, parts + _line(seen, across, up))


def _known(row: tuple[object, Estimate]) -> tuple[float, float]:
    """A value and its error, none where nothing bounds it."""
    _, estimate = row
    return estimate.value, estimate.error if math.isfinite(estimate.error) else 0.0


def _line(points: Sequence[tuple[float, Estimate]], across: Axis, up: Axis) -> list[Markup]:
    """The band between low and high, the line of values, and a dot where it ends."""
    if not points:
        return []
    places = [(across.place(x), *(up.place(value) for value in (e.value, *_interval(e)))) for x, e in points]
    high = [f"{x} {top}" for x, _, _, top in places]
    low = [f"{x} {bottom}" for x, _, bottom, _ in reversed(places)]
    line = [f"{x} {middle}" for x, middle, _, _ in places]
    return [
        Markup('<path class="band" d="M{}Z"/>').format("L".join(high + low)),
        Markup('<path class="line" d="M{}"/>').format("L".join(line)),
        Markup('<circle cx="{}" cy="{}" r="3"/>').format(*places[-1][:2]),
    ]


def _interval(estimate: Estimate) -> tuple[float, float]:
    error = 0.0 if math.isnan(estimate.error) else estimate.error
    return estimate.value - error, estimate.value + error


def _bar(name: str, estimate: Estimate, scale: Axis, y: float) -> Markup:
    """A name, its value as a dot, its error as a line with ends."""
    shown = name if len(name) <= LONGEST_NAME else name[: LONGEST_NAME - 1] + "…"
    value, error = _known((name, estimate))
    left, right = scale.place(value - error), scale.place(value + error)
    return Markup(
        '<g><title>{name}: {estimate}</title><text x="{edge}" y="{base}" class="name">{shown}</text>'
        '<path class="line" d="M{left} {y}H{right}M{left} {top}V{bottom}M{right} {top}V{bottom}"/>'
        '<circle cx="{x}" cy="{y}" r="4"/></g>'
    ).format(
        name=name,
        estimate=estimate,
        shown=shown,
        edge=NAME_WIDTH - MARGIN,
        base=y + 4,
        left=left,
        right=right,
        x=scale.place(value),
        y=y,
        top=y - 5,
        bottom=y + 5,
    )


def _upright(x: float, height: float, label: str) -> Markup:
    """A line of the grid from top to bottom, labelled below."""
    return Markup('<path class="grid" d="M{0} 0V{1}"/><text x="{0}" y="{2}" class="x">{3}</text>').format(
        x, height - FOOT + 4, height - 8, label
    )


def _level(y: float, label: str) -> Markup:
    """A line of the grid from left to right, labelled on its left."""
    return Markup('<path class="grid" d="M{0} {1}H{2}"/><text x="{3}" y="{4}" class="y">{5}</text>').format(
        GUTTER, y, WIDTH - MARGIN, GUTTER - 6, y + 4, label
    )


def _svg(height: float, label: str, parts: Iterable[Markup]) -> Markup:
    return Markup(
        '<svg viewBox="0 0 {} {}" role="img" aria-label="{}" xmlns="http://www.w3.org/2000/svg">{}</svg>'
    ).format(WIDTH, height, label, Markup("").join(parts))
