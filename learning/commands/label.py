"""Make samples of games: positions, some led astray by random moves, labelled by short searches."""

import argparse
from pathlib import Path

from boyi.engines import GAMES, load_game
from boyi.learning.commands import check_positive
from boyi.learning.labels import Labeller, label
from boyi.learning.mind import evaluation_of
from boyi.learning.progress import Progress
from boyi.learning.samples import unused_seed
from boyi.learning.sources.records import Records


def arguments(parser: argparse.ArgumentParser) -> None:
    """What may be said."""
    parser.add_argument("game", choices=GAMES)
    parser.add_argument("folder", type=Path, help="where the samples go")
    parser.add_argument("--games", nargs="+", type=Path, required=True, help="files or folders of games")
    parser.add_argument("--most", type=int, help="games that are used, drawn by lot; all of them if not said")
    parser.add_argument("--depth", type=int, default=2, help="plies of the searches")
    parser.add_argument("--share", type=float, default=0.5, help="of the positions that are labelled")
    parser.add_argument("--evaluator", default="", help="whose searches; the default one's if empty")
    parser.add_argument("--seed", type=int, default=1, help="the next that the folder has not used")


def run(args: argparse.Namespace) -> None:
    """Fill the folder."""
    check_positive(args, "depth")
    game = load_game(args.game)
    weights = evaluation_of(game, args.evaluator).weights
    lessons = Records(game, args.games, args.seed, args.most).train
    seed = unused_seed(args.folder, args.seed)
    labeller = Labeller(game, weights, args.depth, args.share, seed)
    with Progress("labels", len(lessons), "games") as progress:
        for done in label(labeller, lessons, args.folder, f"labels-{seed:04}"):
            progress.at(done)
