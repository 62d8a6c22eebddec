"""The contract between a game and the machinery: generic kernels, one body per game.

A position is a record with at least `key` and `side` (0 or 1); a move is a positive number below
2**20, NO_MOVE is none. Values are seen from the side to move. A game registers its bodies with
`@make.register(POSITION)` and so on; those marked "Required" have no default.
"""

import numpy as np

from boyi.engines.jit import Bool, Int, Record, Word, generic

NO_MOVE = 0
MOST_MOVES = 512
"""No position of any game here has more legal moves than this."""

# what `outcome` and `blocked` return, for the side to move
ONGOING, LOST, DRAWN, WON = 0, 1, 2, 3
FORFEITED, CONCEDED = 4, 5
"""Inside a search `outcome` may also say that a game is lost or won by a rule of conduct: that is no mate."""

# what `move_class` returns; `search/extensions.py` gives each class its price in plies
OTHER, CHECK, FORCED, RECAPTURE, ADVANCE, MATE_THREAT = 0, 1, 2, 3, 4, 5


@generic(required=True, apart=True)
def generate(pos: Record, moves: np.ndarray) -> Int:
    """Required. Write every legal move into `moves`; how many there are."""


@generic(required=True, apart=True)
def generate_noisy(pos: Record, moves: np.ndarray) -> Int:
    """Required. The legal moves that quiescence search looks at: captures, promotions, wins."""


@generic(required=True, apart=True)
def generate_quiet(pos: Record, moves: np.ndarray) -> Int:
    """Required. The legal moves that `generate_noisy` leaves out."""


@generic(apart=True)
def count_legal(pos: Record, moves: np.ndarray) -> Int:
    """How many legal moves there are; a game may count without listing them. `moves` is scratch."""
    return generate(pos, moves)


@generic(required=True, apart=True)
def legal(pos: Record, move: Int) -> Bool:
    """Required. Whether any number at all is a legal move here; it may come from another position."""


@generic(required=True, apart=True)
def make(pos: Record, move: Int) -> None:
    """Required. Play a legal move."""


@generic(required=True, apart=True)
def unmake(pos: Record, move: Int) -> None:
    """Required. Take back the last move made; every byte the game can see is as before."""


@generic(required=True)
def history_index(pos: Record, move: Int) -> Int:
    """Required. A small index that names the move for history tables (piece and target, say)."""


@generic()
def key_after(pos: Record, move: Int) -> Word:
    """The key that a move not yet made leads to: a guess, by which the table is fetched ahead of need."""
    return pos.key


@generic()
def passes_turn(pos: Record, move: Int) -> Bool:
    """Whether the move just made passed the turn to the other side."""
    return True


@generic()
def in_check(pos: Record) -> Bool:
    """Whether the side to move is in check: it then has no time for anything else."""
    return False


@generic()
def may_check(pos: Record, move: Int) -> Bool:
    """Whether a legal move not yet made could give check; False only if it surely does not."""
    return True


@generic()
def outcome(pos: Record, ply: Int) -> Int:
    """How the game has ended, told without generating moves; `ply` counts from the search's root.

    Repetitions inside the tree may be called draws at their first return.
    """
    return ONGOING


@generic()
def known(pos: Record) -> Int:
    """What exact tables say of a position, for the side to move: LOST, DRAWN, WON; ONGOING if nothing."""
    return ONGOING


@generic()
def progress(pos: Record) -> Int:
    """How near the winner is to the end of a win that is `known`, beside what the evaluation says of it."""
    return np.int64(0)


@generic()
def blocked(pos: Record) -> Int:
    """The outcome when the side to move has no legal move."""
    return LOST


@generic()
def noisy(pos: Record, move: Int) -> Bool:
    """Whether `generate_noisy` would have listed this legal move."""
    return False


@generic()
def capture_order(pos: Record, move: Int) -> Int:
    """How promising a noisy move looks at first sight; larger is tried earlier."""
    return 0


@generic()
def gain(pos: Record, move: Int) -> Int:
    """What a noisy move takes, in units of the evaluation."""
    return 0


@generic(apart=True)
def see(pos: Record, move: Int, threshold: Int) -> Bool:
    """Whether the exchanges that a move starts on its target win at least `threshold`."""
    return True


@generic()
def move_class(pos: Record, move: Int) -> Int:
    """The class of the move just made, for extensions: CHECK, RECAPTURE, ADVANCE or OTHER."""
    return OTHER


@generic()
def structure(pos: Record) -> Word:
    """A key of the slow features of a position (pawns, say), under which evaluation errors repeat."""
    return np.uint64(0)


@generic()
def placement(pos: Record, group: Int) -> Word:
    """A key of where a group of pieces stands, less those of `structure`: errors repeat under it, too.

    Groups are all of either colour (0, 1); and, in games that tell them apart, the lesser (2) and the greater
    ones (3) of both colours.
    """
    return np.uint64(0)


@generic()
def ranks_pieces(pos: Record) -> Bool:
    """Whether `placement` tells lesser and greater pieces apart: then errors are learned by them as well."""
    return False


@generic()
def idleness(pos: Record) -> Int:
    """How far a game has come towards a draw for want of progress, in percent of the way or more."""
    return np.int64(0)


@generic()
def skip(pos: Record) -> Bool:
    """Pass the turn, where that is a sound test of a position; False if it isn't, nothing changed."""
    return False


@generic()
def unskip(pos: Record) -> None:
    """Take back a `skip` that returned True."""


@generic()
def compact_history(pos: Record) -> None:
    """Called after a move of the game itself: make room, so that games may be of any length."""


@generic(apart=True)
def bind(pos: Record, weights: Record) -> None:
    """Ready a position for `evaluate` with these weights: what it keeps up incrementally starts anew."""


@generic(required=True, apart=True)
def evaluate(pos: Record, weights: Record) -> Int:
    """Required, for each pair of position and weights. The static value for the side to move.

    The position was bound to these weights before the moves that led here.
    """
