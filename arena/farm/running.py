"""How bin/scheduler and bin/worker run: what is wrong is one line, and an interrupt is no traceback."""

import argparse
import asyncio
import importlib
import sys

from boyi.arena.farm.farm import FarmError


def run(command: str, place: str, arguments: argparse.Namespace) -> None:
    """Run the coroutine function at "module:name" until it ends; FarmError becomes one line and exit code 2.

    The module is loaded here, since Dask takes long and is not wanted for help.
    """
    module, _, name = place.partition(":")
    try:
        asyncio.run(getattr(importlib.import_module(module), name)(arguments))
    except FarmError as error:
        print(f"{command}: {error}", file=sys.stderr)
        sys.exit(2)
    except KeyboardInterrupt:
        pass
