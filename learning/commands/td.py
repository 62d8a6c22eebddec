"""Learn by temporal differences from the games of a source; the same call takes up a run that was broken off.

bin/train td RUN --source records --paths games.jsonl.gz --passes 3
bin/train td RUN --method directed --source selfplay --games 2000 --depth 2
bin/train td RUN --method leaf --source records --paths games.pgn
bin/train td RUN --game connect6 --source opponent --opponent random --games 500
bin/train td RUN --source opponent --opponent "fairy-stockfish?dialect=ucci" --games 200
bin/train td RUN --source person --paths server/chess/games.jsonl --game chess --games 20
bin/train td RUN --source online --paths session.log --live weights.safetensors --gate none --games 50
bin/train td RUN --page run.toml

All methods are for every game. A person who plays the learner on the server's page is an opponent, too:
the source `person` is the server's ledger of the game, of which those games count whose players agreed to it.
"""

import argparse
import dataclasses
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from boyi.arena import values
from boyi.engines import load_game
from boyi.engines.files import read_toml, user_path
from boyi.engines.game import Game
from boyi.learning.data.games import TrainingGame
from boyi.learning.data.sources import RecordFault, Source, Weights
from boyi.learning.data.sources.files import RecordFiles
from boyi.learning.data.sources.live_games import ArenaGames, LineReader, LiveGames
from boyi.learning.data.sources.self_games import RandomOpponent, RandomPlay, SelfPlay
from boyi.learning.evaluators import LEARNING, known_evaluator, learner_of
from boyi.learning.online.judged import read_judged
from boyi.learning.run import Run
from boyi.learning.settings import in_words
from boyi.learning.td.learners import EYES, NetworkSpec
from boyi.learning.td.trainer import TdTrainer, TrainingSchedule, UpdateRule

SOURCES = ("records", "random", "selfplay", "opponent", "person", "online")
FOLLOWED = ("person", "online")
"""Sources that are files which others write."""
RANDOM = "random"
"""The opponent that needs no engine: a player of random moves."""


@dataclass(frozen=True)
class TdSettings:
    """All that defines a run; a TOML page has the same names."""

    game: str = "xiangqi"
    evaluator: str = ""
    """What learns; the game's usual learner if empty."""
    source: str = "records"
    paths: list[str] = field(default_factory=list)
    """Files and folders of games; the file to follow of `person` and `online`."""
    most: int = 0
    """Games of the records that are used, drawn at random; 0 for all."""
    passes: int = 1
    games: int = 0
    """Games to learn from; 0: the passes over the records."""
    method: str = UpdateRule.method
    decay: float = UpdateRule.decay
    rate: float = 0.0
    """Size of a step; 0 for one that suits the evaluator and plain steps."""
    fading: float = UpdateRule.fading
    step: str = UpdateRule.step
    depth: int = UpdateRule.depth
    seed: int = 1
    eyes: str = "mover"
    """Whose eyes a new network sees with: the mover's, or always the first player's."""
    begin: str = ""
    """A weight file to begin with; a new network if empty."""
    every: int = 500
    opponent: str = ""
    """The engine to play against, as the arena names it; `random` for random moves."""
    arena: str = ""
    """More words for the arena's command line, such as `--tc 1+0.01 --openings FILE`."""
    live: str = ""
    """A weight file to replace after every game."""
    gate: str = ""
    """What a live weight file's changes must pass; "none" must be said, since any game may spoil it."""

    def __post_init__(self) -> None:
        """Refuse what makes no sense."""
        for name, known in (("game", tuple(LEARNING)), ("source", SOURCES), ("eyes", EYES)):
            if getattr(self, name) not in known:
                raise ValueError(f"no {name} {getattr(self, name)!r} (known: {', '.join(known)})")
        if self.passes < 1 or self.every < 1:
            raise ValueError("numbers of passes, and of games between two checkpoints (every), are positive")
        known_evaluator(self.game, self.evaluator)
        if self.source in ("records", *FOLLOWED) and not self.paths:
            raise ValueError(f"say with --paths where the games of {self.source} are")
        if self.live and self.gate != "none":
            raise ValueError(
                "--live replaces weights that no match has tested; say --gate none to have it so, "
                "or use the command online, which tests them"
            )
        if self.source == "opponent" and not self.opponent:
            raise ValueError("say with --opponent whom to play against")
        if self.source != "records" and self.games < 1:
            raise ValueError(f"say with --games how many games of {self.source} to learn from")
        if self.method == "directed" and (self.source not in ("selfplay", "opponent") or self.depth < 2):
            raise ValueError("TD-Directed learns from the learner's own games, searched two plies or more")


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("run", type=Path, help="folder of the run")
    parser.add_argument("--page", type=Path, metavar="FILE.toml", help="settings; flags go before them")
    for item in dataclasses.fields(TdSettings):
        kind = {"int": int, "float": float}.get(str(getattr(item.type, "__name__", item.type)), str)
        if item.name == "paths":
            parser.add_argument("--paths", nargs="+")
        else:
            parser.add_argument(f"--{item.name}", type=kind, help=f"({item.default})")


