"""Samples: positions with what a search and a game said of them, packed, in shards on disk."""

import functools
import hashlib
import json
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from boyi.engines.jit import Dtype, Int, Record, inline, record

CARD = "card.jsonl"
"""One line per shard: its name, how many samples, its checksum, and how it was made."""
UNDECIDED = 3
"""The result of a position that no game went through."""
MADE_BY = re.compile(r"(\d+)-\d+\.npy$")
"""How the names of shards made by lot end: the seed, and a number among its shards."""


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


def save_shard(folder: Path, name: str, samples: np.ndarray, origin: dict[str, object]) -> None:
    """Write samples to a file of their own and enter it in the folder's card; whole or not at all.

    ValueError if the card has that name already.
    """
    folder.mkdir(parents=True, exist_ok=True)
    path, partial = folder / f"{name}.npy", folder / f"{name}.partial"
    if any(entry["shard"] == path.name for entry in entered(folder)):
        raise ValueError(f"{path} is there already")
    with partial.open("wb") as file:
        np.save(file, samples.view(np.ndarray), allow_pickle=False)
        file.flush()
        os.fsync(file.fileno())
    digest = hashlib.sha256(partial.read_bytes()).hexdigest()
    partial.replace(path)
    with (folder / CARD).open("a") as card:
        card.write(
            json.dumps({"shard": path.name, "samples": len(samples), "sha256": digest} | origin) + "\n"
        )


def shards(folder: Path) -> Iterator[tuple[Path, str]]:
    """Every shard that the card of a folder names, and its checksum."""
    for entry in card(folder):
        yield folder / entry["shard"], entry["sha256"]


def card(folder: Path) -> list[dict[str, Any]]:
    """What is known of each shard of a folder."""
    return [json.loads(line) for line in (folder / CARD).read_text().splitlines()]


def entered(folder: Path) -> list[dict[str, Any]]:
    """The same, of a folder that may have no card yet."""
    return card(folder) if (folder / CARD).exists() else []


def unused_seed(folder: Path, wanted: int) -> int:
    """The seed wanted, or the next one, such that neither it nor any after it made a shard of a folder."""
    found = (MADE_BY.search(entry["shard"]) for entry in entered(folder))
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
