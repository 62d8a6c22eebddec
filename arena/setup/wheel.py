"""Build a wheel that carries compiled kernels, so that engines start at once wherever it fits.

Kernels fit one minor version of Python, one version of the compiler, and one level of processors; where they
do not fit, engines compile as usual. So the wheel is for this version of Python and this platform alone.
"""

import argparse
import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path

from boyi.arena.setup.launching import ROOT
from boyi.engines import GAMES, load_game
from boyi.engines.command_line import add_version

FOLDERS = ("engines", "protocol", "arena", "learning", "server", "books")
FILES = ("pyproject.toml", "README.md", "LICENSE")
RANDOM = ("xiangqi:mlp30", "xiangqi:mlp50", "xiangqi:mlp80")
"""Evaluators without weights of their own, with which nobody plays."""
KEPT = (".kernel", ".ready")
"""What is carried of a folder of kernels: not its locks."""


class WheelError(Exception):
    """Why there is no wheel, in one line."""


def parser() -> argparse.ArgumentParser:
    """The command line."""
    made = argparse.ArgumentParser(
        "bin/wheel", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    made.add_argument(
        "folder", nargs="?", type=Path, default=Path("dist"), help="where the wheel goes (dist)"
    )
    made.add_argument(
        "--game", action="append", choices=GAMES, help="compile this one alone; may be repeated"
    )
    made.add_argument("--defaults", action="store_true", help="leave out all but each game's first evaluator")
    add_version(made)
    return made


def main(words: Sequence[str] | None = None) -> int:
    """Exit code 0, or 1 after one line that says why there is no wheel."""
    arguments = parser().parse_args(words)
    choices = evaluators(arguments.game or GAMES, arguments.defaults)
    try:
        wheel = build(arguments.folder, choices)
    except (WheelError, OSError) as error:
        print(f"wheel: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    print(f"{wheel}: {wheel.stat().st_size / 1e6:.1f} MB")
    return 0


def evaluators(games: Iterable[str], defaults: bool) -> list[str]:
    """What is compiled for some games, as GAME:EVALUATOR."""
    found = [[f"{game}:{name}" for name in load_game(game).evaluators] for game in games]
    return [name for names in found for name in (names[:1] if defaults else names) if name not in RANDOM]


def build(folder: Path, choices: Iterable[str]) -> Path:
    """A wheel with kernels for these evaluators. Blocks, for minutes; WheelError if it can't be made."""
    if not (ROOT / "pyproject.toml").is_file():
        raise WheelError("only a copy of the whole project can be made into a wheel")
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="boyi-wheel-") as name:
        kernels, tree, made = (Path(name, part) for part in ("kernels", "tree", "made"))
        before = sources()
        compile_into(kernels, choices)
        copy_project(tree)
        if sources() != before:
            raise WheelError("sources were changed while they were compiled; the kernels fit none of them")
        pack(kernels, tree / "engines" / "jit" / "kernels")
        (tree / "setup.cfg").write_text(tag(), "utf-8")
        run("-m", "pip", "wheel", *PIP_OPTIONS, "--wheel-dir", str(made), str(tree))
        (wheel,) = made.glob("*.whl")
        return Path(shutil.copy(wheel, folder))


PIP_OPTIONS = ("--quiet", "--no-deps", "--no-index", "--no-build-isolation", "--disable-pip-version-check")


def sources() -> dict[Path, int]:
    """Every source that kernels may be made of, and when it was changed."""
    return {path: path.stat().st_mtime_ns for name in FOLDERS for path in (ROOT / name).rglob("*.py")}


def compile_into(kernels: Path, choices: Iterable[str]) -> None:
    """Compile evaluators into a folder that nothing else was compiled into."""
    kernels.mkdir(mode=0o700)
    for choice in choices:
        run("-m", "boyi.arena.setup.compiling", choice, NUMBA_CACHE_DIR=str(kernels))


def copy_project(tree: Path) -> None:
    """Copy what the packages are made of."""
    tree.mkdir()
    for name in FOLDERS:
        shutil.copytree(ROOT / name, tree / name, ignore=shutil.ignore_patterns("__pycache__", "kernels"))
    for name in FILES:
        shutil.copy(ROOT / name, tree)


def pack(kernels: Path, place: Path) -> None:
    """Copy kernels, and the marks that say that none is missing."""
    place.mkdir()
    for path in kernels.iterdir():
        if path.suffix in KEPT:
            shutil.copy(path, place)


def tag() -> str:
    """Settings of the build that tell pip where the wheel fits."""
    version = f"cp{sys.version_info.major}{sys.version_info.minor}"
    return f"[bdist_wheel]\npython_tag = {version}\nplat_name = {sysconfig.get_platform()}\n"


def run(*words: str, **variables: str) -> None:
    """Run Python; what it says goes to stderr. WheelError if it fails."""
    step = subprocess.run(
        [sys.executable, "-P", *words],
        env=os.environ | variables,
        stdin=subprocess.DEVNULL,
        stdout=2,
        check=False,
    )
    if step.returncode != 0:
        raise WheelError(f"failed (exit code {step.returncode}): {' '.join(words)}")


if __name__ == "__main__":
    sys.exit(main())
