"""What all commands understand alike."""

import argparse
from collections.abc import Sequence
from typing import Any


class VersionAction(argparse.Action):
    """`--version`: print it and end. It is looked up when it is asked for, which takes a while."""

    def __init__(self, option_strings: Sequence[str], dest: str, **more: Any) -> None:
        """Take no value."""
        super().__init__(option_strings, argparse.SUPPRESS, nargs=0, help="show the version and exit")

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        """Print the version of the whole project; the process ends with code 0."""
        from importlib.metadata import version  # noqa: PLC0415  slow to import, hardly ever asked for

        print(f"boyi {version('boyi')}")
        parser.exit()


def add_version(parser: argparse.ArgumentParser) -> None:
    """Have a parser understand `--version`."""
    parser.add_argument("--version", action=VersionAction)
