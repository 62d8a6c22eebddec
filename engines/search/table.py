"""The transposition table: a shared array of words that threads read and write without locks.

An entry is two words. The second holds move, score, depth, bound, generation and whether the node was
ever searched with an open window; the first is the key xor the second, spread over all bits, xor the static
value in its low 16 bits, so that a torn entry does not match its key. Four entries make a bucket of one
cache line.
"""

import time

import numpy as np

from boyi.engines import platforms
from boyi.engines.jit import Bool, Int, Word, entry, inline
from boyi.engines.jit.intrinsics import SPREAD
from boyi.engines.platforms.memory import affordable
from boyi.engines.search.state import PLY

NO_BOUND, UPPER, LOWER, EXACT = 0, 1, 2, 3
PORTION, TOUCHING = 1 << 20, 1.0
"""Words of a table that are touched at a time, and the seconds that this may take."""
BUCKET = 8
"""Words in a bucket."""

LOW = np.uint64(0xFFFFFFFF)
VALUE = np.uint64(0xFFFF)
NOTHING = np.uint64(0)
FACTOR = SPREAD[0]
"""Whatever bit of the data differs, high bits of its product with this do, too."""
GENERATIONS = 64
KEEP = 4 * PLY
"""How much deeper than a new bound of its own position an entry must be to stay, in sixtieths of a ply."""

MATE = 32000
"""The score of being mated is -MATE plus the plies until then."""
MATE_BOUND = MATE - 512
"""Scores beyond this announce a mate."""
INFINITE = 32001
NO_VALUE = 32002
"""Stands for the static value of a position in check, which has none."""


def allocate(megabytes: int) -> np.ndarray:
    """A table of zeros; a smaller one where memory does not suffice, which OSError says of the smallest."""
    table = reserve(affordable(megabytes, platforms.available_memory()))
    touch(table)
    return table


def reserve(megabytes: int) -> np.ndarray:
    """A table of zeros, or of half as many while the system refuses; it takes memory as it is written to."""
    while True:
        try:
            memory = platforms.allocate(megabytes << 20)  # in large pages: entries are met at random
        except OSError:
            if megabytes <= 1:
                raise
            megabytes //= 2
            continue
        return np.frombuffer(memory, np.uint64)


def touch(table: np.ndarray) -> bool:
    """Take the memory of an empty table for a second at most; whether all of it was taken.

    The first touch of a page takes its time: better now than on the clock, but no longer than clients wait.
    Other threads go on meanwhile.
    """
    end = time.monotonic() + TOUCHING
    for start in range(0, table.size, PORTION):
        if time.monotonic() > end:
            return False
        table[start : start + PORTION] = NOTHING
    return True


@inline
def bucket(table: np.ndarray, key: Word) -> Int:
    """Index of the first word of a key's bucket."""
    return np.int64((key & LOW) * np.uint64(table.size // BUCKET) >> np.uint64(32)) * BUCKET


@inline
def probe(table: np.ndarray, key: Word) -> tuple[Word, Int]:
    """The data word stored under a key, NOTHING if none, and the static value with it."""
    first = bucket(table, key)
    for i in range(first, first + BUCKET, 2):
        data = table[i + 1]
        value = table[i] ^ data * FACTOR ^ key
        if value <= VALUE and data != NOTHING:
            return data, np.int64(np.int16(value))
    return NOTHING, np.int64(NO_VALUE)


@inline
def stored_move(data: Word) -> Int:
    """The move of a data word."""
    return np.int64(data & np.uint64(0xFFFFF))


@inline
def stored_score(data: Word, ply: Int) -> Int:
    """The score of a data word, mates counted from the root."""
    score = np.int64(np.int16(data >> np.uint64(20) & VALUE))
    if score > MATE_BOUND:
        return score - ply
    return score + ply if score < -MATE_BOUND else score


@inline
def stored_depth(data: Word) -> Int:
    """The depth of a data word, in units of a ply's fraction."""
    return np.int64(data >> np.uint64(36) & np.uint64(0x3FFF))


@inline
def stored_bound(data: Word) -> Int:
    """Whether the score of a data word is NO_BOUND, UPPER, LOWER or EXACT."""
    return np.int64(data >> np.uint64(50) & np.uint64(3))


@inline
def stored_generation(data: Word) -> Int:
    """The search that wrote a data word."""
    return np.int64(data >> np.uint64(52) & np.uint64(GENERATIONS - 1))


@inline
def stored_was_pv(data: Word) -> Bool:
    """Whether a data word is of a node that was ever a PV node: searched with an open window."""
    return data >> np.uint64(58) != NOTHING


@inline
def store(
    table: np.ndarray,
    key: Word,
    ply: Int,
    move: Int,
    score: Int,
    depth: Int,
    bound: Int,
    generation: Int,
    value: Int,
    was_pv: Bool,
) -> None:
    """Enter a result; it takes the place of its own key, or of the shallowest and oldest entry."""
    if score > MATE_BOUND:
        score += ply
    elif score < -MATE_BOUND:
        score -= ply
    first = bucket(table, key)
    chosen, least = first, 1 << 30
    for i in range(first, first + BUCKET, 2):
        data = table[i + 1]
        if data == NOTHING:
            chosen = i
            break
        if table[i] ^ data * FACTOR ^ key <= VALUE:
            fresh = stored_generation(data) == generation
            if fresh and bound != EXACT and depth + KEEP <= stored_depth(data):
                return
            if move == 0:
                move = stored_move(data)
            chosen = i
            break
        age = (generation - stored_generation(data)) & (GENERATIONS - 1)
        keeping = stored_depth(data) - 480 * age
        if keeping < least:
            chosen, least = i, keeping
    data = np.uint64(
        move
        | np.int64(np.uint16(score)) << 20
        | min(max(depth, 0), 0x3FFF) << 36
        | bound << 50
        | generation << 52
        | np.int64(was_pv) << 58
    )
    table[chosen] = key ^ data * FACTOR ^ np.uint64(np.uint16(value))
    table[chosen + 1] = data


@entry
def recall(table: np.ndarray, key: Word) -> tuple[Int, Int, Int, Int]:
    """Move, score, depth and bound stored under a key, seen from outside a search; a bound of -1 if none."""
    data, _ = probe(table, key)
    if data == NOTHING:
        return np.int64(0), np.int64(0), np.int64(0), np.int64(-1)
    return stored_move(data), stored_score(data, np.int64(0)), stored_depth(data), stored_bound(data)


@entry
def fullness(table: np.ndarray, generation: Int) -> Int:
    """Permille of sampled entries that the present search wrote."""
    sample = min(table.size, 1000 * BUCKET)
    used = 0
    for i in range(1, sample, 2):
        used += table[i] != NOTHING and stored_generation(table[i]) == generation
    return 2000 * used // sample
