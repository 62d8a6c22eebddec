"""Every locked dependency has a wheel for every system that we name, so that nobody needs a compiler."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from packaging.markers import Marker

ROOT = Path(__file__).parents[2]
PURE = ("chess",)
"""Published as sources alone, but of nothing but Python: the build tools of the lock file make the wheel."""
PYTHON = "3.11"
ENTRY = re.compile(r"^([\w.-]+)==\S+(?: ; (.+?))? \\\n(?:    --hash=\S+(?: \\)?\n)+", re.MULTILINE)
LINUX = ("manylinux_2_28", "manylinux_2_27", "manylinux2014")
SYSTEMS = {
    "Linux": ("linux", "x86_64", [f"{each}_x86_64" for each in LINUX]),
    "Linux on ARM": ("linux", "aarch64", [f"{each}_aarch64" for each in LINUX]),
    "macOS 12 on ARM": ("darwin", "arm64", ["macosx_12_0_arm64"]),
    "macOS 15 on Intel": ("darwin", "x86_64", ["macosx_15_0_x86_64"]),
    "Windows": ("win32", "AMD64", ["win_amd64"]),
}
LEFT = {"macOS 15 on Intel": "numba and llvmlite have no wheels for Intel's Macs any more"}

pytestmark = pytest.mark.long


def wanted(name: str) -> str:
    """The lock file's entries for a system, those of pure Python left out."""
    system, machine, _ = SYSTEMS[name]
    places = {"sys_platform": system, "platform_machine": machine, "python_version": PYTHON}
    text = (ROOT / "requirements.lock").read_text("utf-8")
    found = [
        entry[0].replace(f" ; {entry[2]}", "")
        for entry in ENTRY.finditer(text)
        if entry[1] not in PURE and (not entry[2] or Marker(entry[2]).evaluate(places))
    ]
    assert len(found) > 10
    return "".join(found)


def complaints(name: str, folder: Path) -> str:
    """What pip says against installing for a system; nothing is installed."""
    lock = folder / "wanted.lock"
    lock.write_text(wanted(name), "utf-8")
    platforms = [word for each in SYSTEMS[name][2] for word in ("--platform", each)]
    how = ["--dry-run", "--quiet", "--only-binary", ":all:", "--no-deps", "--require-hashes"]
    where = ["--python-version", PYTHON, "--target", str(folder / "target"), "-r", str(lock)]
    words = [sys.executable, "-m", "pip", "install", *how, *platforms, *where]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    return done.stderr if done.returncode else ""


@pytest.fixture(scope="module", autouse=True)
def index(tmp_path_factory: pytest.TempPathFactory) -> None:
    if complaints("Linux", tmp_path_factory.mktemp("index")):
        pytest.skip("no package index can be reached")


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=pytest.mark.xfail(reason=LEFT[name])) if name in LEFT else name
        for name in SYSTEMS
    ],
)
def test_wheels_for(name, tmp_path):
    assert complaints(name, tmp_path) == ""
