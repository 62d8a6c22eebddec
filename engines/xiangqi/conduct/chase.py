"""Who chases what: the attacks that the rules of repetition forbid to renew for ever.

Rooks, horses, cannons, advisors and elephants chase; kings and pawns may attack as long as they like.
A horse or cannon always chases a rook, an advisor or elephant always a rook, cannon or horse. Any other
piece is chased if the capture could not be answered by a recapture; a pawn only once it has crossed
the river; a piece of the attacker's own kind only if it could not take the attacker instead.
"""

import numpy as np

from boyi.engines.jit import Bool, Int, Record, Word, inline, kernel
from boyi.engines.jit.intrinsics import ZERO
from boyi.engines.rules import make, unmake
from boyi.engines.xiangqi.attackers import attackers, exposes_on
from boyi.engines.xiangqi.attacks import contains, drop, first, move_piece
from boyi.engines.xiangqi.moves import reach
from boyi.engines.xiangqi.pieces import ADVISORS, CANNONS, ELEPHANTS, HORSES, KINGS, PAWNS, RED, ROOKS
from boyi.engines.xiangqi.position import is_check, move_back, occupied, source, target
from boyi.engines.xiangqi.squares import BIT, HALF


@kernel
def _can_recapture(pos: Record, colour: Int, origin: Int, goal: Int) -> Bool:
    """Whether the other side could legally take back after a colour's capture."""
    near, far = occupied(pos)
    near, far = near & ~BIT[origin, 0], far & ~BIT[origin, 1]
    back_near, back_far = attackers(pos, goal, colour ^ 1, near, far)
    back_near, back_far = back_near & ~BIT[goal, 0], back_far & ~BIT[goal, 1]
    while back_near | back_far:
        taker = first(back_near, back_far)
        back_near, back_far = drop(back_near, back_far)
        if not exposes_on(pos, colour ^ 1, taker, goal, near, far, BIT[origin, 0], BIT[origin, 1]):
            return True
    return False


@kernel
def _takes_instead(pos: Record, colour: Int, origin: Int, goal: Int, kind: Int) -> Bool:
    """Whether the piece of the same kind on `goal` could legally take its attacker on `origin`."""
    near, far = occupied(pos)
    to_near, to_far = reach(kind, colour ^ 1, goal, near, far)
    if not contains(to_near, to_far, origin):
        return False
    return not exposes_on(pos, colour ^ 1, goal, origin, near, far, ZERO, ZERO)


@kernel
def _is_chase(pos: Record, colour: Int, origin: Int, goal: Int, kind: Int) -> Bool:
    """Whether a colour's capture, if it is legal, is one that may not be threatened for ever."""
    victim = np.int64(pos.board[goal] & 7)
    near, far = occupied(pos)
    if exposes_on(pos, colour, origin, goal, near, far, ZERO, ZERO):
        return False
    if victim == ROOKS and kind != ROOKS:
        return True
    if (victim == CANNONS or victim == HORSES) and (kind == ADVISORS or kind == ELEPHANTS):
        return True
    if _can_recapture(pos, colour, origin, goal):
        return False
    return victim != kind or not _takes_instead(pos, colour, origin, goal, kind)


