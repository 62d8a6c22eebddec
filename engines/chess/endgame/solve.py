"""Exact endings worked out backwards, from mates and from what captures and promotions lead to.

Each position is first judged by its noisy moves alone. What is decided is then told to the positions before
it: one from which a lost position can be reached is won, one that has nothing but moves to won ones is lost.
What nobody told anything in the end is drawn. Fifty moves are not counted.
"""

import numpy as np

from boyi.engines.chess.endgame.layout import BEGIN, IN_BYTE, MATERIALS, SIZE
from boyi.engines.chess.endgame.men import (
    BLACK_KING,
    FIRST,
    GONE,
    SECOND,
    WHITE_KING,
    attacks_of,
    goals_of,
    has_move,
    is_checked,
    is_double,
    known_result,
    occupied_by,
    own_entry,
    owned_by,
    set_up,
    take,
)
from boyi.engines.chess.position import EMPTY, KNIGHTS, PAWNS, QUEENS
from boyi.engines.chess.squares import PAWN
from boyi.engines.jit import Int, entry, inline, kernel
from boyi.engines.jit.intrinsics import ONE, ZERO, bit, lowest
from boyi.engines.rules import DRAWN, LOST, ONGOING, WON

RESULT, FRESH, ILLEGAL = 3, 4, 8
"""Bits of a position's state while a table is worked out: its result, whether others still have to be told
of it, whether it can't be."""
BARRED = -1
"""Stands for the result of a move that leaves a king in check."""
BEGINNING, SPREADING, ANEW = (np.int64(manner) for manner in range(3))
"""How a position is looked at."""
PROMOTED = (QUEENS, QUEENS - 1, QUEENS - 2, KNIGHTS)


@inline
def _taker(men: np.ndarray, side: Int, goal: Int) -> Int:
    """The enemy pawn that may take a pawn of a side en passant that came two squares to a goal; 0 if none."""
    if men.shape[1] <= SECOND:
        return np.int64(0)
    for i in range(FIRST, men.shape[1]):
        if men[0, i] == PAWNS + 8 * (side ^ 1) and PAWN[side, goal - 8 + 16 * side] & bit(men[1, i]):
            return np.int64(i)
    return np.int64(0)


@kernel
def _after_double(
    state: np.ndarray, endings: np.ndarray, table: Int, men: np.ndarray, pawn: Int, side: Int
) -> Int:
    """What a side's double push has led to, for the other side, which may take en passant."""
    other, goal = side ^ 1, men[1, pawn]
    result = np.int64(state[own_entry(table, men, other)]) & RESULT
    taker = _taker(men, side, goal)
    if not taker:
        return result
    origin = men[1, taker]
    men[1, pawn], men[1, taker] = GONE, goal - 8 + 16 * side
    allowed = not is_checked(men, other)
    taking = WON + LOST - known_result(endings, men, side) if allowed else np.int64(ONGOING)
    men[1, pawn], men[1, taker] = goal, origin
    if not allowed:
        return result
    if not has_move(men, other):
        return taking
    if taking == WON or result == WON:
        return np.int64(WON)
    return np.int64(DRAWN) if taking == DRAWN else result


@inline
def _after_noisy(endings: np.ndarray, men: np.ndarray, pawn: Int, side: Int) -> Int:
    """What a capture or promotion has led to, for the other side; a pawn at its goal becomes anything."""
    code = men[0, pawn]
    if code & 7 != PAWNS or 8 <= men[1, pawn] < 56:
        return known_result(endings, men, side ^ 1)
    worst = np.int64(WON)
    for kind in PROMOTED:
        men[0, pawn] = kind + 8 * side
        worst = min(worst, known_result(endings, men, side ^ 1))
    men[0, pawn] = code
    return worst


@kernel
def _outlook(
    state: np.ndarray, endings: np.ndarray, table: Int, men: np.ndarray, mover: Int, goal: Int, manner: Int
) -> Int:
    """What a move leads to, for the other side, as far as that is known; BARRED if it is against the rules.

    At the BEGINNING that is not known of quiet moves.
    """
    code, origin, occupied = men[0, mover], men[1, mover], occupied_by(men)
    side, double = code >> 3, is_double(code, origin, goal)
    noisy = occupied & bit(goal) != ZERO or (code & 7 == PAWNS and (goal < 8 or goal >= 56))
    taken = take(men, goal) if noisy else np.int64(0)
    men[1, mover] = goal
    result = np.int64(BARRED)
    if not noisy and not double and manner != BEGINNING:
        reached = own_entry(table, men, side ^ 1)
        if reached >= 0 and not state[reached] & ILLEGAL:
            result = np.int64(state[reached]) & RESULT
    elif not is_checked(men, side):
        result = np.int64(ONGOING)
        if double:
            result = _after_double(state, endings, table, men, mover, side)
        elif noisy:
            result = _after_noisy(endings, men, mover, side)
    men[1, mover] = origin
    if taken:
        men[1, taken] = goal
    return result


