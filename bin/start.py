"""bin/run [--LEVEL] [MODULE ARGUMENTS...]: run a module of the project in its own environment.

LEVEL is server, cluster, train or dev: what there is beside what plays; each holds the one before, too.
The environment is set up first where that is needed; without MODULE, that is all. A MODULE that ends with
.py is a file. On Windows this file is what starts the module: cmd can't leave out the first of its words.
"""

import runpy
import sys

LEVELS = ("--server", "--cluster", "--train", "--dev")


def main(words: list[str]) -> None:
    """Run the module that the words name, as `python -m` would, in this very process."""
    if words[:1] == ["--version"]:
        from importlib.metadata import version  # noqa: PLC0415  slow to import, hardly ever asked for

        print(f"boyi {version('boyi')}")
    elif words[:1] in (["--help"], ["-h"]):
        print(__doc__.strip())
    elif words[:1] and words[0] in LEVELS:
        main(words[1:])
    elif words:
        sys.argv[:] = words
        if words[0].endswith(".py"):
            runpy.run_path(words[0], run_name="__main__")
        else:
            runpy.run_module(words[0], run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    main(sys.argv[1:])