@kernel
def chases(pos: Record, colour: Int) -> tuple[Word, Word]:
    """The enemy pieces that a colour chases as the board stands, whoever is to move."""
    pieces, enemy = pos.pieces, colour ^ 1
    near, far = occupied(pos)
    found_near, found_far = ZERO, ZERO
    prey_near = pos.colours[enemy, 0] & ~(pieces[KINGS, 0] | pieces[PAWNS, 0])
    prey_far = pos.colours[enemy, 1] & ~(pieces[KINGS, 1] | pieces[PAWNS, 1])
    if colour == RED:
        prey_near |= pieces[PAWNS, 0] & pos.colours[enemy, 0]
    else:
        prey_far |= pieces[PAWNS, 1] & pos.colours[enemy, 1]
    own_near = pos.colours[colour, 0] & ~(pieces[KINGS, 0] | pieces[PAWNS, 0])
    own_far = pos.colours[colour, 1] & ~(pieces[KINGS, 1] | pieces[PAWNS, 1])
    while own_near | own_far:
        origin = first(own_near, own_far)
        own_near, own_far = drop(own_near, own_far)
        kind = np.int64(pos.board[origin] & 7)
        to_near, to_far = reach(kind, colour, origin, near, far)
        to_near, to_far = to_near & prey_near & ~found_near, to_far & prey_far & ~found_far
        while to_near | to_far:
            goal = first(to_near, to_far)
            to_near, to_far = drop(to_near, to_far)
            if _is_chase(pos, colour, origin, goal, kind):
                found_near, found_far = found_near | BIT[goal, 0], found_far | BIT[goal, 1]
    return found_near, found_far


@inline
def _follow(near: Word, far: Word, move: Int) -> tuple[Word, Word]:
    """A set of pieces one move earlier: a piece that has moved stands where it came from."""
    origin, goal = source(move), target(move)
    if contains(near, far, goal):
        return move_piece(near, far, goal, origin)
    return near, far


@inline
def _take_back_chase(pos: Record, move: Int, mover: Int) -> tuple[Word, Word]:
    """Take back the last move, the mover's; what it chases since that move and not before it.

    A move that gives check chases nothing.
    """
    near, far = chases(pos, mover)
    if is_check(pos):
        near, far = ZERO, ZERO
    unmake(pos, move)
    before_near, before_far = chases(pos, mover)
    return near & ~before_near, far & ~before_far


@inline
def _gravity(pos: Record, near: Word, far: Word) -> Int:
    """How grave a chase of these pieces is: 2 if a rook is among them, 0 if there are none."""
    if near & pos.pieces[ROOKS, 0] | far & pos.pieces[ROOKS, 1]:
        return np.int64(2)
    return np.int64((near | far) != ZERO)


@kernel
def chaser(pos: Record, plies: Int) -> Int:
    """The side that alone, or more gravely, chased one and the same piece with every move of the last plies.

    2 if there is none. The moves are taken back and made again.
    """
    red_near, red_far, black_near, black_far = HALF, HALF, HALF, HALF
    moves = pos.scratch
    undone = 0
    while undone < plies and red_near | red_far | black_near | black_far:
        mover = np.int64(pos.side & 1) ^ 1
        move, _ = move_back(pos, 1)
        near, far = _take_back_chase(pos, move, mover)
        moves[undone] = move
        undone += 1
        # what the other side chases are the mover's pieces, one of which has just moved
        if mover == RED:
            red_near, red_far = red_near & near, red_far & far
            black_near, black_far = _follow(black_near, black_far, move)
        else:
            black_near, black_far = black_near & near, black_far & far
            red_near, red_far = _follow(red_near, red_far, move)
    red, black = _gravity(pos, red_near, red_far), _gravity(pos, black_near, black_far)
    for i in range(undone - 1, -1, -1):
        make(pos, np.int64(moves[i]))
    if red == black:
        return np.int64(2)
    return np.int64(red < black)


@kernel
def attacker(pos: Record, plies: Int) -> Int:
    """The side that alone gave check or chased something, no matter what, with every move of the last plies.

    2 if there is none. The moves are taken back and made again.
    """
    moves, undone = pos.scratch, 0
    attacks: Int = np.int64(3)
    while undone < plies and attacks:
        mover = np.int64(pos.side & 1) ^ 1
        move, _ = move_back(pos, 1)
        checks = is_check(pos)
        near, far = _take_back_chase(pos, move, mover)
        moves[undone] = move
        undone += 1
        if not checks and near | far == ZERO:
            attacks &= ~(1 << mover)
    for i in range(undone - 1, -1, -1):
        make(pos, np.int64(moves[i]))
    return np.int64(2 if attacks == 0 or attacks == 3 else attacks >> 1)
