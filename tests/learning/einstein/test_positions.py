"""Positions with the strongest player's choice: what they are, how symmetries change them, their split."""

import numpy as np
import pytest

from boyi.engines.einstein.endgame.lookup import NONE
from boyi.engines.einstein.evaluation.tuples import tuples
from boyi.engines.einstein.symmetry import build
from boyi.engines.play import legal_moves
from boyi.learning.data.samples import save_shard
from boyi.learning.einstein.policy import positions
from boyi.learning.einstein.policy.accuracy import first_look_accuracy, looks_of
from boyi.learning.einstein.policy.positions import ChoiceCollection, Chooser, collect
from boyi.learning.einstein.policy.situations import (
    SITUATION,
    augment,
    choice_number,
    exchange_colours,
    legal_choices,
    mirror,
    renumber,
    split,
    winners,
)

LABELS = ChoiceCollection(games=12, nodes=300)


@pytest.fixture(scope="module")
def samples(tmp_path_factory):
    return collect(tmp_path_factory.mktemp("choices"), LABELS, NONE)


def position(sample):
    return build(sample["squares"], int(sample["side"]), int(sample["die"]))


def test_a_choice_is_legal_and_there_is_one_to_make(samples):
    allowed = legal_choices(samples)
    assert allowed[np.arange(len(samples)), samples["choice"]].all()
    for sample, row in zip(samples[:60], allowed[:60], strict=True):
        pos = position(sample)
        assert {choice_number(pos, move) for move in legal_moves(pos)} == set(np.flatnonzero(row))
        assert row.sum() > 1


def test_the_choice_is_the_strongest_players(samples):
    chooser = Chooser(tuples(), NONE, LABELS.nodes)
    met = [
        choice_number(pos, chooser.choose(pos)) == sample["choice"]
        for sample in samples[:40]
        if (pos := position(sample))
    ]
    assert np.mean(met) > 0.9, "what was searched before changes but few choices"
    assert first_look_accuracy(samples, tuples()) > 0.6


def test_a_collection_is_gone_on_with(samples, tmp_path, monkeypatch):
    monkeypatch.setattr(positions, "SHARD", 5)
    collect(tmp_path, ChoiceCollection(5, LABELS.nodes), NONE)
    again = collect(tmp_path, LABELS, NONE)
    assert again.tobytes() == samples.tobytes()


def test_a_collection_begun_with_few_games_lacks_none(samples, tmp_path, monkeypatch):
    monkeypatch.setattr(positions, "SHARD", 5)
    some = [collect(tmp_path, ChoiceCollection(games, LABELS.nodes), NONE) for games in (3, 12, 7)]
    for found, games in zip(some, (3, 12, 7), strict=True):
        assert set(found["game"]) == set(range(games))
        assert found.tobytes() == samples[: len(found)].tobytes()


@pytest.mark.parametrize("other", [ChoiceCollection(12, 200, 1), ChoiceCollection(12, 300, 2)])
def test_choices_of_another_kind_are_named(tmp_path, other):
    save_shard(tmp_path, "choices-000000", np.zeros(3, SITUATION), vars(LABELS))
    with pytest.raises(ValueError, match="holds choices by 300 nodes and seed 1, not"):
        collect(tmp_path, other, NONE)


def test_games_are_on_one_side_of_the_split(samples):
    train, test = split(samples)
    assert len(train) + len(test) == len(samples)
    assert set(test["game"]) == {0, 10}
    assert not set(train["game"]) & set(test["game"])


@pytest.mark.parametrize(
    "change", [mirror, exchange_colours, lambda s: renumber(s, 0), lambda s: renumber(s, 1)]
)
def test_symmetries_change_looks_as_they_change_choices(samples, change):
    changed = change(samples[:50])
    assert (change(changed) == samples[:50]).all()
    looks, others = looks_of(samples[:50], tuples()), looks_of(changed, tuples())
    every = np.arange(50)
    assert np.allclose(looks[every, samples["choice"][:50]], others[every, changed["choice"]], atol=1e-3)


def test_symmetries_enlarge_samples_fourfold(samples):
    assert len(augment(samples[:10], True, True)) == 40
    assert len({row.tobytes() for row in augment(samples[:10], True, True)}) > 35
    assert len(augment(samples[:10], False, True)) == 20
    assert len({row.tobytes() for row in augment(samples[:10], True, True, True)}) > 90


def test_winners_are_one_side_of_each_game_and_their_choice_is_what_they_played(samples):
    made = winners(samples)
    assert (made["choice"] == made["played"]).all() and 0.3 < len(made) / len(samples) < 0.7
    assert all(len(set(made["side"][made["game"] == game])) == 1 for game in set(made["game"]))
    assert legal_choices(made)[np.arange(len(made)), made["played"]].all()
    assert 0.8 < np.mean(samples["played"] == samples["choice"]) < 0.98
