"""Plots as SVG, written into a page: they take its colours, and names in them are escaped."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from boyi.arena.stats.statistics import Estimate

WIDTH = 400
HEIGHT = 200
NAME_WIDTH = 140
LONGEST_NAME = 18
"""Characters of a name that fit beside the bars; the whole name shows when pointed at."""
ROW = 26
MARGIN = 12
FOOT = 28
GUTTER = 48
"""Pixels for the numbers of an axis, below and beside it."""

HEAD = 5
"""Pixels of the head of an arrow, and of the strokes that end a bar."""
WIDE = 100.0
"""How far an axis reaches if nothing on it is finite."""
SAME = 1e-6
"""Values that differ by less are the same but for rounding."""
TOP = 22
"""Pixels above an axis, for its name."""
LINE = 16
"""Pixels for the name of an axis."""
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
    spread = max(finite) - min(finite)
    air = spread * 0.05 if spread > SAME else 1.0
    return Axis(min(finite) - air, max(finite) + air, start, end)


def error_bars(rows: Sequence[tuple[str, Estimate]], label: str) -> Markup:
    """Names below each other, with their values and 95 % errors on one scale."""
    height = ROW * len(rows) + FOOT + LINE
    ends = [end for _, estimate in rows for end in (estimate.value, *estimate.interval) if math.isfinite(end)]
    scale = axis([0.0, *(ends or (-WIDE, WIDE))], NAME_WIDTH, WIDTH - MARGIN)
    parts = [_upright(scale.place(tick), height - LINE, f"{tick:g}") for tick in scale.ticks]
    parts += [_bar(name, estimate, scale, ROW * (i + 0.5)) for i, (name, estimate) in enumerate(rows)]
    parts += [_axis_name(ROW * len(rows) + FOOT + LINE, "Elo")]
    return _svg(height, label, parts)


def line_chart(
    points: Sequence[tuple[float, Estimate]],
    label: str,
    guides: Sequence[float] = (0.0,),
    names: tuple[str, str] = ("", ""),
) -> Markup:
    """How a value and its error went, from left to right; guides are levels to compare with.

    `names` are those of the axes: of what runs across, and of the value. What nothing bounds has an arrow.
    """
    seen = [(x, estimate) for x, estimate in points if math.isfinite(estimate.value)]
    settled = seen[int(SETTLING * len(seen)) :]
    ends = [end for _, estimate in settled for end in (estimate.value, *_drawn(estimate))]
    across = axis([0.0, *(x for x, _ in points)], GUTTER, WIDTH - MARGIN)
    up = axis([*guides, *ends], HEIGHT - FOOT, TOP)
    parts = [_level(up.place(tick), f"{tick:g}") for tick in up.ticks]
    parts += [
        Markup('<text x="{}" y="{}" class="x">{:g}</text>').format(across.place(tick), HEIGHT - 8, tick)
        for tick in across.ticks
    ]
    parts += [
        Markup('<path class="guide" d="M{} {}H{}"/>').format(GUTTER, up.place(guide), WIDTH - MARGIN)
        for guide in guides
    ]
    swept = [(across.place(x), math.copysign(1, e.value)) for x, e in points if math.isinf(e.value)]
    if swept and not seen:  # all points or none so far
        x, side = swept[-1]
        parts.append(_arrow(x, up.place(guides[0]), up.end if side > 0 else up.start))
    return _svg(HEIGHT + LINE, label, parts + _line(seen, across, up) + _axis_names(*names))


def _line(points: Sequence[tuple[float, Estimate]], across: Axis, up: Axis) -> list[Markup]:
    """The band between low and high, the line of values, and a dot where it ends."""
    if not points:
        return []
    places = [(across.place(x), *(up.place(value) for value in (e.value, *_drawn(e)))) for x, e in points]
    x, last = points[-1]
    unbounded = [math.isinf(end) for end in last.interval]
    arrows = [
        _arrow(across.place(x), up.place(last.value), end)
        for end, missing in zip((up.start, up.end), unbounded, strict=True)
        if missing
    ]
    high = [f"{x} {top}" for x, _, _, top in places]
    low = [f"{x} {bottom}" for x, _, bottom, _ in reversed(places)]
    line = [f"{x} {middle}" for x, middle, _, _ in places]
    return [
        Markup('<path class="band" d="M{}Z"/>').format("L".join(high + low)),
        Markup('<path class="line" d="M{}"/>').format("L".join(line)),
        Markup('<circle cx="{}" cy="{}" r="3"/>').format(*places[-1][:2]),
        *arrows,
    ]


def _arrow(x: float, y: float, end: float) -> Markup:
    """From a value up or down to the end of its axis: nothing bounds it on that side."""
    back = math.copysign(HEAD, y - end)
    return Markup('<path class="line" d="M{0} {1}V{2}M{3} {4}L{0} {2}L{5} {4}"/>').format(
        x, y, end, x - HEAD, end + back, x + HEAD
    )


def _axis_names(across: str, up: str) -> list[Markup]:
    """What runs across stands below its numbers, what goes up at the head of its axis."""
    names = [_axis_name(HEIGHT + LINE, across)] if across else []
    return [*names, Markup('<text x="2" y="11" class="axis">{}</text>').format(up)] if up else names


def _axis_name(height: float, name: str) -> Markup:
    """The name of what runs across, at the lower right."""
    return Markup('<text x="{}" y="{}" class="axis y">{}</text>').format(WIDTH - MARGIN, height - 4, name)


def _drawn(estimate: Estimate) -> tuple[float, float]:
    """The interval as a band shows it: where nothing bounds it, there is none."""
    low, high = estimate.interval
    return low if math.isfinite(low) else estimate.value, high if math.isfinite(high) else estimate.value


def _bar(name: str, estimate: Estimate, scale: Axis, y: float) -> Markup:
    """A name, its value as a dot, its error as a line with ends."""
    shown = name if len(name) <= LONGEST_NAME else name[: LONGEST_NAME - 1] + "…"
    swept = math.isinf(estimate.value)  # drawn from nothing to its side, without a dot
    ends = [min(0.0, estimate.value), max(0.0, estimate.value)] if swept else list(estimate.interval)
    ends = [estimate.value if math.isnan(end) else end for end in ends]
    left, right = (
        scale.start if end == -math.inf else scale.end if end == math.inf else scale.place(end)
        for end in ends
    )
    return Markup(
        '<g><title>{name}: {estimate}</title><text x="{edge}" y="{base}" class="name">{shown}</text>'
        '<path class="line" d="M{left} {y}H{right}{ends}"/>{dot}</g>'
    ).format(
        name=name,
        estimate=estimate,
        shown=shown,
        edge=NAME_WIDTH - MARGIN,
        base=y + 4,
        left=left,
        right=right,
        ends=_end(left, y, -math.isinf(ends[0])) + _end(right, y, math.isinf(ends[1])),
        dot=Markup("")
        if swept
        else Markup('<circle cx="{}" cy="{}" r="4"/>').format(scale.place(estimate.value), y),
        y=y,
    )


def _end(x: float, y: float, side: int) -> str:
    """Where an interval ends: a stroke across, or the head of an arrow to the left (-1) or right (1)."""
    return f"M{x - side * HEAD} {y - HEAD}L{x} {y}L{x - side * HEAD} {y + HEAD}"


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
