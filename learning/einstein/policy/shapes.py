"""Shapes of published policy networks of EinStein.

Network I has convolutions of 2x2 squares with 6 units and of 3x3 with 22, a dense layer and dropout; II-n has
2x2 with n units, 3x3 with 2n and 4x4 with 4n, and a dense layer. Six outputs stand for up to two pieces that
may move, times three directions; only those that are legal compete.
"""

from dataclasses import dataclass

from boyi.engines.einstein.evaluation.policy import CHOICES, DENSE


@dataclass(frozen=True)
class PolicyShape:
    """A network: (width of the squares seen at once, units) of each convolution, units of the dense layer."""

    convolutions: tuple[tuple[int, int], ...]
    dense: int
    outputs: int
    dropout: float = 0.0


def shape(name: str) -> PolicyShape:
    """The network called I or II-n; ValueError if there is none."""
    if name == "I":
        return PolicyShape(((2, 6), (3, 22)), DENSE, CHOICES, dropout=0.5)
    kind, _, number = name.partition("-")
    if kind != "II" or not number.isdigit() or int(number) < 1:
        raise ValueError(f"no network {name!r}: I or II-n, II-10 say")
    n = int(number)
    return PolicyShape(((2, n), (3, 2 * n), (4, 4 * n)), DENSE, CHOICES)
