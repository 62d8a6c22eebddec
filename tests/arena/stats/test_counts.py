"""Counting: who has scored what against whom, in games and in pairs."""

import random

from hypothesis import given
from hypothesis import strategies as st

from boyi.arena.stats.counts import PairingCounts, count_pairing, pair_kinds, pairings, players
from tests.support.arena.played import DRAW, LOSS, WIN, game, pairs_of, round_robin

scores = st.sampled_from([WIN, DRAW, LOSS])
ALL_KINDS = [(LOSS, LOSS), (DRAW, LOSS), (WIN, LOSS), (DRAW, DRAW), (WIN, DRAW), (WIN, WIN), (LOSS, WIN)]


def test_every_kind_of_pair():
    counted = count_pairing(pairs_of("a", "b", ALL_KINDS), "a", "b")
    assert counted == PairingCounts(wins=5, draws=4, losses=5, pairs=(1, 1, 3, 1, 1), unpaired=0)
    assert (counted.games, counted.points) == (14, 7.0)


@given(st.lists(st.tuples(scores, scores), max_size=30), st.randoms(use_true_random=False))
def test_the_other_side_sees_the_opposite_in_any_order(pairs, chance):
    results = pairs_of("a", "b", pairs)
    mine = count_pairing(results, "a", "b")
    shuffled = chance.sample(results, len(results))
    theirs = count_pairing(shuffled, "b", "a")
    assert (mine.wins, mine.draws, mine.losses) == (theirs.losses, theirs.draws, theirs.wins)
    assert mine.pairs == theirs.pairs[::-1]
    assert mine.unpaired == theirs.unpaired == 0
    assert mine.points == sum(map(sum, pairs))


def test_a_game_waits_for_its_partner():
    results = pairs_of("a", "b", [(WIN, WIN), (DRAW, WIN)])
    counted = count_pairing(results[:3], "a", "b")
    assert counted.pairs == (0, 0, 0, 0, 1)
    assert counted.unpaired == 1
    assert counted.games == 3


def test_a_pair_has_both_colours():
    results = [game(0, 0, ("a", "b"), WIN), game(1, 0, ("a", "b"), WIN)]
    assert count_pairing(results, "a", "b") == PairingCounts(wins=2, unpaired=2)


def test_pairs_come_in_the_order_in_which_they_were_finished():
    early, late = pairs_of("a", "b", [(LOSS, LOSS)]), pairs_of("a", "b", [(WIN, WIN)], pair=1)
    results = [early[0], late[0], late[1], early[1]]
    assert list(pair_kinds(results, "a", "b")) == [4, 0]


def test_only_the_pairing_counts():
    results = round_robin("abc", 2, [(WIN, DRAW)])
    assert count_pairing(results, "a", "c") == PairingCounts(wins=2, draws=2, pairs=(0, 0, 0, 2, 0))
    assert count_pairing(results, "a", "nobody") == PairingCounts()


def test_statistics_come_from_pairs_unless_single_games_are_the_rule():
    assert PairingCounts(3, 2, 1, (0, 1, 1, 0, 0), 2).counts == (1, 2, 3)
    assert PairingCounts(5, 0, 0, (0, 0, 0, 0, 2), 1).counts == (0, 0, 0, 0, 2)


def test_players_and_pairings_are_named_as_scheduled():
    results = round_robin(["z", "m", "a"], 1, [(WIN, WIN)])
    random.Random(2).shuffle(results)
    assert players(results) == ["z", "m", "a"]
    assert pairings(results) == [("z", "m"), ("z", "a"), ("m", "a")]
    assert pairings([]) == []
    assert players([]) == []
