"""Training from the command line.

bin/train recipe chess FOLDER                      a network from nothing, in some hours; can be broken off
bin/train selfplay chess DATA --samples 2000000    play games, keep what was seen
bin/train nnue chess DATA RUN --passes 20          fit a network to it; takes up a run that was broken off
bin/train td RUN --paths GAMES                     learn by temporal differences from games of any source
bin/train label xiangqi DATA --games GAMES         samples of games, labelled by short searches
bin/train mlp xiangqi DATA RUN                     fit a small network to them
bin/train roads RUN --steps 2500                   find road weights for connect6's search by play
bin/train margins chess RUN                        find what search prunes and reduces by, by play
bin/train online RUN WEIGHTS --ledgers games.jsonl  learn from judged games; a match decides what plays
bin/train promote RUN WEIGHTS                      put weights in place if a match says that they are better
bin/train reproduce xiangqi-td --games GAMES       a published table beside ours
"""

import argparse
import importlib
import sys
from collections.abc import Sequence
from typing import Protocol

from boyi.arena.errors import ArenaError
from boyi.engines import platforms
from boyi.engines.command_line import add_version

COMMANDS = {
    "recipe": "make a network from nothing: games, strays, training, better games, training",
    "selfplay": "make samples by self-play at a fixed number of nodes",
    "strays": "make samples of positions beside others, with static values",
    "nnue": "fit a network to samples",
    "gauge": "hold networks against deep searches of positions that no training used",
    "texel": "fit the numbers of the hand-crafted evaluation to samples",
    "td": "learn by temporal differences from games of any source",
    "label": "make samples of games, labelled by short searches",
    "mlp": "fit a small network to samples",
    "roads": "find road weights for connect6's search by play with neighbours of itself",
    "einstein": "teach one of EinStein's evaluators by self-play",
    "online": "learn from judged games in batches, each behind a match",
    "promote": "put weights in place if a match says that they are better",
    "margins": "find the search's margins by play with neighbours of itself",
    "extensions": "learn what move classes should cost, from a suite or from games",
    "chessmaps": "learn from masters' games which sectors of the board moves will influence",
}
"""Commands, each a module of `commands/` with `arguments` and `run` -> what it does."""
REPRODUCTIONS = {
    "all": "all of these that were published, on one page",
    "xiangqi-td": "91 x N x 1 networks taught by expert games against the traditional evaluation",
    "connect6-td": "road weights learned by TD(0) from games of the greedy player with itself",
    "xiangqi-td-factors": "which factor brings such a network what",
    "online": "KnightCap's experiment: from material alone, learned from games against a ladder of opponents",
    "chess-extensions": "learned prices of move classes: nodes over a suite, and a round robin",
    "einstein": "policy networks, rectangles and playout policies of EinStein",
    "chessmaps": "how well sectors are foretold, and what ordering by them saves",
}
"""Published tables, each a module of `reproductions/` (`-` written `_`) -> what they show."""


class Command(Protocol):
    """What a module behind a command offers."""

    def arguments(self, parser: argparse.ArgumentParser) -> None:
        """Declare what the command line may say."""

    def run(self, args: argparse.Namespace) -> None:
        """Do it; OSError or ValueError, printed in one line, for bad input."""


def _find_command(words: Sequence[str]) -> tuple[str, Command, Sequence[str]]:
    """The command that the first words name, and the words left; no other command's module is imported."""
    parser = argparse.ArgumentParser(
        prog="train", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    add_version(parser)
    names = parser.add_subparsers(dest="command", required=True)
    for name, does in COMMANDS.items():
        names.add_parser(name, help=does, add_help=False)
    # without a table's name, help is about the names; with one, the table tells its own
    asked = set(words).isdisjoint(REPRODUCTIONS)
    tables = names.add_parser(
        "reproduce",
        help="a published table beside ours",
        description="\n".join(f"{name}: {shows}" for name, shows in REPRODUCTIONS.items()),
        formatter_class=argparse.RawDescriptionHelpFormatter,
        add_help=asked,
    )
    tables.add_argument("table", choices=REPRODUCTIONS)
    arguments = parser.parse_known_args(words)[0]
    folder, noun, taken = (
        ("reproductions", arguments.table, 2) if "table" in arguments else ("commands", arguments.command, 1)
    )
    module: Command = importlib.import_module(f"boyi.learning.{folder}.{noun.replace('-', '_')}")
    return " ".join(words[:taken]), module, words[taken:]


def parse(words: Sequence[str]) -> tuple[Command, argparse.Namespace]:
    """The command that words name, and its arguments; ends the process if they make no sense."""
    name, module, rest = _find_command(words)
    raw = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(prog=f"train {name}", description=module.__doc__, formatter_class=raw)
    add_version(parser)
    module.arguments(parser)
    return module, parser.parse_args(rest)


def main(words: Sequence[str] | None = None) -> int:
    """Do what the command line says; 0, or 2 for bad input."""
    platforms.speak_plainly()
    module, args = parse(sys.argv[1:] if words is None else words)
    try:
        module.run(args)
    except (OSError, ValueError, ArenaError) as error:
        print(f"train: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
