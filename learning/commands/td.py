"""Learn by temporal differences from the games of a source; the same call takes up a run that was broken off.

bin/train td RUN --source records --paths games.jsonl.gz --passes 3
bin/train td RUN --method directed --source selfplay --games 2000 --depth 2
bin/train td RUN --method leaf --source records --paths games.pgn
bin/train td RUN --source opponent --opponent "fairy-stockfish?dialect=ucci" --games 200
bin/train td RUN --source online --paths session.log --live weights.safetensors --games 50
bin/train td RUN --page run.toml
"""

import argparse
import dataclasses
import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from boyi.arena import values
from boyi.engines import load_game
from boyi.engines.game import Game
from boyi.engines.places import place
from boyi.learning.learners import EYES, LEARNERS, Newborn
from boyi.learning.runs import Run
from boyi.learning.sources import Source, Weights
from boyi.learning.sources.inside import RandomPlay, SelfPlay
from boyi.learning.sources.outside import Online, Opponent
from boyi.learning.sources.records import Records
from boyi.learning.teaching import Course, Rule, Teacher

SOURCES = ("records", "random", "selfplay", "opponent", "online")


@dataclass(frozen=True)
class Page:
    """All that defines a run; a TOML page has the same names."""

    game: str = "xiangqi"
    evaluator: str = "mlp100"
    source: str = "records"
    paths: list[str] = field(default_factory=list)
    """Files and folders of games; the file to follow of `online`."""
    most: int = 0
    """Games of the records that are used, drawn by lot; 0 for all."""
    passes: int = 1
    games: int = 0
    """Games to learn from; 0: the passes over the records."""
    method: str = "td"
    decay: float = 0.7
    rate: float = 0.002
    fading: float = 0.0
    step: str = "plain"
    depth: int = 2
    seed: int = 1
    eyes: str = "mover"
    """Whose eyes a new network sees with: the mover's, or always the first player's."""
    begin: str = ""
    """A weight file to begin with; a new network if empty."""
    every: int = 500
    opponent: str = ""
    """The engine to play against, as the arena names it."""
    arena: str = ""
    """More words for the arena's command line, such as `--tc 1+0.01 --openings FILE`."""
    live: str = ""
    """A weight file to replace after every game."""

    def __post_init__(self) -> None:
        """Refuse what makes no sense."""
        for name, known in (("game", tuple(LEARNERS)), ("source", SOURCES), ("eyes", EYES)):
            if getattr(self, name) not in known:
                raise ValueError(f"no {name} {getattr(self, name)!r} (known: {', '.join(known)})")
        if self.passes < 1 or self.every < 1:
            raise ValueError("numbers of passes, and of games between two checkpoints (every), are positive")
        if self.source in ("records", "online") and not self.paths:
            raise ValueError(f"say with --paths where the games of {self.source} are")
        if self.source == "opponent" and not self.opponent:
            raise ValueError("say with --opponent whom to play against")
        if self.source != "records" and self.games < 1:
            raise ValueError(f"say with --games how many games of {self.source} to learn from")
        if self.method == "directed" and (self.source not in ("selfplay", "opponent") or self.depth < 2):
            raise ValueError("TD-Directed learns from the learner's own games, searched two plies or more")


def arguments(parser: argparse.ArgumentParser) -> None:
    """What may be said."""
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("run", type=Path, help="folder of the run")
    parser.add_argument("--page", type=Path, metavar="FILE.toml", help="settings; flags go before them")
    for item in dataclasses.fields(Page):
        kind = {"int": int, "float": float}.get(str(getattr(item.type, "__name__", item.type)), str)
        if item.name == "paths":
            parser.add_argument("--paths", nargs="+")
        else:
            parser.add_argument(f"--{item.name}", type=kind, help=f"({item.default})")


def run(args: argparse.Namespace) -> None:
    """Teach."""
    page = _page(args)
    game = load_game(page.game)
    learner = Newborn(page.game, page.evaluator, page.seed, page.eyes, (), page.begin).learner()
    with Run(args.run, page) as run:
        live = page.live or (str(args.run / "live.safetensors") if page.source == "opponent" else "")
        source = _source(page, game, learner.export, args.run, live)
        test = source.test if isinstance(source, Records) else []
        games = page.games or page.passes * len(source.train) if isinstance(source, Records) else page.games
        rule = Rule(page.method, page.decay, page.rate, page.fading, page.step, page.depth)
        course = Course(games, 1 if live else page.every, live)
        origin = run.settings
        teacher = Teacher(page.game, page.evaluator, learner, source, rule, course, run, test, origin)
        print(f"{teacher.teach()} from {source.told()}")


def _page(args: argparse.Namespace) -> Page:
    told: dict[str, Any] = {}
    if args.page:
        try:
            told = tomllib.loads(args.page.read_text())
        except tomllib.TOMLDecodeError as error:
            raise ValueError(f"{args.page}: {error}") from None
    names = [item.name for item in dataclasses.fields(Page)]
    flags = {name: getattr(args, name) for name in names if getattr(args, name) is not None}
    return values.make(Page, told | flags, str(args.page or "td"))


def _source(page: Page, game: Game, weights: Weights, folder: Path, live: str) -> Source:
    paths = [place(path) for path in page.paths]
    match page.source:
        case "records":
            return Records(game, paths, page.seed, page.most or None)
        case "random":
            return RandomPlay(game, page.seed)
        case "selfplay":
            return SelfPlay(game, weights, page.seed, page.depth)
        case "online":
            return Online(game, paths[0])
    ours = f"{page.game}?name=learner&Evaluator={page.evaluator}&EvalFile={Path(live).absolute()}"
    more = ["--games", str(page.games), *page.arena.split()]
    return Opponent(game, ours, page.opponent, folder / "arena", more)
