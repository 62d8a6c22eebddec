"""Samples: positions with what a search and a game said of them, packed, in shards on disk."""

import functools
import hashlib
import io
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from boyi.arena.files import append_durably
from boyi.engines.files import write_atomically
from boyi.engines.jit import Dtype, Int, Record, inline, record
from boyi.engines.platforms import lock

CARD = "card.jsonl"
"""One line per shard: its name, how many samples, its checksum, and how it was made."""
UNDECIDED = 3
"""The result of a position that no game went through."""
AFAR = 1 << 40
"""The byte of a card that stands for all of it in a lock: where nobody reads."""
MIRRORED_AT_ONCE = 1 << 16
MADE_BY = re.compile(r"(\d+)-\d+\.npy$")
"""How the names of shards made at random end: the seed, and a number among its shards."""


@functools.cache
def sample_dtype(squares: int) -> Dtype:
    """A position of so many squares, four bits each, with its labels."""
    return record(
        ("board", np.uint8, (squares + 1) // 2),
        ("side", np.uint8),
        ("result", np.uint8),  # of the game for the side to move: 0 lost, 1 drawn, 2 won, 3 UNDECIDED
        ("score", np.int16),  # of the search, for the side to move
        ("ply", np.uint16),
        ("game", np.uint32),  # samples of one game are kept on one side of a split
    )


@inline
def piece_at(sample: Record, square: Int) -> Int:
    """The game's number of the piece on a square."""
    return np.int64(sample.board[square >> 1] >> np.uint8(4 * (square & 1))) & 15


def board_text(sample: np.ndarray, letters: str) -> str:
    """A sample as FEN, without rights and counters; `letters` are those of the kinds of pieces."""
    cells = np.stack([sample["board"] & 15, sample["board"] >> 4], 1).ravel()
    width = 9 if cells.size == 90 else 8
    rows = [
        "".join(_letter(int(piece), letters) for piece in cells[first : first + width])
        for first in range(cells.size - width, -1, -width)
    ]
    board = re.sub("1+", lambda run: str(len(run[0])), "/".join(rows))
    return f"{board} {'wb'[sample['side']]} - - 0 1"


def _letter(piece: int, letters: str) -> str:
    if piece & 7 >= len(letters):
        return "1"
    return letters[piece & 7].lower() if piece >> 3 else letters[piece & 7].upper()


def pack(board: np.ndarray) -> np.ndarray:
    """A board of numbers below 16, two to a byte."""
    even = np.zeros((len(board) + 1) // 2 * 2, np.uint8)
    even[: len(board)] = board
    return even[0::2] | even[1::2] << 4


def mirror_files(samples: np.ndarray, files: int) -> None:
    """Mirror the boards of samples, in place, on boards of so many files."""
    boards = samples["board"]
    for first in range(0, len(samples), MIRRORED_AT_ONCE):
        part = boards[first : first + MIRRORED_AT_ONCE]
        cells = np.stack([part & 15, part >> 4], 2).reshape(len(part), -1, files)[:, :, ::-1]
        cells = cells.reshape(len(part), -1)
        part[:] = cells[:, 0::2] | cells[:, 1::2] << 4


def save_shard(folder: Path, name: str, samples: np.ndarray, origin: dict[str, object]) -> None:
    """Write samples to a file of their own and enter it in the folder's card; whole or not at all.

    ValueError if the card has that name already.
    """
    folder.mkdir(parents=True, exist_ok=True)
    path, content = folder / f"{name}.npy", io.BytesIO()
    if any(entry["shard"] == path.name for entry in known_shards(folder)):
        raise ValueError(f"{path} is there already")
    np.save(content, _without_gaps(samples), allow_pickle=False)
    write_atomically(path, content.getvalue())
    digest = hashlib.sha256(content.getvalue()).hexdigest()
    entry = {"shard": path.name, "samples": len(samples), "sha256": digest} | origin
    _enter(folder / CARD, f"{json.dumps(entry)}\n".encode())


def _without_gaps(samples: np.ndarray) -> np.ndarray:
    """The samples, with zeros between their fields, where NumPy leaves what was in the memory before."""
    clean = np.zeros(samples.shape, samples.dtype)
    for name in samples.dtype.names or ():
        clean[name] = samples[name]
    return clean.view(np.ndarray)


def _enter(card: Path, line: bytes) -> None:
    """Add a line to a card; what a worker that was killed had begun to add is cut off."""
    with card.open("a+b", buffering=0) as file:
        lock(file.fileno(), AFAR, wait=True)  # another worker's line may be on its way
        file.seek(0)
        file.truncate(_whole(file.read()))
        append_durably(card, line)


def _whole(content: bytes) -> int:
    """How many bytes of a card are whole lines."""
    return content.rfind(b"\n") + 1


def shards(folder: Path) -> Iterator[tuple[Path, str]]:
    """Every shard that the card of a folder names, and its checksum."""
    for entry in card(folder):
        yield folder / entry["shard"], entry["sha256"]


def card(folder: Path) -> list[dict[str, Any]]:
    """What is known of each shard of a folder; ValueError names a line that makes no sense.

    A line that was not finished is passed over, and its shard with it.
    """
    content, entries = (folder / CARD).read_bytes(), list[dict[str, Any]]()
    for number, line in enumerate(content[: _whole(content)].splitlines(), 1):
        try:
            entries.append(_entry(line))
        except (ValueError, TypeError, KeyError) as error:
            raise ValueError(f"{folder / CARD}, line {number}: {error!r}") from None
    return entries


def _entry(line: bytes) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(line)
    return found | {name: str(found[name]) for name in ("shard", "sha256")}


def count_samples(folder: Path) -> int:
    """How many samples a folder has."""
    return sum(int(entry["samples"]) for entry in known_shards(folder))


def too_few(learned: int, tested: int, batch: int, source: str) -> str:
    """What is wrong with samples to learn from and to test with, and which option or command helps."""
    if not tested:
        return f"{learned} samples are of too few games to hold one back for testing: `{source}` makes more"
    smaller = f"--batch {max(learned // 4, 1)} would do, or more of them by"
    return f"{learned + tested} samples are too few for batches of {batch}: {smaller} `{source}`"


def known_shards(folder: Path) -> list[dict[str, Any]]:
    """What is known of each shard of a folder; nothing if it has no card yet."""
    return card(folder) if (folder / CARD).exists() else []


def unused_seed(folder: Path, wanted: int) -> int:
    """The seed wanted, or the next one, such that neither it nor any after it made a shard of a folder,
    named by its card or not."""
    names = {entry["shard"] for entry in known_shards(folder)} | {path.name for path in folder.glob("*.npy")}
    found = map(MADE_BY.search, names)
    return max([wanted, *(int(name[1]) + 1 for name in found if name)])


def load(dtype: Dtype, *folders: Path) -> np.ndarray:
    """All samples of some folders; ValueError names a shard that is not what its card says."""
    parts = [_part(path, digest, dtype) for folder in folders for path, digest in shards(folder)]
    samples, place = np.zeros(sum(map(len, parts)), dtype), 0
    for part in parts:  # not concatenate, which drops the gaps of an aligned record
        samples[place : place + len(part)] = part
        place += len(part)
    return samples


def _part(path: Path, digest: str, dtype: Dtype) -> np.ndarray:
    if hashlib.sha256(path.read_bytes()).hexdigest() != digest:
        raise ValueError(f"{path} is damaged: its checksum is not that of {CARD}")
    part: np.ndarray = np.load(path, allow_pickle=False)
    if part.dtype != dtype:
        raise ValueError(f"{path} holds other samples than those of this game")
    return part
