"""Quiet moves ordered by the sectors they influence: threads of another type, so that no other search pays.

A control map is computed when quiet moves come up. Safe moves come before unsafe ones; within these, moves of
pieces that would be lost where they stand; within these, moves that influence more relevant sectors. The last
two sectors to which moves went that cut off at a ply come before all others.
"""

import functools
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from boyi.engines.chessmaps.control import (
    ENEMY,
    compute_control,
    control_fields,
    influence,
    load_network,
    rank_sectors,
    relative_ends,
    touches,
)
from boyi.engines.jit import Dtype, Int, Record, inline, new
from boyi.engines.rules import history_index, see
from boyi.engines.search.ordering import KILLER, LAST, SCALE, credit_quiet, quiet_score, score_quiet
from boyi.engines.search.state import MAX_PLY, extend_thread, thread_dtype
from boyi.engines.weights import load

MAP_ALONE, BREAK_TIES = 0, 1
"""The map decides by itself, or among moves of like history."""
PLACES = 16
"""The most relevant sectors are looked at, no more."""
NO_SECTOR = 255
BAND = 1024
"""Histories within this are alike."""


def chessmap_dtype(history_size: int, net: Dtype) -> Dtype:
    """The thread state of a game whose quiet moves are ordered by control maps with such a network."""
    return extend_thread(
        thread_dtype(history_size),
        ("mode", np.int64, 1),  # MAP_ALONE or BREAK_TIES
        *control_fields(net),
        ("mapped_key", np.uint64, 1),  # of the position whose control map this is
        ("orders", np.uint8, (MAX_PLY + 2, PLACES)),  # sectors by relevance at each ply
        ("cutters", np.uint8, (MAX_PLY + 2, 2)),  # sectors whose moves cut off at each ply, the last first
    )


@dataclass(frozen=True)
class ChessmapSpec:
    """Ordering by control maps in a game: its type of thread, and the network it comes with."""

    game: str
    file: Path
    net: Dtype
    thread: Dtype
    words: np.ndarray
    """The bits of what each side calls a square."""

    @functools.cached_property
    def network(self) -> Record:
        """The sectors and the network that come with the program."""
        return load(self.file, self.game, "sectors", self.net).weights

    def map_thread(self) -> Record:
        """A thread state on which the map alone orders quiet moves."""
        return self.new_thread(self.network, MAP_ALONE)

    def tie_thread(self) -> Record:
        """A thread state on which the map orders quiet moves of like history."""
        return self.new_thread(self.network, BREAK_TIES)

    def new_thread(self, net: Record, mode: int) -> Record:
        """A fresh thread state that orders by a network's sectors."""
        blank = new(self.thread)
        load_network(blank, net, self.words)
        blank.mode[0] = mode
        blank.cutters[:] = NO_SECTOR
        return blank


@inline
def order_cutters(thread: Record, ply: Int) -> Int:
    """Begin a ply's order with the sectors whose moves cut off there; how many they are."""
    count = 0
    for slot in range(2):
        if thread.cutters[ply, slot] != NO_SECTOR:
            thread.orders[ply, count] = thread.cutters[ply, slot]
            count += 1
    return count


@inline
def remember_cutter(thread: Record, ply: Int, square: Int) -> None:
    """A move to a square cut off: its sector comes first from now on."""
    sector = thread.sector[square]
    if thread.cutters[ply, 0] != sector:
        thread.cutters[ply, 1] = thread.cutters[ply, 0]
        thread.cutters[ply, 0] = sector


@inline
def sector_bits(pos: Record, thread: Record, side: Int, ply: Int, move: Int, places: Int) -> Int:
    """Which of the first sectors at a ply a move influences, as bits, the very first as the highest.

    Sectors are those of squares as a side calls them.
    """
    near, far = influence(pos, move)
    bits = np.int64(0)
    for place in range(places):
        bits <<= 1
        if touches(thread, side, np.int64(thread.orders[ply, place]), near, far):
            bits |= 1
    return bits


@inline
def _order_sectors(pos: Record, thread: Record, ply: Int) -> None:
    """Order the sectors by relevance in this position, those that cut off here before in front."""
    if thread.mapped_key[0] != pos.key:
        compute_control(pos, thread)
        rank_sectors(thread)
        thread.mapped_key[0] = pos.key
    count = order_cutters(thread, ply)
    first, second = thread.cutters[ply, 0], thread.cutters[ply, 1]
    for place in range(thread.ranking.size):
        sector = thread.ranking[place]
        if count < PLACES and sector != first and sector != second:
            thread.orders[ply, count] = sector
            count += 1


@inline
def _pattern(pos: Record, thread: Record, ply: Int, move: Int) -> Int:
    """Which sectors a move influences, the most relevant one as the highest of PLACES bits."""
    places = min(PLACES, thread.ranking.size)
    return sector_bits(pos, thread, np.int64(pos.side & 1), ply, move, places) << (PLACES - places)


@inline
def _map_score(pos: Record, thread: Record, ply: Int, move: Int) -> Int:
    """The place of a quiet move by class and sectors, between 0 and KILLER."""
    origin, _ = relative_ends(pos, move)
    safe, forced = see(pos, move, np.int64(0)), thread.control[origin] == ENEMY
    return (2 * np.int64(safe) + np.int64(forced)) << PLACES | _pattern(pos, thread, ply, move)


def score_by_map(pos: Record, thread: Record, ply: Int, first: Int, end: Int) -> None:
    """Give quiet moves their place in the order: killers, then as the thread state's mode says."""
    killer, second = thread.killers[ply, 0], thread.killers[ply, 1]
    _order_sectors(pos, thread, ply)
    for i in range(first, end):
        move = np.int64(thread.moves[ply, i & LAST])
        if move == killer:
            score = np.int64(KILLER + 1)
        elif move == second:
            score = np.int64(KILLER)
        elif thread.mode[0] == BREAK_TIES:
            history = quiet_score(thread, ply, history_index(pos, move)) // BAND
            score = history * BAND + _pattern(pos, thread, ply, move) * BAND // (1 << PLACES)
        else:
            score = _map_score(pos, thread, ply, move) - KILLER // 2
        thread.scores[ply, i & LAST] = score * SCALE + i


def keep_sector(pos: Record, thread: Record, ply: Int, move: Int) -> None:
    """A quiet move cut off: remember the sector that it goes to."""
    _, goal = relative_ends(pos, move)
    remember_cutter(thread, ply, goal)


def register(position: Dtype, dtype: Dtype) -> None:
    """Have a game's searches at such thread states order quiet moves by the map."""
    score_quiet.register(position, dtype)(score_by_map)
    credit_quiet.register(position, dtype)(keep_sector)
