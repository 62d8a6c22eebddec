"""EinStein's hybrid evaluator: its lessons, its gradient, and that the engine says what the learner meant."""

import numpy as np
import pytest

from boyi.engines.einstein.endgame.lookup import NONE
from boyi.engines.einstein.endgame.solve import solve
from boyi.engines.einstein.evaluation import hybrid as engine
from boyi.engines.einstein.evaluation.tuples import tuples
from boyi.engines.einstein.notation import read
from boyi.engines.einstein.search import expectimax
from boyi.engines.einstein.squares import ALL
from boyi.engines.einstein.symmetry import build, mirror, relabel
from boyi.engines.jit import Int, Record, entry, new
from boyi.engines.play import bound_value
from boyi.engines.weights import load
from boyi.learning.__main__ import main
from boyi.learning.einstein.evaluators import hybrid as school
from boyi.learning.einstein.evaluators import lessons
from boyi.learning.einstein.evaluators.lessons import LESSON, LessonPlan
from boyi.learning.nnue.nnue import flatten

GOOD = "7 8 20 19 25 15 1 2 3 0 0 0 b 0"
"""Blue is two steps from its goal, and three pieces up."""


@entry
def active(pos: Record, inputs: np.ndarray) -> Int:
    return engine.inputs_of(pos, inputs)


@pytest.fixture(scope="module")
def samples() -> np.ndarray:
    return lessons.play_part(LessonPlan(2), 3, tuples(), NONE, 4000)


def test_a_lesson_is_what_a_search_of_one_of_its_depths_says(samples):
    thread, table = new(expectimax.THREAD), np.zeros(1 << 12, expectimax.ENTRY)
    thread.limit = 1 << 60
    depths = set()
    for sample in samples[:60]:
        pos = build(np.concatenate([sample["squares"][6:], sample["squares"][:6]]), 1, 0)
        found = [expectimax.assess(pos, tuples(), thread, table, NONE, depth) for depth in (1, 2)]
        near = [depth for depth in (1, 2) if abs(found[depth - 1] - sample["chance"]) < 1e-4]
        assert near
        depths.update(near)
    assert depths == {1, 2}


def test_a_part_comes_from_its_number():
    endings = solve(2)
    first, again, other = (lessons.play_part(LessonPlan(1), n, tuples(), endings, 300) for n in (0, 0, 1))
    assert first.tobytes() == again.tobytes() != other.tobytes()


def test_a_folder_is_filled_and_gone_on_with(tmp_path, monkeypatch):
    monkeypatch.setattr(lessons, "PART", 200)
    plan = LessonPlan(1)
    few = lessons.collect_lessons(tmp_path, plan, 300, tuples(), NONE)
    assert len(few) == 400
    more = lessons.collect_lessons(tmp_path, plan, 500, tuples(), NONE)
    assert len(more) == 600 and more[:400].tobytes() == few.tobytes()
    with pytest.raises(ValueError, match="holds lessons by"):
        lessons.collect_lessons(tmp_path, LessonPlan(2), 300, tuples(), NONE)


def test_each_piece_of_each_set_has_an_input_and_reflected_sets_share_theirs():
    assert engine.ROWS == 106
    assert set(engine.ROW[ALL]) == set(range(engine.ROWS - 6, engine.ROWS))
    here, there = np.zeros(12, np.int64), np.zeros(12, np.int64)
    pos = read("24 0 23 15 20 0 0 6 3 11 2 7 r 0")
    count = active(pos, here)
    for side in (0, 1):
        assert active(relabel(pos, side), there) == count
        assert sorted(here[:count]) == sorted(there[:count])
    assert here[:count].max() < engine.INPUTS


@pytest.mark.parametrize("turn", range(8))
def test_turns_are_the_engines_symmetries(turn, samples):
    known = tuples()
    sample = samples[17]
    pos = build(np.concatenate([sample["squares"][6:], sample["squares"][:6]]), 1, 0)
    for bit, act in ((1, mirror), (2, lambda p: relabel(p, 1)), (4, lambda p: relabel(p, 0))):
        pos = act(pos) if turn & bit else pos
    assert school.set_up(sample["squares"], turn).squares.tobytes() == pos.squares.tobytes()
    assert bound_value(pos, known) == bound_value(school.set_up(sample["squares"], 0), known)


def test_the_gradient_is_that_of_finite_differences(samples):
    floats = school.HybridFloats.initial(1)
    floats.net.value[:] = np.random.default_rng(1).normal(0, 0.3, floats.net.value.shape)
    slopes, some = new(school.FLOATS), samples[:16]
    turns, rng = np.arange(16) % 8, np.random.default_rng(2)
    school.pass_over(some, turns, floats.net, slopes, floats.tables, tuples(), read(GOOD), 0.0, np.zeros(2))
    numbers, wanted = flatten(floats.net), flatten(slopes).copy()
    for place in [*rng.choice(np.flatnonzero(wanted), 30), numbers.size - 1]:
        kept, errors = numbers[place], []
        for sign in (1, -1):
            numbers[place] = kept + np.float32(sign * 1e-2)
            found = np.zeros(2)
            school.pass_over(
                some, turns, floats.net, new(school.FLOATS), floats.tables, tuples(), read(GOOD), 0.0, found
            )
            errors.append(found[1])
        numbers[place] = kept
        assert (errors[0] - errors[1]) / 2e-2 == pytest.approx(wanted[place], rel=0.05, abs=0.01)


def test_it_learns_and_the_engine_says_what_the_learner_meant(samples):
    floats = school.HybridFloats.initial(1)
    before, _ = school.errors_of(floats, samples[:1000])
    school.train_hybrid(np.tile(samples, 12), school.HybridTraining(passes=3), floats)
    after, _ = school.errors_of(floats, samples[:1000])
    assert after < 0.7 * before
    weights = floats.export()
    for sample in samples[:40]:
        errors, pos = np.zeros(2), school.set_up(sample["squares"], 0)
        one = np.array([sample], LESSON)
        one["chance"] = 0
        meant, _ = school.errors_of(floats, one)  # the distance from 0: what it predicts
        assert bound_value(pos, weights) / 20_000 + 0.5 == pytest.approx(meant, abs=0.01), errors


def test_the_built_in_weights_are_taught():
    assert bound_value(read(GOOD), engine.hybrid()) > 5000


def test_the_command_writes_a_weight_file_and_its_lessons(tmp_path, monkeypatch):
    monkeypatch.setattr(lessons, "PART", school.LEAST // 2)
    path = tmp_path / "made.safetensors"
    arguments = [
        "einstein",
        "hybrid",
        str(path),
        "--size",
        str(school.LEAST),
        "--depth",
        "1",
        "--passes",
        "1",
    ]
    assert main(arguments) == 0
    file = load(path, "einstein", "hybrid", engine.HYBRID)
    assert (file.provenance["teacher"], file.step) == ("tuples", school.LEAST)
    assert len(list((tmp_path / "made.lessons").glob("*.npy"))) == 2


def test_too_few_lessons_are_one_line_and_code_2(tmp_path, capsys):
    assert main(["einstein", "hybrid", str(tmp_path / "x.safetensors"), "--size", "10"]) == 2
    assert "wants" in capsys.readouterr().err
