"""Recipe: a network for a game from nothing but the game's hand-crafted evaluation.

    FOLDER/games-1         self-play of the hand-crafted evaluation
    FOLDER/strays          positions beside them, with static values
    FOLDER/imitation       a network that has learned those values
    FOLDER/generation-1    the same, taught by the games
    FOLDER/games-2         self-play of that network
    FOLDER/generation-2    the imitation, taught by the games of both
    …

What is there is not made again, and what was broken off goes on.
"""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from boyi.learning.nets.strays import StrayOrder, make_strays
from boyi.learning.nets.subjects import load_subject
from boyi.learning.nets.training import Settings, Training
from boyi.learning.runs import STEP, Run, latest
from boyi.learning.samples import entered, load
from boyi.learning.selfplay import Order, make_samples

Tell = Callable[[str], None]


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
    mix: float = 1.0
    """Weight of scores in what the games teach; the rest is results."""
    decay: float = 0.6
    """How much the later scores of a game count: the λ of TD(λ)."""
    batch: int = 16384
    workers: int = 2


@dataclass(frozen=True)
class Lesson:
    """How a network is taught."""

    passes: int
    rate: float
    mix: float
    decay: float
    start: str = ""


def follow(recipe: Recipe, folder: Path, tell: Tell) -> Path:
    """Do what is left of a recipe; the weight file of the last generation. Blocks."""
    weights = ""
    for generation in range(1, recipe.generations + 1):
        _play(recipe, folder / f"games-{generation}", generation, weights, tell)
        games = [folder / f"games-{number}" for number in range(1, generation + 1)]
        if generation == 1:
            _stray(recipe, games[0], folder / "strays", tell)
            knowing = Lesson(recipe.stray_passes, 2e-3, 1.0, 0.0)
            _train(recipe, [folder / "strays"], folder / "imitation", knowing)
        taught = Lesson(recipe.passes, 1e-3, recipe.mix, recipe.decay, str(folder / "imitation"))
        weights = str(_train(recipe, games, folder / f"generation-{generation}", taught))
    return Path(weights)


def _made(folder: Path) -> int:
    """How many samples a folder has."""
    return sum(int(entry["samples"]) for entry in entered(folder))


def _play(recipe: Recipe, folder: Path, generation: int, weights: str, tell: Tell) -> None:
    made = _made(folder)
    if made >= recipe.samples:
        return
    subject = load_subject(recipe.game)
    tell(f"{folder}: {recipe.samples - made} samples to be played")
    order = Order(
        recipe.game,
        samples=(recipe.samples - made) // recipe.workers + 1,
        nodes=recipe.nodes,
        seed=100_000 * generation,
        evaluator=subject.evaluator if weights else subject.teacher,
        weights=weights,
    )
    make_samples(order, folder, recipe.workers)


def _stray(recipe: Recipe, games: Path, folder: Path, tell: Tell) -> None:
    made = _made(folder)
    if made >= recipe.strays:
        return
    tell(f"{folder}: {recipe.strays - made} strays to be found")
    share = (recipe.strays - made) // recipe.workers + 1
    order = StrayOrder(recipe.game, share, 0, load_subject(recipe.game).teacher)
    make_strays(order, games, folder, recipe.workers)


def _train(recipe: Recipe, data: list[Path], folder: Path, lesson: Lesson) -> Path:
    """The weights that a training comes to; samples are not read for one that is finished."""
    subject, made = load_subject(recipe.game), sum(map(_made, data))
    settings = Settings(
        recipe.game,
        made,
        lesson.passes,
        recipe.batch,
        lesson.rate,
        lesson.mix,
        subject.scale,
        recipe.workers,
        decay=lesson.decay,
        start=lesson.start,
    )
    with Run(folder, settings) as run:
        if int(run.restore().get(STEP, 0)) < lesson.passes:
            Training(subject, load(subject.sample, *data), settings, run).train()
    return latest(folder)
