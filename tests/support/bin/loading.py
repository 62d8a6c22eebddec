"""The files of bin/ as modules, which they are not for anybody else."""

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

BIN = Path(__file__).resolve().parents[3] / "bin"


def load(name: str) -> ModuleType:
    """A fresh module made of bin/NAME.py."""
    spec = importlib.util.spec_from_file_location(f"boyi_{name}", BIN / f"{name}.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses look for it there
    spec.loader.exec_module(module)
    return module
