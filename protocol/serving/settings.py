"""Values of options that are there before a platform says its first word.

From the weakest to the strongest: a file `<game>.toml` in the working directory, variables of the
environment such as BOYI_CONNECT6_MOVE_TIME, and `--set "Move Time=500"` on the command line.
"""

import argparse
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NoReturn

from boyi.engines.command_line import add_version
from boyi.engines.files import read_toml
from boyi.engines.game import Game
from boyi.engines.options import NO_CEILINGS, PATHS, Ceilings, Option, Options
from boyi.protocol.dialect import Dialect
from boyi.protocol.text import number

Pair = tuple[str, str]
"""Name of an option and its value as text."""


@dataclass(frozen=True)
class StartSettings:
    """What was set before the start: options, and the one dialect to speak if it was chosen."""

    pairs: tuple[Pair, ...] = ()
    dialect: str = ""
    ceilings: Ceilings = NO_CEILINGS
    own: tuple[Pair, ...] = ()
    """Options set by whoever has set the ceilings, who may set the forbidden ones, too."""
    lent: bool = False
    """Whether whoever has started this process lends it to a client, whose dialect is yet to be told."""

    def limit(self, game: Game) -> Game:
        """The game, whose options stay below the ceilings."""
        return replace(game, ceilings=self.ceilings)

    def filter_dialects(self, dialects: Sequence[Dialect]) -> list[Dialect]:
        """The dialects that may be spoken."""
        return [dialect for dialect in dialects if self.dialect in ("", dialect.name)]

    def apply(self, options: Options) -> list[str]:
        """Set the options; a complaint for each value that had to be bent. ValueError names a fault."""
        complaints = [options.set(name, value) for name, value in self.pairs]
        complaints += [options.set(name, value, by_owner=True) for name, value in self.own]
        return [complaint for complaint in complaints if complaint]


def parser(game: Game, dialects: Sequence[Dialect]) -> argparse.ArgumentParser:
    """The command line that every engine understands; a game may add to it."""
    made = argparse.ArgumentParser(
        prog=f"bin/{game.name}",
        description=f"{game.title}: speaks {', '.join(d.name for d in dialects)} on stdin and stdout. "
        f"Options are also taken from {game.name}.toml in the working directory and from "
        f"{variable(game, 'NAME')}.",
    )
    made.add_argument("task", nargs="?", choices=["bench"], help="run the bench of this game and end")
    made.add_argument("--set", action="append", default=[], metavar="NAME=VALUE", help="set an option")
    made.add_argument(
        "--cap", action="append", default=[], metavar="NAME=N", help="let an option be N at most"
    )
    made.add_argument(
        "--forbid",
        action="append",
        default=[],
        metavar="NAME",
        help=f"let an option not be set; {PATHS}: none that names a file",
    )
    made.add_argument("--lent", action="store_true", help=argparse.SUPPRESS)
    made.add_argument("--dialect", choices=[d.name for d in dialects], help="speak this one alone")
    add_version(made)
    return made


def gather(
    game: Game, arguments: argparse.Namespace, environment: Mapping[str, str], folder: Path
) -> StartSettings:
    """Every setting, the strongest last; ValueError names a fault."""
    pairs = (*_from_file(game, folder), *_from_environment(game, environment))
    own = tuple(_from_line("--set", arguments.set))
    ceilings = Ceilings(tuple(_read_caps(arguments.cap)), tuple(arguments.forbid))
    ceilings.check(game.options)
    settings = StartSettings(pairs, arguments.dialect or "", ceilings, own, arguments.lent)
    settings.apply(Options(settings.limit(game).options))  # so that a fault is found before anything starts
    return settings


def from_command_line(
    game: Game, dialects: Sequence[Dialect], given: argparse.ArgumentParser | None = None
) -> tuple[argparse.Namespace, StartSettings]:
    """The arguments of this process and its settings; a fault ends it with one line and code 2.

    Where a bench is asked for, it is run instead, and the process ends with code 0.
    """
    arguments = (given or parser(game, dialects)).parse_args()
    try:
        settings = gather(game, arguments, os.environ, Path())
        if arguments.task == "bench":
            _bench(game, settings)
    except ValueError as error:
        fail(game, str(error))
    return arguments, settings


def _bench(game: Game, settings: StartSettings) -> NoReturn:
    """Run the bench with the weights that were set, and end with code 0; ValueError if they can't be had."""
    from boyi.engines import bench  # noqa: PLC0415  hardly ever asked for
    from boyi.engines.evaluation import choice_of  # noqa: PLC0415  loads numba

    options = Options(game.options)
    settings.apply(options)
    print(bench.final_line(game, choice_of(game, options.string("Evaluator"), options.string("EvalFile"))))
    sys.exit(0)


def fail(game: Game, fault: str) -> NoReturn:
    """End the process with one line and exit code 2."""
    print(f"bin/{game.name}: {fault}", file=sys.stderr)
    sys.exit(2)


def variable(game: Game, option: str) -> str:
    """The variable of the environment that sets an option."""
    return f"BOYI_{game.name}_{option}".upper().replace(" ", "_")


def _from_file(game: Game, folder: Path) -> Iterator[Pair]:
    path = folder / f"{game.name}.toml"
    try:
        found = read_toml(path)
    except FileNotFoundError:
        return
    except (OSError, ValueError) as error:
        raise ValueError(f"{path.name}: {getattr(error, 'strerror', None) or error}") from None
    for name, value in found.items():
        if isinstance(value, dict | list):
            raise ValueError(f"{path.name}: {name} wants one value")
        yield name, str(value)


def _from_environment(game: Game, environment: Mapping[str, str]) -> Iterator[Pair]:
    def name(option: Option) -> str:
        return variable(game, option.name)

    return ((o.name, environment[name(o)]) for o in game.options if name(o) in environment)


def _from_line(flag: str, texts: Sequence[str]) -> Iterator[Pair]:
    for text in texts:
        name, sign, value = text.partition("=")
        if not sign:
            raise ValueError(f"{flag} wants NAME=VALUE, not {text[:60]!r}")
        yield name.strip(), value.strip()


def _read_caps(texts: Sequence[str]) -> Iterator[tuple[str, int]]:
    for name, value in _from_line("--cap", texts):
        most = number(value)
        if most is None:
            raise ValueError(f"--cap wants NAME=NUMBER, not {f'{name}={value}'[:60]!r}")
        yield name, most
