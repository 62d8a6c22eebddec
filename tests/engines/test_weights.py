"""Weight files: written whole or not at all, and never believed without reason."""

import json
import os
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from safetensors.numpy import load as load_tensors
from safetensors.numpy import save as save_tensors

from boyi.engines import weights as module
from boyi.engines.chess.evaluation.weights import HANDCRAFTED, MATERIAL, handcrafted, material
from boyi.engines.weights import Watch, WeightError, WeightFile, load, save


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A good weight file."""
    path = tmp_path / "small.safetensors"
    save(path, good())
    return path


def good(step: int = 17) -> WeightFile:
    return WeightFile(
        "chess", "material", material(), np.array([50, 60, 70, 80, 90]), step, {"by": "hand", "λ": 0.7}
    )


def read(path: Path) -> WeightFile:
    return load(path, "chess", "material", MATERIAL)


def test_what_is_saved_is_loaded(path):
    file = read(path)
    assert file.weights.tobytes() == material().tobytes()
    assert (file.game, file.evaluator, file.step) == ("chess", "material", 17)
    assert file.provenance == {"by": "hand", "λ": 0.7}
    assert file.costs is not None
    assert file.costs.tolist() == [50, 60, 70, 80, 90]


def test_a_large_record_is_loaded_with_every_field(tmp_path):
    weights = handcrafted()
    for name in HANDCRAFTED.names or ():
        weights[name] = np.arange(np.size(weights[name])).reshape(np.shape(weights[name])) - 3
    save(tmp_path / "large", WeightFile("chess", "handcrafted", weights))
    file = load(tmp_path / "large", "chess", "handcrafted", HANDCRAFTED)
    assert file.weights.tobytes() == weights.tobytes()
    assert (file.costs, file.step, dict(file.provenance)) == (None, 0, {})


@pytest.mark.parametrize("name", ["replace", "fsync"])
def test_a_failing_write_leaves_the_old_file_and_no_part(path, monkeypatch, name):
    before = path.read_bytes()

    def fail(*args: object) -> None:
        raise OSError("no space left")

    monkeypatch.setattr(os, name, fail)
    with pytest.raises(OSError, match="no space"):
        save(path, good(step=18))
    assert path.read_bytes() == before
    assert [file.name for file in path.parent.iterdir()] == [path.name]


def test_others_may_read_what_the_umask_lets_them(path):
    plain = path.with_name("plain")
    plain.touch()
    assert path.stat().st_mode == plain.stat().st_mode


def test_a_reader_sees_the_old_file_or_the_new_one(path):
    """The name always leads to a whole file, and an open one is not touched."""
    with path.open("rb") as opened:
        save(path, good(step=18))
        assert load_tensors(opened.read())["value"].shape == (6, 2)
    assert read(path).step == 18


@pytest.mark.parametrize("folder", ["missing", "file"])
def test_a_place_that_cannot_be_written_is_an_error_of_the_system(tmp_path, folder):
    (tmp_path / "file").touch()
    with pytest.raises(OSError):
        save(tmp_path / folder / "small", good())


def complaint(
    path: Path, game: str = "chess", evaluator: str = "material", dtype: np.dtype = MATERIAL
) -> str:
    with pytest.raises(WeightError) as refusal:
        load(path, game, evaluator, dtype)
    return str(refusal.value)


def test_a_file_for_something_else_says_expected_and_found(path):
    assert all(word in complaint(path, game="xiangqi") for word in ("small", "xiangqi", "chess"))
    assert all(
        word in complaint(path, evaluator="nnue") for word in ("expected", "nnue", "found", "material")
    )
    assert all(word in complaint(path, dtype=HANDCRAFTED) for word in ("layout", "expected", "found"))


def test_layouts_differ_by_name_type_and_shape():
    dtypes: list[list[tuple[Any, ...]]] = [
        [("value", np.int16, 6)],
        [("worth", np.int16, 6)],
        [("value", np.int32, 6)],
        [("value", np.int16, 7)],
        [("value", np.int16, (6, 1))],
    ]
    assert len({module.layout(np.dtype(dtype)) for dtype in dtypes}) == len(dtypes)


def test_another_format_says_expected_and_found(path):
    path.write_bytes(save_tensors({"value": np.zeros(3)}, {"format": "pt"}))
    assert "expected format boyi-weights-1, found pt" in complaint(path)
    path.write_bytes(save_tensors({"value": np.zeros(3)}))
    assert "expected format boyi-weights-1, found None" in complaint(path)


def test_a_missing_file_says_so(tmp_path):
    assert "No such file" in complaint(tmp_path / "nowhere")
    assert "this is a folder" in complaint(tmp_path)


@pytest.mark.parametrize(
    "content", [b"", b"{}", b"\0" * 8, b"\xff" * 100, b"PK\x03\x04 a pickle", b"x" * 70_000]
)
def test_what_is_no_weight_file_says_so(tmp_path, content):
    (tmp_path / "odd").write_bytes(content)
    assert "odd: expected a weight file, found" in complaint(tmp_path / "odd")


def test_a_file_cut_short_anywhere_is_refused(path):
    content = path.read_bytes()
    for length in range(0, len(content), 5):
        path.write_bytes(content[:length])
        complaint(path)


def test_a_flipped_bit_in_the_numbers_is_noticed(path):
    content = path.read_bytes()
    data = 8 + int.from_bytes(content[:8], "little")
    for place in range(data, len(content), 3):
        spoiled = bytearray(content)
        spoiled[place] ^= 4
        path.write_bytes(spoiled)
        assert "checksum" in complaint(path)


@pytest.mark.parametrize("mask", [1, 2, 4, 16, 128])
def test_a_flipped_bit_in_the_header_is_a_refusal_or_harmless(path, mask):
    """Never another error, and never other numbers."""
    content = path.read_bytes()
    data = 8 + int.from_bytes(content[:8], "little")
    for place in range(data):
        spoiled = bytearray(content)
        spoiled[place] ^= mask
        path.write_bytes(spoiled)
        try:
            file = read(path)
        except WeightError:
            continue
        assert file.weights.tobytes() == material().tobytes()


@pytest.mark.parametrize("header", [{"step": "many"}, {"provenance": "{"}])
def test_a_header_that_makes_no_sense_is_refused(path, header):
    rewrite(path, header, {})
    complaint(path)


@pytest.mark.parametrize(
    "tensors", [{"value": None}, {"value": np.zeros((3, 3), np.int16)}, {"value": np.ones((6, 2))}]
)
def test_numbers_that_do_not_fit_are_refused(path, tensors):
    """A field that is missing, of another shape, or of another type, all with a checksum of their own."""
    rewrite(path, {}, tensors)
    complaint(path)


def rewrite(path: Path, header: dict[str, str], tensors: dict[str, np.ndarray | None]) -> None:
    """Change parts of a weight file and give it the right checksum again."""
    content = path.read_bytes()
    size = 8 + int.from_bytes(content[:8], "little")
    before = json.loads(content[8:size])["__metadata__"]
    changed = {name: t for name, t in {**load_tensors(content), **tensors}.items() if t is not None}
    said = {**before, **header}
    path.write_bytes(save_tensors(changed, {**said, "sha256": module._digest(said, changed)}))


def test_a_watch_tells_of_each_change_once(path):
    watch = Watch(path)
    assert watch.changed()
    assert not watch.changed()
    save(path, good(step=18))
    assert watch.changed()
    assert not watch.changed()
    os.utime(path, ns=(1, 1))
    assert watch.changed()
    path.unlink()
    assert not watch.changed()
    save(path, good(step=19))
    assert watch.changed()
