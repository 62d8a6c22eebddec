"""Journal: the folder of a run that goes on where it was broken off.

`settings.json` says what the run is made from, `log.jsonl` has a line for each step with all that the next
step needs. Numbers are written so that they read back the same to the last bit.
"""

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from boyi.arena.files import append, write_whole


class Journal:
    """The steps of one run; a line that a kill left half is passed over and written anew."""

    def __init__(self, folder: Path, settings: Mapping[str, Any]) -> None:
        """ValueError if the folder belongs to a run with other settings."""
        folder.mkdir(parents=True, exist_ok=True)
        self._path, card = folder / "log.jsonl", folder / "settings.json"
        mine = json.loads(json.dumps(settings))
        if not card.exists():
            write_whole(card, json.dumps(mine, indent=1) + "\n")
        elif (there := json.loads(card.read_text())) != mine:
            raise ValueError(f"{folder} belongs to another run: {there}, not {mine}")
        self.steps: list[dict[str, Any]] = self._read()

    def _read(self) -> list[dict[str, Any]]:
        if not self._path.exists():
            return []
        whole = [line for line in self._path.read_bytes().splitlines(keepends=True) if line.endswith(b"\n")]
        os.truncate(self._path, sum(map(len, whole)))
        return [json.loads(line) for line in whole]

    def add(self, step: Mapping[str, Any]) -> None:
        """Enter a step; after this it is never lost."""
        append(self._path, f"{json.dumps(step)}\n".encode())
        self.steps.append(dict(step))
