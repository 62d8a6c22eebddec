"""A course of teaching: what it leaves behind, that kills change nothing, and what stops it."""

import errno
import os
import random
import signal
import time
from dataclasses import replace

import numpy as np
import pytest

from boyi.arena.errors import ArenaError
from boyi.engines.weights import load
from boyi.engines.xiangqi.evaluation import networks
from boyi.learning.checkpoint import BEFORE, CHECKPOINT
from boyi.learning.run import REPORT, Run, RunError, latest
from boyi.learning.td.mlp import MlpLearner
from boyi.learning.td.trainer import TrainingSchedule, UpdateRule
from tests.support.learning.teachers import COURSE, taught
from tests.support.learning.xiangqi_games import lessons


def _end(folder):
    """The last weights, and all that is logged."""
    file = load(latest(folder), "xiangqi", "mlp100", networks.MLP_RECORDS[100])
    return file.step, file.weights.tobytes(), (folder / "log.jsonl").read_bytes()


def _killed(folder, seconds):
    """Teach in a process of its own that is killed after so many seconds; whether it had ended before."""
    fork = getattr(os, "fork", None) or pytest.skip("there is no fork")
    if (child := fork()) == 0:
        taught(folder)
        os._exit(0)
    time.sleep(seconds)
    os.kill(child, signal.Signals["SIGKILL"])
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


def test_a_run_killed_at_random_instants_ends_with_the_same_weights(tmp_path):
    taught(tmp_path / "warm")
    begun = time.monotonic()
    taught(tmp_path / "whole")
    span, rng, kills = time.monotonic() - begun, random.Random(7), 0
    for _ in range(4):
        kills += not _killed(tmp_path / "killed", rng.uniform(0.1, 0.7) * span)
    assert kills >= 2
    taught(tmp_path / "killed")
    assert _end(tmp_path / "killed") == _end(tmp_path / "whole")


def test_a_run_leaves_weights_by_step_a_log_and_a_page(tmp_path):
    made, before = taught(tmp_path), MlpLearner(networks.random_mlp(100)).numbers
    path = latest(tmp_path)
    assert path.name == "mlp100-00000120.safetensors"
    file = load(path, "xiangqi", "mlp100", networks.MLP_RECORDS[100])
    assert file.step == 120
    assert file.weights.tobytes() == made.learner.export().tobytes()
    assert np.abs(made.learner.numbers - before).max() > 0.01
    log = list(made.run.read_log())
    assert [line["step"] for line in log] == [25, 50, 75, 100, 120]
    assert log[-1]["test error"] < log[0]["test error"] < 1.5
    page = (tmp_path / REPORT).read_text()
    assert page.count("<svg") == 2
    assert "test error" in page


def test_equal_runs_write_equal_files(tmp_path):
    course = TrainingSchedule(games=10, every=5)
    for name in ("one", "other"):
        taught(tmp_path / name, course=course)
    one, other = (
        {path.name: path.read_bytes() for path in (tmp_path / name).glob("*.safetensors")}
        for name in ("one", "other")
    )
    assert len(one) == 2
    assert one == other