@kernel
def _judge(
    state: np.ndarray, endings: np.ndarray, table: Int, men: np.ndarray, side: Int, manner: Int
) -> Int:
    """What a position is by its moves, as far as it is known by now: ONGOING if that is not decided.

    At the BEGINNING quiet moves decide nothing. While SPREADING one that is not known to lose is enough, as
    whoever is lost will tell so himself; ANEW looks at all.
    """
    occupied, own = occupied_by(men), owned_by(men, side)
    moves, undecided = False, False
    for i in range(men.shape[1]):
        goals = goals_of(men, np.int64(i), occupied, own) if men[0, i] >> 3 == side else ZERO
        while goals:
            goal = lowest(goals)
            goals &= goals - ONE
            if manner == BEGINNING and undecided and men[0, i] & 7 != PAWNS and not occupied & bit(goal):
                continue
            result = _outlook(state, endings, table, men, np.int64(i), goal, manner)
            if result == LOST:
                return np.int64(WON)
            moves = moves or result != BARRED
            undecided = undecided or result == ONGOING or result == DRAWN
            if undecided and manner == SPREADING:
                return np.int64(ONGOING)
    if not moves:
        return np.int64(LOST if is_checked(men, side) else DRAWN)
    return np.int64(ONGOING if undecided else LOST)


@kernel
def _begin(state: np.ndarray, endings: np.ndarray, table: Int, men: np.ndarray) -> None:
    """Judge every position by its noisy moves."""
    for number in range(state.size):
        side = set_up(table, np.int64(number), men)
        apart = men[1, FIRST] != men[1, WHITE_KING] and men[1, FIRST] != men[1, BLACK_KING]
        if men.shape[1] > SECOND:
            second = men[1, SECOND]
            apart = apart and second != men[1, FIRST]
            apart = apart and second != men[1, WHITE_KING] and second != men[1, BLACK_KING]
        # of two entries for one position the second is never asked for
        if not apart or own_entry(table, men, side) != number or is_checked(men, side ^ 1):
            state[number] = ILLEGAL
            continue
        result = _judge(state, endings, table, men, side, BEGINNING)
        state[number] = result if result == ONGOING or result == DRAWN else result | FRESH


@inline
def _tell(
    state: np.ndarray, endings: np.ndarray, table: Int, men: np.ndarray, side: Int, manner: Int
) -> None:
    """A move of `side` leads to a position that is decided, for the other side: what follows from that.

    At the BEGINNING of what is known the other side is lost there, so that this one has won.
    """
    before = own_entry(table, men, side)
    if before < 0 or state[before] != ONGOING:
        return
    result = np.int64(WON)
    if manner != BEGINNING:
        result = _judge(state, endings, table, men, side, manner)
    if result == WON or result == LOST:
        state[before] = result | FRESH


@kernel
def _spread(state: np.ndarray, endings: np.ndarray, table: Int, number: Int, men: np.ndarray) -> None:
    """Tell the positions before a decided one, from which quiet moves led to it."""
    side = set_up(table, number, men) ^ 1
    usual = SPREADING if np.int64(state[number]) & RESULT == WON else BEGINNING
    occupied = occupied_by(men)
    for i in range(men.shape[1]):
        code, goal = men[0, i], men[1, i]
        if code >> 3 != side:
            continue
        if code & 7 == PAWNS:
            back = goal - 8 + 16 * side
            origins = bit(back) & ~occupied if 8 <= back < 56 else ZERO
            if origins and goal >> 3 == 3 + side:
                origins |= bit(back - 8 + 16 * side) & ~occupied
        else:
            origins = attacks_of(code, goal, occupied) & ~occupied
        while origins:
            men[1, i] = lowest(origins)
            origins &= origins - ONE
            # the other side may have had a better answer to a double push, en passant
            _tell(state, endings, table, men, side, ANEW if is_double(code, men[1, i], goal) else usual)
        men[1, i] = goal


@kernel
def _pack(state: np.ndarray, endings: np.ndarray, begin: Int) -> None:
    """Write what was found; entries that are never asked for repeat the one before, which packs well."""
    last = np.int64(DRAWN)
    for number in range(state.size):
        result = np.int64(state[number])
        if result != ILLEGAL:
            last = result & RESULT if result & RESULT != ONGOING else np.int64(DRAWN)
        at, shift = (begin + number) // IN_BYTE, (begin + number) % IN_BYTE * 2
        endings[at] = np.uint8(np.int64(endings[at]) & ~(3 << shift) | last << shift)


@entry
def solve_table(state: np.ndarray, endings: np.ndarray, table: Int, pieces: Int) -> None:
    """Work out a table and pack it; those that captures and promotions lead to are there. Blocks: seconds.

    `state` is room for a byte for each of its entries; with none of it nothing is done.
    """
    men = np.zeros((2, pieces), np.int64)
    _begin(state, endings, table, men)
    spreading = True
    while spreading:
        spreading = False
        for number in range(state.size):
            if state[number] & FRESH:
                state[number] &= RESULT
                _spread(state, endings, table, np.int64(number), men)
                spreading = True
    if state.size:
        _pack(state, endings, BEGIN[table])


def solve(endings: np.ndarray, table: int) -> None:
    """Work out a table among all of them; those that it leads to are there. Blocks: seconds."""
    pieces = 3 if MATERIALS[table].second == EMPTY else 4
    solve_table(np.zeros(int(SIZE[table]), np.uint8), endings, np.int64(table), np.int64(pieces))
