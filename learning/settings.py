"""Settings on the command line: a run's dataclass is the one place for their names, types and defaults."""

import argparse
import dataclasses
from collections.abc import Mapping
from typing import Any, TypeVar

from boyi.arena.farm.opening import add_cluster

T = TypeVar("T")


def add_settings(parser: argparse.ArgumentParser, kind: type[Any], *names: str, **helps: str) -> None:
    """Add an option for each named field of a dataclass, or for all that have a default if none is named.

    An option has the type of its default; `helps` are help texts by field.
    """
    for item in dataclasses.fields(kind):
        if item.name in names if names else item.default is not dataclasses.MISSING:
            many = isinstance(item.default, tuple)
            parser.add_argument(
                f"--{item.name.replace('_', '-')}",
                type=str if many else type(item.default),
                default=item.default,
                nargs="*" if many else None,
                help=helps.get(item.name),
            )


def add_workers(parser: argparse.ArgumentParser, workers: int) -> None:
    """Have a command understand `--workers`, with its default, and `--cluster`."""
    parser.add_argument("--workers", type=int, default=workers, help="processes, if there is no cluster")
    add_cluster(parser)


def settings_of(args: argparse.Namespace, kind: type[T], **given: Any) -> T:
    """The dataclass whose fields are those given, and else the arguments of the same names."""
    names = {item.name for item in dataclasses.fields(kind)} - given.keys()  # type: ignore[arg-type]
    chosen = {name: value for name, value in vars(args).items() if name in names}
    lists = {name: tuple(value) for name, value in chosen.items() if isinstance(value, list)}
    return kind(**chosen | lists | given)


def check_positive(args: argparse.Namespace, *names: str) -> None:
    """ValueError names those of the arguments that are less than 1."""
    wrong = [f"--{name.replace('_', '-')} {getattr(args, name)}" for name in names if getattr(args, name) < 1]
    if wrong:
        raise ValueError(f"positive numbers are wanted, not {', '.join(wrong)}")


def in_words(counts: Mapping[str, int]) -> str:
    """Counts as the end of a sentence: 12 played, 3 without a result."""
    return ", ".join(f"{count} {name}" for name, count in counts.items()) or "none"
