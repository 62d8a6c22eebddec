"""What the numbers of EinStein's weight files must be like for evaluators to rely on them.

The tables of the race become a place in another table, counts of games a divisor: such numbers are checked
once, when a file is read, rather than at every position.
"""

from boyi.engines.einstein.evaluation.race import TURNS, UNIT
from boyi.engines.jit import Record


def check_race(weights: Record) -> None:
    """ValueError unless the race's tables are chances, each row of `sooner` of one thing or another."""
    for name in ("sooner", "later"):
        if weights[name].min() < 0 or weights[name].max() > UNIT:
            raise ValueError(f"{name} holds numbers beyond 0 to {UNIT}, which are no chances")
    if weights["sooner"].sum(axis=1).max() > UNIT + TURNS:  # each entry was rounded
        raise ValueError("sooner holds chances of more than a sure thing")


def check_counts(weights: Record) -> None:
    """ValueError unless rectangles were won at most as often as they were seen."""
    if weights["wins"].min() < 0 or (weights["wins"] > weights["games"]).any():
        raise ValueError("wins are less than 0 or more than games")
    if weights["stretch"] < 0:
        raise ValueError(f"a stretch of {int(weights['stretch'])} % makes no sense")
