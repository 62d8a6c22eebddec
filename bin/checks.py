"""bin/test [ARGUMENTS]: every check (ruff, mypy, import-linter, pytest), whatever the others say.

The arguments go to pytest (`bin/run --dev pytest --help` lists them). Exit code 0 only if all checks pass;
the last line names those that do not.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = Path("build", "typing", "boyi")
"""Where mypy sees the packages under their own names, as pyproject.toml tells it."""


def commands(arguments: list[str]) -> Mapping[str, list[str]]:
    """The command of each check."""
    module = [sys.executable, "-P", "-m"]
    lint_imports = shutil.which("lint-imports", path=str(Path(sys.executable).parent)) or "lint-imports"
    return {
        "ruff check": [*module, "ruff", "check"],
        "ruff format": [*module, "ruff", "format", "--check"],
        "mypy": [*module, "mypy"],
        **{f"mypy for {system}": [*module, *mypy_for(system)] for system in ("win32", "darwin")},
        "lint-imports": [lint_imports],
        "pytest": [*module, "pytest", "--numprocesses", "2", "--dist", "loadfile", *arguments],
    }


def mypy_for(system: str) -> list[str]:
    """The types as another system has them; with a cache of its own, seconds."""
    return ["mypy", "--platform", system, "--cache-dir", f"build/mypy-{system}"]


def link_packages(link: Path) -> None:
    """Have a link to the project's folder; a junction on Windows, where links are for administrators."""
    link.parent.mkdir(parents=True, exist_ok=True)
    if link.exists():
        return
    link.unlink(missing_ok=True)
    if sys.platform == "win32":
        subprocess.run(["cmd", "/c", "mklink", "/J", str(link), str(ROOT)], check=True, stdout=2)
    else:
        link.symlink_to(Path("..", ".."))


def failed(checks: Mapping[str, list[str]]) -> list[str]:
    """The names of the checks that do not pass. Blocks, for minutes."""
    names = []
    for name, command in checks.items():
        print(f"== {name}", flush=True)
        if subprocess.run(command, check=False).returncode != 0:
            names.append(name)
    return names


def main(arguments: list[str]) -> int:
    """Exit code 0, or 1 after a line that names what failed."""
    if set(arguments[:1]) & {"--help", "-h"}:
        print((__doc__ or "").strip())
        return 0
    if arguments[:1] == ["--version"]:
        from importlib.metadata import version  # noqa: PLC0415  slow to import, hardly ever asked for

        print(f"boyi {version('boyi')}")
        return 0
    os.chdir(ROOT)
    link_packages(PACKAGES)
    try:
        names = failed(commands(arguments))
    except KeyboardInterrupt:
        return 130
    if names:
        print(f"bin/test: failed: {', '.join(names)}", file=sys.stderr)
    return 1 if names else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