DAMAGES = {
    "empty": lambda content: b"",
    "half": lambda content: content[: len(content) // 2],
    "noise": lambda content: np.random.default_rng(1).bytes(len(content)),
    "one bit": lambda content: content[:2000] + bytes([content[2000] ^ 1]) + content[2001:],
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_checkpoint_is_said_and_the_one_before_leads_to_the_same_end(tmp_path, damage, capsys):
    course = TrainingSchedule(games=15, every=5)
    taught(tmp_path, course=course)
    end, path = _end(tmp_path), tmp_path / CHECKPOINT
    path.write_bytes(DAMAGES[damage](path.read_bytes()))
    taught(tmp_path, course=course)
    told = capsys.readouterr().err
    assert told.count("checkpoint.npz is damaged: ") == 1
    assert "going on from the one before" in told
    assert _end(tmp_path) == end


def test_a_run_without_a_sound_checkpoint_names_the_fault(tmp_path):
    taught(tmp_path, course=TrainingSchedule(games=15, every=5))
    for name in (CHECKPOINT, BEFORE):
        (tmp_path / name).write_bytes(b"PK")
    with pytest.raises(ValueError, match=r"checkpoint\.before\.npz is damaged"):
        taught(tmp_path, course=TrainingSchedule(games=15, every=5))


def test_games_are_remembered(tmp_path):
    made = taught(tmp_path, UpdateRule(rate=0.02), TrainingSchedule(games=60, every=20))
    errors = [line["test error"] for line in made.run.read_log()]
    assert errors == sorted(errors, reverse=True)


def test_an_engine_may_play_with_the_weights_after_every_game(tmp_path):
    live = tmp_path / "live.safetensors"
    made = taught(tmp_path / "run", course=TrainingSchedule(games=3, every=5, live=str(live)))
    file = load(live, "xiangqi", "mlp100", networks.MLP_RECORDS[100])
    assert file.step == 3
    assert file.weights.tobytes() == made.learner.export().tobytes()


def test_numbers_that_are_none_stop_a_run_and_spare_its_checkpoint(tmp_path):
    taught(tmp_path, course=TrainingSchedule(games=50, every=25))
    kept = (tmp_path / CHECKPOINT).read_bytes()
    (tmp_path / "settings.json").unlink()
    with pytest.raises(RunError, match=r"game \d+: after 50 games the numbers are none"):
        taught(tmp_path, UpdateRule(rate=1e308))
    assert (tmp_path / CHECKPOINT).read_bytes() == kept


def test_a_full_disk_stops_a_run_and_spares_its_checkpoint(tmp_path, monkeypatch):
    taught(tmp_path, course=TrainingSchedule(games=50, every=25))
    kept = (tmp_path / CHECKPOINT).read_bytes()
    (tmp_path / "settings.json").unlink()

    def full(*args, **numbers):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(np, "savez", full)
    with pytest.raises(ArenaError, match=r"checkpoint\.npz: No space left"):
        taught(tmp_path)
    assert (tmp_path / CHECKPOINT).read_bytes() == kept


def test_a_folder_of_other_settings_or_in_use_is_refused(tmp_path):
    with Run(tmp_path, COURSE) as run:
        with pytest.raises(RunError, match="in use"):
            Run(tmp_path, COURSE)
        run.log({"step": 1})
    with pytest.raises(RunError, match="every = 25, not 30"):
        Run(tmp_path, TrainingSchedule(games=120, every=30))


def test_settings_of_a_run_that_never_began_may_be_others(tmp_path):
    with Run(tmp_path, COURSE):
        pass
    with Run(tmp_path, TrainingSchedule(games=120, every=30)) as run:
        assert run.settings["every"] == 30


def test_every_other_game_is_mirrored(tmp_path):
    (game,) = lessons(1, plies=30)
    swapped = str.maketrans("abcdefghi", "ihgfedcba")
    other = replace(game, moves=tuple(move.translate(swapped) for move in game.moves))
    course, rule = TrainingSchedule(games=4, every=4), UpdateRule(rate=0.01)
    mirrored = taught(tmp_path / "mirrored", replace(rule, mirrored=True), course, [game])
    by_hand = taught(tmp_path / "by hand", rule, course, [game, other])
    never = taught(tmp_path / "never", rule, course, [game])
    assert mirrored.learner.numbers == pytest.approx(by_hand.learner.numbers, abs=1e-12)
    assert np.abs(mirrored.learner.numbers - never.learner.numbers).max() > 1e-4


def test_what_cannot_be_mirrored_is_refused(tmp_path):
    with pytest.raises(ValueError, match="can be mirrored"):
        taught(tmp_path, UpdateRule("leaf", mirrored=True, depth=1), TrainingSchedule(1), lessons(1, plies=4))


@pytest.mark.parametrize("wrong", [{"method": "guess"}, {"step": "giant"}, {"decay": 2}, {"rate": 0}])
def test_rules_that_make_no_sense_are_refused(wrong):
    with pytest.raises(ValueError, match=r"known|between"):
        UpdateRule(**wrong)
