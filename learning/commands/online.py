"""Learn from judged games in batches; weights are replaced if held-out games and a match find them better.

bin/train online RUN weights.safetensors --ledgers games.jsonl --tc 1+0.01 --openings openings.epd

Ledgers are those of the arena and of the server. Of the server's games those count whose players agreed to
it, that began as usual, had no move taken back, and were played to their end or left when they were decided.
A batch in which more than a few games end unlike their results is refused.
The candidate begins with the weights in place; those it replaces are kept in the run's folder. Without
--follow the command ends when the ledgers hold no whole batch any more.
"""

import argparse
import time
from pathlib import Path

from boyi.learning.commands.promote import add_test_flags, test_flags
from boyi.learning.online.rounds import OnlineLearning, OnlineSettings
from boyi.learning.run import Run
from boyi.learning.settings import add_settings, settings_of

PAUSE = 5.0
"""Seconds between two looks at ledgers that hold no batch."""
HELP = {
    "evaluator": "what learns",
    "held_out": "files of games that are never learned from; of self-play if none is named",
    "size": "games of a batch",
    "rate": "of a step; 0 for the one that suits the evaluator",
    "share": "the most of a batch that one client gives",
}


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("run", type=Path, help="folder of the run")
    parser.add_argument("place", help="the weight file that engines play with")
    parser.add_argument("--ledgers", nargs="+", required=True, help="files games.jsonl")
    parser.add_argument("--follow", action="store_true", help="wait for more games, until broken off")
    add_settings(parser, OnlineSettings, **HELP)
    add_test_flags(parser)


def run(args: argparse.Namespace) -> None:
    """Learn until there is no batch, or for ever."""
    settings = settings_of(args, OnlineSettings, ledgers=tuple(args.ledgers))
    with Run(args.run, settings) as run:
        learning = OnlineLearning(settings, run, test_flags(args))
        while True:
            if said := learning.round():
                print(said, flush=True)
            elif not args.follow:
                print("no whole batch is left", flush=True)
                return
            else:
                time.sleep(PAUSE)
