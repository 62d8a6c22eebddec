"""Put a run's weights in place if, and only if, a sequential test in the arena says that they are better.

bin/train promote RUN weights.safetensors --tc 1+0.01 --openings openings.epd

The weights of the run's last step play those in place, or the built-in ones where no file is. Engines that
play with the file take it up before their next search. Broken off, the same call goes on with the test.
"""

import argparse
from pathlib import Path

from boyi.arena.files import read_json
from boyi.learning.online.promotion import promote
from boyi.learning.report import strength_table, write_report
from boyi.learning.run import REPORT, SETTINGS, latest, read_log

FLAGS = {
    "tc": ("2+0.02", "time control (2+0.02)"),
    "openings": (None, "where games begin"),
    "games": ("4000", "at most; without a decision nothing is replaced"),
    "concurrency": ("1", "games at a time (1)"),
    "elo0": ("0", "lead that is not worth it (0)"),
    "elo1": ("10", "lead that is (10)"),
}
"""What goes to the arena as it is: its default, and what it means."""


def add_test_flags(parser: argparse.ArgumentParser) -> None:
    """Declare how a test is played."""
    for name, (usual, help) in FLAGS.items():
        parser.add_argument(f"--{name}", default=usual, help=help)


def test_flags(args: argparse.Namespace) -> dict[str, str]:
    """How the command line wants a test played."""
    return {name: str(getattr(args, name)) for name in FLAGS if getattr(args, name) is not None}


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("run", type=Path, help="folder of a run")
    parser.add_argument("place", type=Path, help="the weight file that engines play with")
    add_test_flags(parser)


def run(args: argparse.Namespace) -> None:
    """Test, and replace the file if the test says so."""
    found = latest(args.run)
    promotion = promote(found, args.place, args.run, test_flags(args))
    _show(args.run, found)
    if promotion is None:
        print(f"{args.place}: holds the weights of {found} already")
    elif promotion.accepted:
        print(f"{args.place}: now the weights of {found} ({promotion.summary})")
    else:
        print(f"{args.place}: stays as it is ({promotion.summary})")


def _show(run: Path, found: Path) -> None:
    """Have the page of a run tell of its tests, too."""
    if (run / SETTINGS).exists():
        title = f"{run.name}: {found.stem.rpartition('-')[0]}"
        write_report(run / REPORT, title, read_json(run / SETTINGS), read_log(run), strength_table(run))
