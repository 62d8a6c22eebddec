"""Make samples of games: positions, some of them a few random moves away, labelled by short searches."""

import argparse
from pathlib import Path

from boyi.arena.farm.opening import open_farm
from boyi.arena.inprocess.quick_search import evaluation_of
from boyi.arena.progress import Progress
from boyi.engines import GAMES, load_game
from boyi.learning.data.labels import LabelChore, labelled, save_labels
from boyi.learning.data.samples import unused_seed
from boyi.learning.data.sources.files import RecordFiles
from boyi.learning.settings import add_workers, check_positive


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("game", choices=GAMES)
    parser.add_argument("folder", type=Path, help="where the samples go")
    parser.add_argument("--games", nargs="+", type=Path, required=True, help="files or folders of games")
    parser.add_argument("--most", type=int, help="games that are used, drawn by lot; all of them if not said")
    parser.add_argument("--depth", type=int, default=2, help="plies of the searches")
    parser.add_argument("--share", type=float, default=0.5, help="of the positions that are labelled")
    parser.add_argument("--evaluator", default="", help="whose searches; the default one's if empty")
    parser.add_argument("--seed", type=int, default=1, help="the next that the folder has not used")
    add_workers(parser, 1)


def run(args: argparse.Namespace) -> None:
    """Fill the folder."""
    check_positive(args, "depth", "workers")
    game = load_game(args.game)
    weights = evaluation_of(game, args.evaluator).weights
    games = RecordFiles(game, args.games, args.seed, args.most).train
    seed = unused_seed(args.folder, args.seed)
    chore = LabelChore(game.name, weights, args.depth, args.share, seed)
    with (
        Progress("labels", len(games), "games") as progress,
        open_farm(args.cluster, args.workers) as farm,
    ):
        labels = labelled(chore, games, farm)
        for done in save_labels(labels, len(games), args.folder, f"labels-{seed:04}"):
            progress.at(done, farm.note)
