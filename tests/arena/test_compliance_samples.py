"""The positions of xiangqi that the checks use are what they are said to be."""

from boyi.arena.compliance.samples_xiangqi import XIANGQI
from boyi.arena.compliance.setup import Setup, is_legal, replay, walk
from boyi.engines import load_game
from boyi.engines.play import legal_moves, result
from boyi.engines.rules import ONGOING

GAME = load_game("xiangqi")


def replies(setup: Setup) -> list[str]:
    """Every legal move as text."""
    pos = replay(GAME, setup)
    return [GAME.notation.text(pos, move) for move in legal_moves(pos)]


def mating(setup: Setup) -> list[str]:
    """The moves after which there is no reply."""
    return [move for move in replies(setup) if not replies(setup.after(move))]


def test_mates_are_the_only_ones():
    assert [mating(setup) for setup, _ in XIANGQI.mates] == [[move] for _, move in XIANGQI.mates]
    assert replies(XIANGQI.doomed)
    assert all(mating(XIANGQI.doomed.after(move)) for move in replies(XIANGQI.doomed))


def test_ends_are_ends_and_other_positions_are_not():
    assert [replies(setup) for setup in XIANGQI.ended] == [[], []]
    going_on = (*XIANGQI.openings, XIANGQI.unbooked, *XIANGQI.wins, *XIANGQI.losses)
    assert {result(replay(GAME, setup)) for setup in going_on} == {ONGOING}
    assert [replay(GAME, setup).side for setup in XIANGQI.openings[:2]] == [1, 0]
    assert not is_legal(GAME, Setup(XIANGQI.impossible))


def test_moves_are_legal_or_not_as_they_are_said_to_be():
    assert is_legal(GAME, Setup(), XIANGQI.first_move)
    assert not is_legal(GAME, Setup(), XIANGQI.illegal_move)
    assert {*XIANGQI.restricted} < {*replies(XIANGQI.openings[0])}


def test_the_long_game_is_long():
    assert len(walk(GAME, 400, XIANGQI.long_game_seed).moves) == 400
