"""Games in single moves: the engine plays its own, takes it back when told, and chooses where to start."""

import pytest

from boyi.engines import load_game
from boyi.engines.limits import Limits
from boyi.engines.report import Ended
from tests.support.engines.listening import Listener

LIMITS = Limits(depth=4)


def test_a_move_of_its_own_is_played(listener):
    listener.engine.set_position(None, ())
    listener.engine.advance(["e2e4"])
    listener.engine.go(LIMITS, own=True)
    listener.engine.wait()
    assert listener.engine.side == 0
    assert listener.bests[-1].move
    listener.engine.advance(["d2d4"])
    assert listener.engine.side == 1


def test_a_move_not_accepted_is_taken_back_and_not_played_again(listener):
    listener.engine.set_position("6k1/5ppp/8/8/8/8/8/R6K w - - 0 1", ())
    tried = set()
    for _ in range(3):
        listener.engine.go(LIMITS, own=True)
        listener.engine.wait()
        tried.add(listener.bests[-1].move)
        listener.engine.reject()
        assert listener.engine.side == 0
    assert len(tried) == 3
    assert "a1a8" in tried


@pytest.mark.parametrize(
    ("fen", "ended"),
    [
        ("6k1/5ppp/8/8/8/8/8/R6K w - - 0 1", Ended(1.0, "mate")),
        ("r6k/8/8/8/8/8/5PPP/6K1 b - - 0 1", Ended(0.0, "mate")),
        ("7k/5Q2/8/8/8/8/8/6K1 b - - 0 1", Ended(0.5, "stalemate")),
        ("8/8/8/8/8/8/6R1/k2K4 b - - 0 1", None),
    ],
)
def test_the_end_of_the_game_is_told(listener, fen, ended):
    listener.engine.set_position(fen, ())
    listener.engine.go(LIMITS, own=True)
    listener.engine.wait()
    assert listener.bests[-1].ended == ended


def test_a_new_position_ends_a_search_for_a_move_of_its_own(listener):
    listener.engine.set_position(None, ())
    listener.engine.go(Limits(movetime=60_000), own=True)
    listener.engine.set_position(None, ("e2e4",))
    assert not listener.engine.searching
    assert listener.engine.side == 1


def test_there_must_be_a_move_to_take_back(listener):
    listener.engine.set_position(None, ())
    with pytest.raises(ValueError, match="no move of ours"):
        listener.engine.reject()
    listener.engine.go(LIMITS)
    listener.engine.wait()
    with pytest.raises(ValueError, match="no move of ours"):
        listener.engine.reject()


def test_an_illegal_move_leaves_the_position_before_it(listener):
    listener.engine.set_position(None, ())
    with pytest.raises(ValueError, match="e7e4"):
        listener.engine.advance(["e2e4", "e7e4"])
    assert listener.engine.side == 1


def test_after_single_moves_a_position_is_set_up_anew(listener):
    listener.engine.set_position(None, ("e2e4",))
    listener.engine.advance(["e7e5"])
    listener.engine.set_position(None, ("e2e4", "d7d5"))
    listener.engine.advance(["e4d5"])
    assert listener.engine.side == 1


def test_chess_leaves_no_choice_of_its_start(listener):
    with pytest.raises(ValueError, match="same way"):
        listener.engine.place(0)


def test_einstein_chooses_its_layout():
    ear = Listener(load_game("einstein"))
    homes = ({25, 24, 23, 20, 19, 15}, {1, 2, 3, 6, 7, 11})
    for side in (0, 1):
        layouts = {ear.engine.place(side) for _ in range(40)}
        assert len(layouts) > 1, "always the same could be prepared for"
        assert all({int(square) for square in layout} == homes[side] for layout in layouts)
    ear.close()
