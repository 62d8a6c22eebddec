"""Recipe: a network for a game from nothing but the game's hand-crafted evaluation.

    FOLDER/games-1         self-play of the hand-crafted evaluation
    FOLDER/strays          positions beside them, with static values
    FOLDER/imitation       a network that has learned those values
    FOLDER/generation-1    the same, trained by the games
    FOLDER/games-2         self-play of that network
    FOLDER/generation-2    the imitation, trained by the games of both
    …

What is there is not made again, and what was broken off goes on.
"""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from boyi.arena.farm.opening import open_farm
from boyi.learning.data.samples import count_samples, load
from boyi.learning.data.selfplay import SelfPlayTask, make_samples
from boyi.learning.nnue.networks import NETWORKS
from boyi.learning.nnue.random_neighbours import NeighbourTask, make_neighbours
from boyi.learning.nnue.training import NnueSettings, Training
from boyi.learning.run import STEP, Run, latest

Report = Callable[[str], None]


@dataclass(frozen=True)
class Recipe:
    """How much of everything."""

    game: str
    generations: int = 2
    samples: int = 8_000_000
    """Of the games of each generation."""
    nodes: int = 500
    """Of each search of a game."""
    strays: int = 60_000_000
    passes: int = 8
    """Over the games."""
    stray_passes: int = 3
    mix: float = NnueSettings.mix
    """Weight of scores in what the games teach; the rest is results."""
    decay: float = NnueSettings.decay
    """How much the later scores of a game count: the λ of TD(λ)."""
    batch: int = NnueSettings.batch
    workers: int = 2


def follow(recipe: Recipe, folder: Path, report: Report, cluster: str = "") -> Path:
    """Do what is left of a recipe; the weight file of the last generation. Blocks.

    Games and strays are made by the cluster at an address, if one is given; a training is one machine's.
    """
    weights = ""
    for generation in range(1, recipe.generations + 1):
        _play(recipe, folder / f"games-{generation}", generation, weights, report, cluster)
        games = [folder / f"games-{number}" for number in range(1, generation + 1)]
        if generation == 1:
            _find_neighbours(recipe, games[0], folder / "strays", report, cluster)
            values = {"passes": recipe.stray_passes, "rate": 2e-3, "mix": 1.0, "decay": 0.0}
            _train(recipe, [folder / "strays"], folder / "imitation", **values)
        scores = {"passes": recipe.passes, "rate": 1e-3, "mix": recipe.mix, "decay": recipe.decay}
        start = str(folder / "imitation")
        weights = str(_train(recipe, games, folder / f"generation-{generation}", start=start, **scores))
    return Path(weights)


def _play(recipe: Recipe, folder: Path, generation: int, weights: str, report: Report, cluster: str) -> None:
    done = count_samples(folder)
    if done >= recipe.samples:
        return
    network = NETWORKS[recipe.game]
    report(f"{folder}: {recipe.samples - done} samples to be played")
    order = SelfPlayTask(
        recipe.game,
        samples=recipe.samples - done,
        nodes=recipe.nodes,
        seed=100_000 * generation,
        evaluator=network.evaluator if weights else network.teacher,
        weights=weights,
    )
    with open_farm(cluster, recipe.workers) as farm:
        make_samples(order, folder, farm)


def _find_neighbours(recipe: Recipe, games: Path, folder: Path, report: Report, cluster: str) -> None:
    done = count_samples(folder)
    if done >= recipe.strays:
        return
    report(f"{folder}: {recipe.strays - done} strays to be found")
    order = NeighbourTask(recipe.game, recipe.strays - done, 0, NETWORKS[recipe.game].teacher)
    with open_farm(cluster, recipe.workers) as farm:
        make_neighbours(order, games, folder, farm)


def _train(recipe: Recipe, data: list[Path], folder: Path, **stage: Any) -> Path:
    """The weights that a training comes to; samples are not read for one that is finished."""
    network, done = NETWORKS[recipe.game], sum(map(count_samples, data))
    settings = NnueSettings(recipe.game, done, batch=recipe.batch, threads=recipe.workers, **stage)
    with Run(folder, settings) as run:
        if int(run.restore().get(STEP, 0)) < settings.passes:
            Training(network, load(network.sample, *data), settings, run).train()
    return latest(folder)
