"""What every farm promises, whatever its workers are."""

from pathlib import Path

import pytest

from boyi.arena.farm.farm import Farm
from tests.support.arena.chores import Counted, Faulty


def reaches_the_asker(farm: Farm) -> bool:
    """Whether what an order raises does, and the farm works on."""
    with pytest.raises(ValueError, match="-1 has no root"):
        list(farm.map(Faulty(), [1, 2, -1, 4]))
    return list(farm.map(Faulty(), [1, 2])) == [1, 2]


def preparations(farm: Farm, folder: Path) -> list[str]:
    """What each worker notes of its preparations while one chore is done three times."""
    for _ in range(3):
        list(farm.map(Counted(folder), range(40)))
    return [path.read_text() for path in folder.iterdir()]
