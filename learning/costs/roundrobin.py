"""A round robin of settings in the arena: the file that describes it, playing it, and its table.

Every couple's first pair of games comes before any couple's second, so that a run which was broken off is
fair to all; called again, it goes on.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from boyi.arena.__main__ import main as arena
from boyi.arena.game.result import GameResult
from boyi.arena.inprocess.quick_search import evaluation_of
from boyi.arena.runs.store import ledger
from boyi.arena.stats.counts import PairingCounts, count_pairing
from boyi.arena.stats.statistics import WIDTH, Sample
from boyi.engines import load_game
from boyi.learning.costs.descent import Weights, percent
from boyi.learning.report import markdown

HASH = 16
MARGIN = 0.5
"""Seconds over the time that are forgiven: a busy machine may hold an engine up."""
NOBODY = "–"


@dataclass(frozen=True)
class RoundRobin:
    """How settings meet."""

    games: int
    """Games of each couple."""
    tc: str
    openings: str = ""
    concurrency: int = 1
    """Games at once."""


def describe(file: Path, weights: Mapping[str, Weights], terms: RoundRobin) -> None:
    """Write the arena's description of a round robin of chess engines that differ in prices alone."""
    game = load_game("chess")
    names = (*game.costs, *game.endgame_costs)
    lines = ['game = "chess"', 'format = "round robin"', f"games = {terms.games}", f'tc = "{terms.tc}"']
    lines += [f"margin = {MARGIN}", f"concurrency = {terms.concurrency}"]
    if terms.openings:
        lines += ["[openings]", f'file = "{Path(terms.openings).resolve().as_posix()}"', 'order = "random"']
    for name, chosen in weights.items():
        lines += ["[[engines]]", f'name = "{name}"', 'command = "chess"', "[engines.options]"]
        lines += [f"Hash = {HASH}"]
        lines += [f'"{option}" = {cost}' for option, cost in zip(names, percent(chosen), strict=False)]
    file.write_text("\n".join(lines) + "\n", "utf-8")


def play(folder: Path, weights: Mapping[str, Weights], terms: RoundRobin) -> None:
    """Play a round robin to its end, from where the folder holds it. Blocks; ValueError if it did not end."""
    evaluation_of(load_game("chess"))  # compiles kernels, for which an arena would not wait for ever
    if (folder / "settings.json").exists():
        words = ["resume", str(folder)]
    else:
        file = folder.with_suffix(".toml")
        describe(file, weights, terms)
        words = ["tournament", str(file), "--folder", str(folder)]
    if arena(words):
        raise ValueError(f"the round robin did not end; the same call goes on with {folder}")


def cross_table(folder: Path, published: Mapping[str, Sequence[float]]) -> str:
    """What every setting scored, in percent, beside what is published, in the order of that table."""
    results, names = list(ledger(folder).results()), list(published)
    rows = [_row(results, name, names, published[name]) for name in names]
    header = ("% (published)", *names, "mean (published)", "games")
    return markdown(header, rows)


def _row(results: list[GameResult], name: str, names: Sequence[str], seeds: Sequence[float]) -> list[str]:
    others = [other for other in names if other != name]
    found = {other: count_pairing(results, name, other) for other in others}
    cells = [
        NOBODY if other == name else f"{_percent(found[other])} ({seeds[others.index(other)]:g})"
        for other in names
    ]
    met = [one for one in found.values() if one.games]
    mean = 100 * sum(one.points / one.games for one in met) / len(met) if met else math.nan
    error = 100 * WIDTH * math.sqrt(sum(_variance(one) for one in met)) / len(met) if met else math.nan
    whole = f"{mean:.1f} ± {error:.1f} ({sum(seeds) / len(seeds):.1f})"
    return [name, *cells, whole, str(sum(one.games for one in met))]


def _percent(found: PairingCounts) -> str:
    return f"{100 * found.points / found.games:.1f}" if found.games else "?"


def _variance(found: PairingCounts) -> float:
    """Of the mean score, from pairs of games."""
    sample = Sample.of(found.counts)
    return sample.deviation**2 / sample.size
