"""A training run: what it leaves behind, and that breaking it off changes nothing."""

import json
from dataclasses import replace

import pytest

from boyi.arena.progress import Progress
from boyi.engines.chess.evaluation.nnue import BUCKETS, FEATURES, NET, PIECE_SQUARES
from boyi.engines.evaluators.nnue import net_dtype, random_network, reference
from boyi.engines.weights import WeightFile, load, save
from boyi.learning.__main__ import main
from boyi.learning.data.samples import piece_at, save_shard
from boyi.learning.nnue.networks import CHESS
from boyi.learning.nnue.training import NnueSettings, Training
from boyi.learning.run import Run, latest
from tests.support.learning.positions import samples

COUNT = 6000
SETTINGS = NnueSettings("chess", COUNT, passes=4, batch=500, rate=3e-3)


@pytest.fixture(scope="module")
def data():
    return samples(COUNT)


class BrokenOffError(Exception):
    pass


def _train(data, folder, settings=SETTINGS):
    with Run(folder, settings) as run:
        return Training(CHESS, data, settings, run).train()


def _log(folder):
    return [json.loads(line) for line in (folder / "log.jsonl").read_text().splitlines()]


def test_a_run_leaves_settings_a_log_a_page_and_weights(data, tmp_path):
    error = _train(data, tmp_path)
    log = _log(tmp_path)
    assert [line["step"] for line in log] == [1, 2, 3, 4]
    assert log[-1]["test error"] < log[0]["test error"]
    assert error == min(line["test error"] for line in log)
    file = load(latest(tmp_path), "chess", "nnue", NET)
    assert log[file.step - 1]["test error"] == error
    assert file.provenance["samples"] == COUNT
    assert "<svg" in (tmp_path / "report.html").read_text()


def test_a_run_broken_off_and_resumed_ends_with_the_same_weights(data, tmp_path, monkeypatch):
    _train(data, tmp_path / "whole")

    def break_off(*_):
        raise BrokenOffError

    for _ in range(2):
        with monkeypatch.context() as patch, pytest.raises(BrokenOffError):
            patch.setattr(Progress, "at", break_off)  # after a pass was kept
            _train(data, tmp_path / "broken")
    with monkeypatch.context() as patch, pytest.raises(BrokenOffError):
        patch.setattr(Run, "keep", break_off)  # in the middle of keeping it
        _train(data, tmp_path / "broken")
    _train(data, tmp_path / "broken")
    assert _log(tmp_path / "whole") == _log(tmp_path / "broken")
    paths = [latest(tmp_path / name) for name in ("whole", "broken")]
    assert paths[0].name == paths[1].name
    whole, resumed = (load(path, "chess", "nnue", NET).weights.tobytes() for path in paths)
    assert whole == resumed


def test_a_run_ends_when_nothing_gets_better(data, tmp_path):
    settings = replace(SETTINGS, passes=60, rate=5e-2, patience=2)
    error = _train(data, tmp_path, settings)
    errors = [line["test error"] for line in _log(tmp_path)]
    assert len(errors) < 60
    assert errors[-3] == error < min(errors[-2:])
    assert load(latest(tmp_path), "chess", "nnue", NET).step == len(errors) - 2
    assert _train(data, tmp_path, settings) == error
    assert len(_log(tmp_path)) == len(errors)


def test_a_run_may_begin_with_a_weight_file(data, tmp_path):
    _train(data, tmp_path / "first")
    file = latest(tmp_path / "first")
    settings = replace(SETTINGS, passes=1, rate=0.0, start=str(file))  # nothing is learned: it stays as it is
    _train(data, tmp_path / "second", settings)
    first, second = (
        load(latest(tmp_path / run), "chess", "nnue", NET).weights for run in ("first", "second")
    )
    assert first.tobytes() == second.tobytes()
    with pytest.raises(ValueError, match="chess"):
        other = replace(CHESS, game="xiangqi")
        with Run(tmp_path / "third", settings) as run:
            Training(other, data, settings, run)


@pytest.mark.parametrize("features", [PIECE_SQUARES, FEATURES])
def test_a_smaller_network_is_widened_and_says_the_same(data, tmp_path, features):
    narrow, file = random_network(net_dtype(features, 64, BUCKETS), 5, 200), tmp_path / "narrow.safetensors"
    save(file, WeightFile("chess", "nnue", narrow))
    _train(data, tmp_path / "run", replace(SETTINGS, passes=1, rate=0.0, start=str(file)))
    wide = load(latest(tmp_path / "run"), "chess", "nnue", NET).weights
    assert wide.rows[:, 64:].any()  # units that may learn
    for mine, theirs, bucket in (([1, 70, 400], [2, 99], 0), ([5], [767], 7)):
        said = reference(narrow, mine, theirs, bucket)
        assert reference(wide, mine, theirs, bucket) == said
        if features < FEATURES:  # a king elsewhere makes no difference yet
            elsewhere = [index + features for index in mine]
            assert reference(wide, elsewhere, theirs, bucket) == said


def test_rows_of_other_regions_learn_with_those_that_are_met(data, tmp_path):
    begun, after = tmp_path / "begun.safetensors", tmp_path / "run"
    save(begun, WeightFile("chess", "nnue", random_network(net_dtype(PIECE_SQUARES, 64, BUCKETS), 5, 200)))
    home = data[[_home(sample) for sample in data]]
    settings = replace(SETTINGS, samples=len(home), passes=1, batch=50, start=str(begun))
    _train(home, after, settings)
    rows = load(latest(after), "chess", "nnue", NET).weights.rows.reshape(-1, PIECE_SQUARES, 256)
    old = load(begun, "chess", "nnue", net_dtype(PIECE_SQUARES, 64, BUCKETS)).weights.rows
    away = rows[3, :, :64] != old
    assert away.any()  # no king stands out in the open, yet those rows have learned
    assert (rows[0, :, :64] != old).sum() > away.sum()


def _home(sample):
    """Whether both kings stand on the first row or before it."""
    squares = {piece: square for square in range(64) if (piece := int(piece_at(sample, square))) in (5, 13)}
    return squares[5] // 8 < 2 and squares[13] // 8 > 5


def test_a_folder_of_another_run_is_refused(data, tmp_path):
    _train(data, tmp_path, replace(SETTINGS, passes=1))
    with pytest.raises(ValueError, match="passes = 1, not 4"):
        _train(data, tmp_path)


def test_the_command_line_trains_and_names_what_is_wrong(data, tmp_path, capsys):
    save_shard(tmp_path / "data", "a", data, {})
    arguments = ["nnue", "chess", str(tmp_path / "data"), str(tmp_path / "run"), "--passes", "1"]
    assert main([*arguments, "--batch", "1000"]) == 0
    assert "error on test" in capsys.readouterr().out
    other = [str(tmp_path / "other") if word.endswith("run") else word for word in arguments]
    assert main([*other, "--batch", "100000"]) == 2
    assert "too few" in capsys.readouterr().err
    assert main(["nnue", "chess", str(tmp_path / "none"), str(tmp_path / "run")]) == 2
    assert "none" in capsys.readouterr().err
