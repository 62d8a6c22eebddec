"""Which moves an engine may play: those asked for, those not banned."""

import pytest


def test_only_moves_asked_for_are_played(listener):
    assert listener.best(depth=4, moves=("a2a3", "h2h3")).move in ("a2a3", "h2h3")
    assert {info.pv[0] for info in listener.infos} <= {"a2a3", "h2h3"}


@pytest.mark.parametrize("name", ["e1h1", "E1G1"])
def test_moves_asked_for_may_be_spelled_as_moves_are_played(listener, name):
    listener.engine.set_position("4k3/8/8/8/8/8/8/4K2R w K - 0 1", [])
    assert listener.best(depth=2, moves=(name,)).move == "e1g1"
    assert listener.notes == []


def test_if_none_of_the_moves_asked_for_is_legal_all_are(listener):
    assert listener.best(depth=2, moves=("e2e5", "xyz")).move
    assert "legal" in listener.notes[0]


def test_banned_moves_are_not_played_until_the_next_position(listener):
    listener.engine.set_position("6k1/5ppp/8/8/8/8/8/R6K w - - 0 1", [])
    assert listener.best(depth=4).move == "a1a8"
    listener.engine.ban(["a1a8"])
    assert {listener.best(depth=depth).move for depth in (1, 4, 6)} & {"a1a8"} == set()
    listener.engine.set_position("6k1/5ppp/8/8/8/8/8/R6K w - - 0 1", [])
    assert listener.best(depth=4).move == "a1a8"


def test_a_ban_holds_for_the_search_it_was_meant_for(listener):
    """Also if the next position is set before the search has looked."""
    for _ in range(20):
        listener.engine.set_position("6k1/5ppp/8/8/8/8/8/R6K w - - 0 1", [])
        listener.engine.ban(["a1a8"])
        listener.go(depth=2)
        listener.engine.set_position(None, [])
        listener.engine.wait()
    assert "a1a8" not in {best.move for best in listener.bests}


def test_with_every_move_banned_one_is_played_all_the_same(listener):
    listener.engine.set_position("k7/8/1R6/8/8/8/8/7K b - - 0 1", [])
    listener.engine.ban(["a8a7"])
    assert listener.best(depth=2).move == "a8a7"
