"""Workers find the chores of the tests, which stand beside the project and not in it."""

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]


@pytest.fixture(scope="session", autouse=True)
def importable_chores() -> Iterator[None]:
    """Processes that are spawned have our path; those that are started have that of the environment."""
    paths = filter(None, (str(ROOT), os.environ.get("PYTHONPATH")))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "path", [*sys.path, str(ROOT)])
        patch.setenv("PYTHONPATH", os.pathsep.join(paths))
        yield
