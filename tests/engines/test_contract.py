"""What every game promises of its moves: made and taken back, listed in parts, told legal from illegal."""

import itertools

import numpy as np

from boyi.engines.jit import copy
from boyi.engines.play import legal_moves, take_back, try_move
from boyi.engines.rules import MOST_MOVES, NO_MOVE
from tests.support.engines import kernels
from tests.support.engines.walks import visible, walks

MOVES = 1 << 20
"""Every move is below this."""


def test_a_move_taken_back_leaves_no_visible_byte_changed(game, rng):
    for pos in walks(game, rng, games=6, plies=90):
        before = visible(game, pos)
        for move in legal_moves(pos):
            try_move(pos, move)
            take_back(pos, move)
            assert visible(game, pos) == before, (game.notation.write(pos), game.notation.text(pos, move))


def test_lines_of_moves_are_taken_back_in_reverse(game, rng):
    for pos in itertools.islice(walks(game, rng, games=30, plies=60), 0, None, 20):
        own, line, before = copy(pos), list[int](), [visible(game, pos)]
        while len(line) < 30 and (moves := legal_moves(own)):
            line.append(rng.choice(moves))
            try_move(own, line[-1])
            before.append(visible(game, own))
        while line:
            assert visible(game, own) == before.pop()
            take_back(own, line.pop())
        assert visible(game, own) == before.pop()


def test_the_listing_of_moves_changes_nothing(game, rng):
    for pos in walks(game, rng, games=3, plies=60):
        before = visible(game, pos)
        kernels.noisy_moves(pos)
        kernels.quiet_moves(pos)
        kernels.legal_among(pos, legal_moves(pos))
        assert visible(game, pos) == before


def test_noisy_and_quiet_moves_are_all_moves_and_nothing_twice(game, rng):
    met = 0
    for pos in walks(game, rng, games=30, plies=120):
        every, loud, still = legal_moves(pos), kernels.noisy_moves(pos), kernels.quiet_moves(pos)
        assert sorted(every) == sorted(loud + still), game.notation.write(pos)
        assert len(set(every)) == len(every) <= MOST_MOVES
        assert all(NO_MOVE < move < MOVES for move in every)
        assert [m for m in every if kernels.noisy(pos, m)] == [m for m in every if m in set(loud)]
        met += len(loud)
    assert met > 500, "these walks hardly meet a noisy move"


def test_legal_knows_exactly_the_legal_moves(game, rng):
    chance = np.random.default_rng(1)
    seen = {NO_MOVE}
    for pos in walks(game, rng, games=25, plies=100):
        legal = set(legal_moves(pos))
        seen |= legal
        foreign = np.fromiter(seen, np.int64)
        small, large = chance.integers(-5, 1 << 15, 2000), chance.integers(-MOVES, 2 * MOVES, 500)
        numbers = np.concatenate([foreign, small, large, -foreign, foreign + (1 << 15)])
        assert kernels.legal_among(pos, numbers) == legal, game.notation.write(pos)
    assert len(seen) > 300, "too few moves of other positions to be fooled by"


def test_legal_answers_for_every_number_a_move_can_be(game):
    every = np.arange(MOVES, dtype=np.int64)
    for text in game.bench:
        pos = game.notation.read(text, {})
        assert kernels.legal_among(pos, every) == set(legal_moves(pos))


def test_a_skipped_turn_is_taken_back_or_refused_without_a_trace(game, rng):
    skipped, refused = 0, 0
    for pos in walks(game, rng, games=6, plies=120):
        before, side = visible(game, pos), int(pos.side)
        if kernels.skip(pos):
            skipped += 1
            assert int(pos.side) != side
            assert visible(game, pos) != before
            kernels.unskip(pos)
        else:
            refused += 1
        assert visible(game, pos) == before, game.notation.write(pos)
    assert refused, "these walks meet no position in which passing is refused"


def test_a_move_that_may_not_check_does_not(game, rng):
    for pos in walks(game, rng, games=10, plies=100):
        for move in legal_moves(pos):
            if not kernels.may_check(pos, move):
                try_move(pos, move)
                assert not kernels.in_check(pos)
                take_back(pos, move)


def test_history_indexes_stay_below_their_bound(game, rng):
    indexes = {
        kernels.history_index(pos, move)
        for pos in walks(game, rng, games=6, plies=90)
        for move in legal_moves(pos)
    }
    assert min(indexes) >= 0
    assert max(indexes) < game.history_size
