"""A course of teaching: what it leaves behind, that kills change nothing, and what stops it."""

import errno
import os
import random
import signal
import time

import numpy as np
import pytest

from boyi.arena.errors import ArenaError
from boyi.engines.weights import load
from boyi.engines.xiangqi import networks
from boyi.learning.mlp import MlpLearner
from boyi.learning.runs import CHECKPOINT, REPORT, Run, RunError, latest
from boyi.learning.teaching import Course, Rule
from tests.learning.teachers import COURSE, taught


def _end(folder):
    """The last weights, and all that is logged."""
    file = load(latest(folder), "xiangqi", "mlp100", networks.MLP_RECORDS[100])
    return file.step, file.weights.tobytes(), (folder / "log.jsonl").read_bytes()


def _killed(folder, seconds):
    """Teach in a process of its own that is killed after so many seconds; whether it had ended before."""
    if (child := os.fork()) == 0:
        taught(folder)
        os._exit(0)
    time.sleep(seconds)
    os.kill(child, signal.SIGKILL)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


def test_a_run_killed_at_random_instants_ends_with_the_same_weights(tmp_path):
    taught(tmp_path / "warm")
    begun = time.monotonic()
    taught(tmp_path / "whole")
    span, lot, kills = time.monotonic() - begun, random.Random(7), 0
    for _ in range(4):
        kills += not _killed(tmp_path / "killed", lot.uniform(0.1, 0.7) * span)
    assert kills >= 2
    taught(tmp_path / "killed")
    assert _end(tmp_path / "killed") == _end(tmp_path / "whole")


def test_a_run_leaves_weights_by_step_a_log_and_a_page(tmp_path):
    made, before = taught(tmp_path), MlpLearner(networks.fresh(100)).numbers
    path = latest(tmp_path)
    assert path.name == "mlp100-00000120.safetensors"
    file = load(path, "xiangqi", "mlp100", networks.MLP_RECORDS[100])
    assert file.step == 120
    assert file.weights.tobytes() == made.learner.export().tobytes()
    assert np.abs(made.learner.numbers - before).max() > 0.01
    log = list(made.run.logged())
    assert [line["step"] for line in log] == [25, 50, 75, 100, 120]
    assert log[-1]["test error"] < log[0]["test error"] < 1.5
    page = (tmp_path / REPORT).read_text()
    assert page.count("<svg") == 2
    assert "test error" in page


def test_games_are_remembered(tmp_path):
    made = taught(tmp_path, Rule(rate=0.02), Course(games=60, every=20))
    errors = [line["test error"] for line in made.run.logged()]
    assert errors == sorted(errors, reverse=True)


def test_an_engine_may_play_with_the_weights_after_every_game(tmp_path):
    live = tmp_path / "live.safetensors"
    made = taught(tmp_path / "run", course=Course(games=3, every=5, live=str(live)))
    file = load(live, "xiangqi", "mlp100", networks.MLP_RECORDS[100])
    assert file.step == 3
    assert file.weights.tobytes() == made.learner.export().tobytes()


def test_numbers_that_are_none_stop_a_run_and_spare_its_checkpoint(tmp_path):
    taught(tmp_path, course=Course(games=50, every=25))
    kept = (tmp_path / CHECKPOINT).read_bytes()
    (tmp_path / "settings.json").unlink()
    with pytest.raises(RunError, match=r"game \d+: after 50 games the numbers are none"):
        taught(tmp_path, Rule(rate=1e308))
    assert (tmp_path / CHECKPOINT).read_bytes() == kept


def test_a_full_disk_stops_a_run_and_spares_its_checkpoint(tmp_path, monkeypatch):
    taught(tmp_path, course=Course(games=50, every=25))
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
        Run(tmp_path, Course(games=120, every=30))


def test_settings_of_a_run_that_never_began_may_be_others(tmp_path):
    with Run(tmp_path, COURSE):
        pass
    with Run(tmp_path, Course(games=120, every=30)) as run:
        assert run.settings["every"] == 30


@pytest.mark.parametrize("wrong", [{"method": "guess"}, {"step": "giant"}, {"decay": 2}, {"rate": 0}])
def test_rules_that_make_no_sense_are_refused(wrong):
    with pytest.raises(ValueError, match=r"known|between"):
        Rule(**wrong)
