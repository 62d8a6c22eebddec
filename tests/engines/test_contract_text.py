"""What every game promises of its texts, its keys and its evaluators."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from boyi.engines.jit import copy
from boyi.engines.play import bound_value, legal_moves, play, result, take_back, try_move
from tests.support.engines import kernels
from tests.support.engines.walks import walks


def test_positions_survive_being_written_and_read(game, notation, rng):
    for pos in walks(game, rng, games=5, plies=150):
        text = notation.write(pos)
        again = notation.read(text, {})
        assert notation.write(again) == text
        assert int(again.side) == int(pos.side)
        assert sorted(legal_moves(again)) == sorted(legal_moves(pos))


def test_the_start_and_the_bench_are_written_as_they_were_given(game, notation):
    for text in (game.start, *game.bench):
        assert notation.write(notation.read(text, {})) == text


def test_the_key_kept_up_is_the_key_worked_out(game, notation, rng):
    for pos in walks(game, rng, games=8, plies=150):
        text = notation.write(pos)
        assert int(notation.read(text, {}).key) == int(pos.key), text


def test_different_positions_have_different_keys(game, notation, rng):
    """Texts without the counters at their end, which are no part of a key."""
    keys: dict[int, str] = {}
    for pos in walks(game, rng, games=8, plies=100):
        text = notation.write(pos).rsplit(" ", 2)[0]
        assert keys.setdefault(int(pos.key), text) == text
    assert len(keys) > 500


def test_moves_survive_being_written_and_read(game, notation, rng):
    for pos in walks(game, rng, games=2, plies=60):
        names = {move: notation.text(pos, move) for move in legal_moves(pos)}
        assert len(set(names.values())) == len(names)
        for move, name in names.items():
            assert notation.move(pos, name) == move
            assert notation.move(pos, name.upper()) == move


@pytest.mark.parametrize("name", ["", " ", "0000", "none", "z9z9", "a1a1", "é", "e2e4" * 1000])
def test_what_is_no_move_is_refused_by_its_name(notation, game, name):
    with pytest.raises(ValueError) as refusal:
        notation.move(notation.read(game.start, {}), name)
    assert name[:4] in str(refusal.value)
    assert len(str(refusal.value)) < 100


@pytest.mark.parametrize("text", ["", " ", "rubbish", "\0", "8" * 100_000, "é w - - 0 1"])
def test_what_is_no_position_is_refused(notation, text):
    with pytest.raises(ValueError):
        notation.read(text, {})


def test_a_picture_shows_the_position(game, notation):
    pos = notation.read(game.start, {})
    assert game.start in notation.draw(pos)


def evaluators(game):
    """Weights of each evaluator, some of them other than zero."""
    return {name: game.part(place)() for name, place in game.evaluators.items()}


def test_an_evaluation_is_the_same_for_both_sides(game, notation, rng):
    for name, weights in evaluators(game).items():
        values = set()
        for pos in walks(game, rng, games=3, plies=120):
            value, mirrored = bound_value(pos, weights), notation.mirror(pos)
            assert int(mirrored.side) != int(pos.side)
            assert bound_value(mirrored, weights) == value, (name, notation.write(pos))
            values.add(value)
        assert len(values) > 50, f"{name} hardly tells positions apart"


def test_a_position_mirrored_twice_is_itself(game, notation, rng):
    for pos in walks(game, rng, games=1, plies=60):
        twice = notation.mirror(notation.mirror(pos))
        assert notation.write(twice) == notation.write(pos)
        assert int(twice.key) == int(pos.key)


def test_an_evaluation_kept_up_is_the_evaluation_begun_anew(game, notation, rng):
    """The value after moves and moves taken back does not depend on the way."""
    for weights in evaluators(game).values():
        for text in game.bench:
            pos = notation.read(text, {})
            bound_value(pos, weights)
            for _ in range(60):
                if result(pos):
                    break
                for move in legal_moves(pos):
                    try_move(pos, move)
                    take_back(pos, move)
                play(pos, rng.choice(legal_moves(pos)))
                kept = copy(pos)
                fresh = notation.read(notation.write(pos), {})
                assert kernels.evaluate(kept, weights) == bound_value(fresh, weights), notation.write(pos)


SIGNS = st.text("rnbakcpqRNBAKCPQ0123456789/ wb-.:,|KQkq@abcdefghij²\0", max_size=60)


@st.composite
def nearly(draw: st.DrawFn, text: str) -> str:
    """A text with a piece cut out and another put in, a few times."""
    for _ in range(draw(st.integers(1, 3))):
        start = draw(st.integers(0, len(text)))
        end = draw(st.integers(start, min(len(text), start + 9)))
        text = text[:start] + draw(st.text(max_size=3) | SIGNS) + text[end:]
    return text


@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_a_position_is_read_or_refused_whatever_the_text(game, notation, data):
    known = st.sampled_from((game.start, *game.bench)).flatmap(nearly)
    text = data.draw(known | SIGNS | st.text(max_size=40))
    try:
        pos = notation.read(text, {})
    except ValueError:
        return
    assert notation.write(notation.read(notation.write(pos), {})) == notation.write(pos)
    legal_moves(pos)