def run(args: argparse.Namespace) -> None:
    """Train."""
    plan = _settings(args)
    game = load_game(plan.game)
    learner = learner_of(NetworkSpec(plan.game, plan.evaluator, plan.seed, plan.eyes, begin=plan.begin))
    with Run(args.run, plan) as run:
        linked = plan.source == "opponent" and plan.opponent != RANDOM
        live = plan.live or (str(args.run / "live.safetensors") if linked else "")
        source = _source(plan, game, learner.export, args.run, live)
        games = plan.games or (plan.passes * len(source.train) if isinstance(source, RecordFiles) else 0)
        test = source.test if isinstance(source, RecordFiles) else []
        rule = UpdateRule(plan.method, plan.decay, plan.rate, plan.fading, plan.step, plan.depth)
        schedule = TrainingSchedule(games, 1 if live else plan.every, live)
        trainer = TdTrainer(plan.game, plan.evaluator, learner, source, rule, schedule, run, test)
        print(f"{trainer.train()}; games met: {in_words(source.summary())}")


def _settings(args: argparse.Namespace) -> TdSettings:
    given: dict[str, Any] = {}
    if args.page:
        try:
            given = read_toml(args.page)
        except (OSError, ValueError) as error:
            raise ValueError(f"{args.page}: {error}") from None
    names = [item.name for item in dataclasses.fields(TdSettings)]
    flags = {name: getattr(args, name) for name in names if getattr(args, name) is not None}
    plan = values.make(TdSettings, given | flags, str(args.page or "td"))
    evaluator = known_evaluator(plan.game, plan.evaluator)
    rate = plan.rate or LEARNING[plan.game][evaluator].rate
    return dataclasses.replace(plan, evaluator=evaluator, rate=rate)


def _source(plan: TdSettings, game: Game, weights: Weights, folder: Path, live: str) -> Source:
    paths = [user_path(path) for path in plan.paths]
    match plan.source:
        case "records":
            return RecordFiles(game, paths, plan.seed, plan.most or None)
        case "random":
            return RandomPlay(game, plan.seed)
        case "selfplay":
            return SelfPlay(game, weights, plan.seed, plan.depth)
        case "online":
            return LiveGames(game, paths[0])
        case "person":
            return LiveGames(game, paths[0], read=_agreed(game))
        case "opponent" if plan.opponent == RANDOM:
            return RandomOpponent(game, weights, plan.seed, plan.depth)
    ours = f"{plan.game}?name=learner&Evaluator={plan.evaluator}&EvalFile={Path(live).absolute()}"
    more = ["--games", str(plan.games), *plan.arena.split()]
    return ArenaGames(game, ours, plan.opponent, folder / "arena", more)


def _agreed(game: Game) -> LineReader:
    """What reads a server's ledger: games that may teach, as `online` takes them."""

    def read(line: str, origin: str) -> TrainingGame | RecordFault:
        found = read_judged(game, line, origin)
        return found if isinstance(found, RecordFault) else found.game

    return read
