"""Tables in the terminal: who leads, and what two players' games show."""

from collections.abc import Sequence

from rich.table import Table
from rich.text import Text

from boyi.arena.game.result import GameResult
from boyi.arena.stats.ratings import SAMPLES, rate
from boyi.arena.stats.sprt import Sprt, Walk
from boyi.arena.stats.summary import pairing_of, percent


def standings(
    results: Sequence[GameResult], anchor: str | None = None, at: float = 0.0, samples: int = SAMPLES
) -> Table:
    """All players by rating. Errors cost `samples` ratings of the table; with 0 they are left out."""
    table = Table(title=f"{len(results)} games")
    for column in ("#", "player", "Elo", "points", "games", "score"):
        table.add_column(column, justify="left" if column == "player" else "right")
    groups = rate(results, anchor, at, samples)
    for group in groups:
        for place, rating in enumerate(group.ratings, 1):
            score = percent(rating.points / rating.games)
            # As Text, since a name may look like markup.
            table.add_row(
                str(place), Text(rating.name), str(rating.elo), f"{rating.points:g}", str(rating.games), score
            )
        table.add_section()
    table.caption = _caption(len(groups), any(group.bent for group in groups))
    return table


def pairing(results: Sequence[GameResult], first: str, second: str, sprt: Sprt | Walk | None = None) -> Table:
    """All that the games of two players tell, as the first of them sees it.

    A test walks all pairs again; to show one that is running, give its walk.
    """
    table = Table(title=Text(f"{first} against {second}"), show_header=False)
    table.add_column("what", style="dim")
    table.add_column("value")
    met = any({first, second} == set(result.players) for result in results)
    facts = pairing_of(results, first, second, sprt).facts if met else {"games": "0"}
    for what, value in facts.items():
        table.add_row(what, value)
    return table


def _caption(groups: int, bent: bool) -> str | None:
    notes = [f"{groups} groups never met: compare inside a group only"] if groups > 1 else []
    notes += ["all points or none: rated with a draw added to every pairing"] if bent else []
    return "; ".join(notes) or None
