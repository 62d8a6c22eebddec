"""The positions that the checks use are what they are said to be."""

from collections.abc import Iterator

import pytest

from boyi.arena.compliance.base.position import Setup, first_turn, is_legal, random_game, replay
from boyi.arena.compliance.base.samples import SAMPLES
from boyi.engines import load_game
from boyi.engines.game import Game
from boyi.engines.play import legal_moves, result
from boyi.engines.rules import ONGOING

NAMES = [name for name in SAMPLES if name != "chess"]
"""Games whose samples are of our own making; python-chess plays those of chess."""
MOST = 8
"""Replies that are tried where there are hundreds."""


def replies(game: Game, setup: Setup) -> list[str]:
    """Every legal move as text."""
    pos = replay(game, setup)
    return [game.notation.text(pos, move) for move in legal_moves(pos)] if result(pos) == ONGOING else []


def winning(game: Game, setup: Setup) -> Iterator[str]:
    """The moves that end the game."""
    return (move for move in replies(game, setup) if result(replay(game, setup.after(move))) != ONGOING)


@pytest.mark.parametrize("name", NAMES)
def test_mates_are_the_only_ones(name: str):
    game, samples = load_game(name), SAMPLES[name]
    found = [list(winning(game, setup)) for setup, _ in samples.mates]
    assert found == [[move] for _, move in samples.mates]
    tried = replies(game, samples.doomed)
    tried = tried[:: 1 + len(tried) // MOST]
    assert tried
    assert all(any(winning(game, samples.doomed.after(move))) for move in tried)


@pytest.mark.parametrize("name", NAMES)
def test_ends_are_ends_and_other_positions_are_not(name: str):
    game, samples = load_game(name), SAMPLES[name]
    assert [replies(game, setup) for setup in samples.ended] == [[], []]
    going_on = (*samples.openings, samples.unbooked, *samples.wins, *samples.losses)
    assert {result(replay(game, setup)) for setup in going_on} == {ONGOING}
    assert {int(replay(game, setup).side) for setup in samples.openings[:2]} == {0, 1}
    assert not is_legal(game, Setup(samples.impossible))


@pytest.mark.parametrize("name", NAMES)
def test_moves_are_legal_or_not_as_they_are_said_to_be(name: str):
    game, samples = load_game(name), SAMPLES[name]
    assert is_legal(game, Setup(), samples.first_move)
    assert not is_legal(game, Setup(), samples.illegal_move)
    assert {*samples.restricted} < {*replies(game, samples.openings[0])}


@pytest.mark.parametrize("name", NAMES)
def test_the_long_game_is_long(name: str):
    game, samples = load_game(name), SAMPLES[name]
    setup = random_game(game, samples.long_game_plies, samples.long_game_seed)
    assert len(setup.moves) == samples.long_game_plies
    assert result(replay(game, setup)) == ONGOING


def test_a_turn_may_have_several_moves_in_any_order():
    connect6, xiangqi = load_game("connect6"), load_game("xiangqi")
    after = Setup(None, ("JJ",))
    assert first_turn(connect6, after, ["KJ", "AA", "BB"]) == {"AA", "KJ"}
    assert first_turn(connect6, after, ["AA", "KJ"]) == {"AA", "KJ"}
    assert first_turn(xiangqi, Setup(), ["h2e2", "h9g7"]) == {"h2e2"}
