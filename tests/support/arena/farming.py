"""What every farm promises, whatever its workers are."""

import pytest

from boyi.arena.farm.farm import Farm
from tests.support.arena.chores import Faulty


def reaches_the_asker(farm: Farm) -> bool:
    """Whether what an order raises does, and the farm works on."""
    with pytest.raises(ValueError, match="-1 has no root"):
        list(farm.map(Faulty(), [1, 2, -1, 4]))
    return list(farm.map(Faulty(), [1, 2])) == [1, 2]
