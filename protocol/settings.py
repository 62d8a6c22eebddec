"""Settings: values of options that are there before a platform says its first word.

From the weakest to the strongest: a file `<game>.toml` in the working directory, variables of the
environment such as BOYI_CONNECT6_MOVE_TIME, and `--set "Move Time=500"` on the command line.
"""

import argparse
import os
import sys
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

from boyi.engines.game import Game
from boyi.engines.options import Option, Options
from boyi.protocol.dialect import Dialect

Pair = tuple[str, str]
"""Name of an option and its value as text."""


@dataclass(frozen=True)
class Settings:
    """What was set before the start: options, and the one dialect to speak if it was chosen."""

    pairs: tuple[Pair, ...] = ()
    dialect: str = ""

    def allowed(self, dialects: Sequence[Dialect]) -> list[Dialect]:
        """The dialects that may be spoken."""
        return [dialect for dialect in dialects if self.dialect in ("", dialect.name)]

    def apply(self, options: Options) -> list[str]:
        """Set the options; a complaint for each value that had to be bent. ValueError names a fault."""
        complaints = [options.set(name, value) for name, value in self.pairs]
        return [complaint for complaint in complaints if complaint]


def parser(game: Game, dialects: Sequence[Dialect]) -> argparse.ArgumentParser:
    """The command line that every engine understands; a game may add to it."""
    made = argparse.ArgumentParser(
        prog=f"bin/{game.name}",
        description=f"{game.title}: speaks {', '.join(d.name for d in dialects)} on stdin and stdout. "
        f"Options are also taken from {game.name}.toml in the working directory and from "
        f"{variable(game, 'NAME')}.",
    )
    made.add_argument("--set", action="append", default=[], metavar="NAME=VALUE", help="set an option")
    made.add_argument("--dialect", choices=[d.name for d in dialects], help="speak this one alone")
    return made


def gather(
    game: Game, arguments: argparse.Namespace, environment: Mapping[str, str], folder: Path
) -> Settings:
    """Every setting, the strongest last; ValueError names a fault."""
    pairs = [*_from_file(game, folder), *_from_environment(game, environment), *_from_line(arguments.set)]
    settings = Settings(tuple(pairs), arguments.dialect or "")
    settings.apply(Options(game.options))  # so that a fault is found before anything starts
    return settings


def from_command_line(
    game: Game, dialects: Sequence[Dialect], given: argparse.ArgumentParser | None = None
) -> tuple[argparse.Namespace, Settings]:
    """The arguments of this process and its settings; a fault ends it with one line and code 2."""
    arguments = (given or parser(game, dialects)).parse_args()
    try:
        return arguments, gather(game, arguments, os.environ, Path())
    except ValueError as error:
        fail(game, str(error))


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
        found = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return
    except (OSError, ValueError) as error:
        raise ValueError(f"{path.name}: {error}") from None
    for name, value in found.items():
        if isinstance(value, dict | list):
            raise ValueError(f"{path.name}: {name} wants one value")
        yield name, str(value)


def _from_environment(game: Game, environment: Mapping[str, str]) -> Iterator[Pair]:
    def name(option: Option) -> str:
        return variable(game, option.name)

    return ((o.name, environment[name(o)]) for o in game.options if name(o) in environment)


def _from_line(texts: Sequence[str]) -> Iterator[Pair]:
    for text in texts:
        name, sign, value = text.partition("=")
        if not sign:
            raise ValueError(f"--set wants NAME=VALUE, not {text[:60]!r}")
        yield name.strip(), value.strip()
