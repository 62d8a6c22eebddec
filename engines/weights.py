"""Weight files: safetensors with a header that says what the numbers are for.

A file holds the fields of one evaluator's record and, optionally, the costs of extension classes.
It is written whole or not at all, and read into memory before anything is believed.
"""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from safetensors import SafetensorError
from safetensors.numpy import load as load_tensors
from safetensors.numpy import save as save_tensors

from boyi.engines.files import read_regular, write_atomically
from boyi.engines.jit import Dtype, Record, new

FORMAT = "boyi-weights-1"
METADATA = "__metadata__"
LENGTH = 8
"""Bytes that tell how long a file's header is."""
MOST_BYTES = 1 << 28
"""What a weight file may hold at most: many times what the largest evaluator has."""
COSTS = "costs"
"""Name of the tensor of extension costs, in percent of a ply, in the order of the game's options."""


class WeightError(ValueError):
    """A weight file that can't be used; the text says what was expected and what was found."""


@dataclass(frozen=True)
class WeightFile:
    """The numbers of one evaluator, and where they come from."""

    game: str
    evaluator: str
    weights: Record
    costs: np.ndarray | None = None
    step: int = 0
    provenance: Mapping[str, Any] = field(default_factory=dict)


def layout(dtype: Dtype) -> str:
    """A digest of a record's fields: names, types and shapes."""
    return hashlib.sha256(repr(np.dtype(dtype).descr).encode()).hexdigest()[:16]


def _digest(header: Mapping[str, str], tensors: Mapping[str, np.ndarray]) -> str:
    """A checksum of all that a file says, but for the checksum itself."""
    said = {name: value for name, value in header.items() if name != "sha256"}
    state = hashlib.sha256(json.dumps(said, sort_keys=True).encode())
    for name in sorted(tensors):
        state.update(name.encode())
        state.update(tensors[name].tobytes())
    return state.hexdigest()


def save(path: Path, file: WeightFile) -> None:
    """Write a weight file atomically: a reader sees the old file or the new one, never a part."""
    names = file.weights.dtype.names or ()
    tensors = {name: np.atleast_1d(np.array(file.weights[name])) for name in names}
    if file.costs is not None:
        tensors[COSTS] = np.asarray(file.costs, np.int32)
    header = {
        "format": FORMAT,
        "game": file.game,
        "evaluator": file.evaluator,
        "layout": layout(file.weights.dtype),
        "step": str(file.step),
        "provenance": json.dumps(dict(file.provenance)),
    }
    header["sha256"] = _digest(header, tensors)
    write_atomically(path, _in_order(save_tensors(tensors, header)))


def _in_order(content: bytes) -> bytes:
    """A file whose header tells its metadata in a fixed order, which the library draws by lot."""
    length = int.from_bytes(content[:LENGTH], "little")
    header = json.loads(content[LENGTH : LENGTH + length])
    header[METADATA] = dict(sorted(header[METADATA].items()))
    text = json.dumps(header, separators=(",", ":"), ensure_ascii=False).encode()
    text += b" " * (-len(text) % LENGTH)  # so that the numbers stay aligned
    return len(text).to_bytes(LENGTH, "little") + text + content[LENGTH + length :]


def load(path: Path, game: str, evaluator: str, dtype: Dtype) -> WeightFile:
    """Read a weight file for this game, evaluator and record; WeightError says why not."""
    header, tensors = _read(path)
    try:
        return _check(path, header, tensors, game, evaluator, dtype)
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        if isinstance(error, WeightError):
            raise
        raise WeightError(f"{path.name}: expected a weight file, found {error!r}") from None


def purpose(path: Path) -> tuple[str, str]:
    """The game and the evaluator that a file says it is for; WeightError if it can't be read."""
    header, _ = _read(path)
    return header.get("game", ""), header.get("evaluator", "")


def shapes(path: Path) -> dict[str, tuple[int, ...]]:
    """How large the tensors of a file are, by name, whatever it is for; WeightError if it can't be read."""
    _, tensors = _read(path)
    return {name: tensor.shape for name, tensor in tensors.items()}


def _check(
    path: Path,
    header: dict[str, str],
    tensors: dict[str, np.ndarray],
    game: str,
    evaluator: str,
    dtype: Dtype,
) -> WeightFile:
    expected = {"format": FORMAT, "game": game, "evaluator": evaluator, "layout": layout(dtype)}
    for name, value in expected.items():
        if header.get(name) != value:
            raise WeightError(f"{path.name}: expected {name} {value}, found {header.get(name)}")
    if header.get("sha256") != _digest(header, tensors):
        raise WeightError(f"{path.name}: the content does not match its checksum")
    costs = tensors.pop(COSTS, None)
    if costs is not None and (costs.ndim != 1 or costs.dtype.kind != "i"):
        raise WeightError(f"{path.name}: expected a row of whole {COSTS}, found {costs.dtype}{costs.shape}")
    weights = new(dtype)
    for name in dtype.names or ():
        field_, found = np.atleast_1d(weights[name]), tensors[name]
        if (field_.dtype, field_.shape) != (found.dtype, found.shape):
            raise WeightError(
                f"{path.name}: expected {name} {field_.dtype}{field_.shape}, found {found.dtype}{found.shape}"
            )
        if found.dtype.kind == "f" and not np.isfinite(found).all():
            raise WeightError(f"{path.name}: expected numbers, found {name} with some that are none")
        weights[name] = found.reshape(np.shape(weights[name]))
    step, provenance = int(header.get("step", "0")), json.loads(header.get("provenance", "{}"))
    return WeightFile(game, evaluator, weights, costs, step, provenance)


def _read(path: Path) -> tuple[dict[str, str], dict[str, np.ndarray]]:
    try:
        content = read_regular(path, MOST_BYTES)
        tensors = load_tensors(content)  # which looks whether the header is sound
        # the library hands out headers of files alone, and this one may be replaced at any time
        length = int.from_bytes(content[:LENGTH], "little")
        header = json.loads(content[LENGTH : LENGTH + length]).get(METADATA, {})
        return dict(header), tensors
    except OSError as error:
        raise WeightError(f"{path}: {error.strerror or error}") from None
    except (SafetensorError, ValueError, KeyError, TypeError, OverflowError, RecursionError) as error:
        raise WeightError(f"{path.name}: expected a weight file, found {error}") from None


@dataclass
class Watch:
    """Tells when a file on disk is no longer the one last looked at."""

    path: Path
    _seen: tuple[int, int, int] | None = None

    def changed(self) -> bool:
        """Whether the file was replaced since the last call, or since it was set."""
        try:
            status = self.path.stat()
        except OSError:
            return False
        mark = (status.st_mtime_ns, status.st_size, status.st_ino)
        different = mark != self._seen
        self._seen = mark
        return different
