"""Where the launchers of engines lie on this machine."""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
"""The project's folder, or where its packages were installed."""


def launcher(game: str) -> Path:
    """What starts a game's engine: in bin/ of the project, or as installed beside this Python."""
    suffix = ".cmd" if sys.platform == "win32" else ""
    ours = ROOT / "bin" / f"{game}{suffix}"
    return ours if ours.is_file() else installed(game)


def installed(game: str) -> Path:
    """A game's command beside this Python, which is there once the project is installed."""
    return Path(sys.executable).with_name(f"boyi-{game}{'.exe' if sys.platform == 'win32' else ''}")


def for_gui(game: str) -> Path:
    """What a GUI should start. On Windows many take nothing but programs, which launchers there are not."""
    return installed(game) if sys.platform == "win32" else launcher(game)
