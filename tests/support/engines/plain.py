"""Programs of the tests, run as processes of their own with another environment."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

UNCOMPILED = {"NUMBA_DISABLE_JIT": "1"}
"""Kernels as the plain Python that they are."""


def printed(program: Path, *words: str, **environment: str) -> Any:
    """The JSON that a program prints, any warning being an error."""
    done = subprocess.run(
        [sys.executable, "-P", "-W", "error", str(program), *words],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)
