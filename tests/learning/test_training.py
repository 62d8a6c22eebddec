"""A training run: what it leaves behind, and that breaking it off changes nothing."""

import json

import pytest

from boyi.engines.chess.net import NET
from boyi.engines.weights import load
from boyi.learning.__main__ import main
from boyi.learning.nets.chess import SUBJECT
from boyi.learning.nets.training import Settings, Training
from boyi.learning.samples import save_shard
from tests.learning.positions import samples

SETTINGS = Settings(passes=4, batch=500, rate=3e-3)


@pytest.fixture(scope="module")
def data():
    return samples(6000)


class BrokenOffError(Exception):
    pass


def _train(data, folder, settings=SETTINGS, until=99):
    told = []

    def tell(line):
        told.append(line)
        if len(told) == until:
            raise BrokenOffError

    Training(SUBJECT, data, settings, folder, tell).run()
    return told


def test_a_run_leaves_settings_a_log_and_weights(data, tmp_path):
    told = _train(data, tmp_path)
    assert len(told) == 4
    log = [json.loads(line) for line in (tmp_path / "log.jsonl").read_text().splitlines()]
    assert [line["pass"] for line in log] == [1, 2, 3, 4]
    assert log[-1]["test"] < log[0]["test"]
    file = load(tmp_path / "nnue.safetensors", "chess", "nnue", NET)
    assert file.step == 4
    assert file.provenance["samples"] == 6000


def test_a_run_broken_off_and_resumed_ends_with_the_same_weights(data, tmp_path):
    _train(data, tmp_path / "whole")
    for _ in range(2):
        with pytest.raises(BrokenOffError):
            _train(data, tmp_path / "broken", until=1)
    assert len(_train(data, tmp_path / "broken")) == 2
    paths = [tmp_path / name / "nnue.safetensors" for name in ("whole", "broken")]
    whole, resumed = (load(path, "chess", "nnue", NET).weights.tobytes() for path in paths)
    assert whole == resumed


def test_a_folder_of_another_run_is_refused(data, tmp_path):
    _train(data, tmp_path, Settings(passes=1, batch=500))
    with pytest.raises(ValueError, match="belongs to another run"):
        Training(SUBJECT, data, SETTINGS, tmp_path, print)


def test_the_command_line_trains_and_names_what_is_wrong(data, tmp_path, capsys):
    save_shard(tmp_path / "data", "a", data, {})
    arguments = ["nnue", "chess", str(tmp_path / "data"), str(tmp_path / "run"), "--passes", "1"]
    assert main([*arguments, "--batch", "1000"]) == 0
    assert "error on test" in capsys.readouterr().out
    assert main([*arguments, "--batch", "100000"]) == 2
    assert "too few" in capsys.readouterr().err
    assert main(["nnue", "chess", str(tmp_path / "none"), str(tmp_path / "run")]) == 2
    assert "none" in capsys.readouterr().err
