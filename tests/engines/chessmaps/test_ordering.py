"""What orders quiet moves by sectors: layouts, the networks that come with the program, the thread states."""

from collections import Counter

import numba
import numpy as np
import pytest
from numba.core.registry import cpu_target

from boyi.engines.chess import chessmap as chess_map
from boyi.engines.chessmaps.control import NETWORK
from boyi.engines.chessmaps.ordering import BREAK_TIES, MAP_ALONE, NO_SECTOR
from boyi.engines.search.state import extend_thread, thread_dtype
from boyi.engines.xiangqi import chessmap as xiangqi_map

MAPS = {"chess": chess_map, "xiangqi": xiangqi_map}
SIZES = {
    ("chess", "16x4"): {4: 16},
    ("chess", "64x1"): {1: 64},
    ("chess", "unequal"): {4: 8, 2: 16},
    ("chess", "11"): {6: 4, 4: 6, 16: 1},
    ("xiangqi", "25x4"): {4: 20, 2: 5},
    ("xiangqi", "90x1"): {1: 90},
    ("xiangqi", "unequal"): {9: 6, 6: 6},
}


@pytest.mark.parametrize(("game", "layout"), SIZES)
def test_sectors_have_the_sizes_of_their_layout(game, layout):
    members = Counter(MAPS[game].LAYOUTS[layout])
    assert Counter(members.values()) == SIZES[game, layout]
    assert sorted(members) == list(range(len(members)))


@pytest.mark.parametrize("game", MAPS)
def test_the_network_that_comes_along_is_of_the_first_layout(game):
    net = MAPS[game].CHESSMAPS.network
    assert tuple(net.sector) == next(iter(MAPS[game].LAYOUTS.values()))
    assert net.method[0] == NETWORK
    assert np.abs(net.last).max() > 0


@pytest.mark.parametrize("game", MAPS)
def test_each_side_has_every_square_in_one_sector(game):
    thread = MAPS[game].map_thread()
    for side in range(2):
        words = thread.areas[side]
        assert int(np.bitwise_count(words).sum()) == MAPS[game].SQUARES
        assert int(np.bitwise_count(np.bitwise_or.reduce(words)).sum()) == MAPS[game].SQUARES


def test_the_first_sector_is_at_home_for_either_side():
    thread = chess_map.map_thread()
    assert [hex(int(thread.areas[side, 0, 0])) for side in range(2)] == ["0x303", "0x303000000000000"]


@pytest.mark.parametrize("game", MAPS)
def test_desks_say_whether_the_map_decides_alone(game):
    alone, ties = MAPS[game].map_thread(), MAPS[game].tie_thread()
    assert (alone.mode[0], ties.mode[0]) == (MAP_ALONE, BREAK_TIES)
    assert (alone.cutters == NO_SECTOR).all()


@pytest.mark.parametrize("game", MAPS)
def test_the_shared_desk_has_nothing_of_it(game):
    """A search that does not order by the map is of another type, and pays nothing for it."""
    own = MAPS[game].THREAD
    shared = thread_dtype(MAPS[game].HISTORY_SIZE)
    assert own != shared
    assert set(shared.names or ()) < set(own.names or ())
    assert not {"control", "first", "cutters"} & set(shared.names or ())


@pytest.mark.parametrize("game", MAPS)
def test_no_kernel_of_the_shared_desk_is_taken_for_another(game):
    """numba calls what it compiled for a record with a record that only goes on where that one ends."""
    shared = thread_dtype(MAPS[game].HISTORY_SIZE)
    for other in (MAPS[game].THREAD, extend_thread(shared, ("met", np.int64, 6))):
        assert cpu_target.typing_context.can_convert(*map(numba.from_dtype, (other, shared))) is None
