"""Road weights fitted to games of the search player: what is learned from, and runs that resume."""

import numpy as np
import pytest

from boyi.engines.connect6 import notation
from boyi.engines.connect6.shape import CONNECT6
from boyi.engines.connect6.weights import ROADS
from boyi.engines.weights import load
from boyi.learning import __main__ as train
from boyi.learning.connect6.search import fitted, quiet_positions
from tests.learning.test_connect6_td import roads_of

ROW = f"{CONNECT6.start} | 1 | JJ AABC KJLJ SSQR MJNJ RAPB OJ"
"""Black fills a row: from his third turn on he threatens, and soon he has won."""
SMALL = ("--games", "3", "--nodes", "60")


def test_only_positions_without_threats_are_learned_from():
    seen, results = quiet_positions(ROW)
    assert results == [1.0, 0.0, 1.0, 0.0]
    pos = notation.place(CONNECT6, "".join(".b"[point == 180] for point in range(361)), 1, 2)
    assert seen[0] == roads_of(pos, 0).tolist()


def test_without_a_quiet_position_there_is_nothing_to_fit():
    threat = "19/19/19/19/19/19/19/19/19/6bbbb9/19/19/19/19/19/19/19/19/19 w 2 6 2 | 1 | AABB"
    with pytest.raises(ValueError, match="no quiet position"):
        fitted([threat])


def test_games_broken_off_end_with_the_same_weights(tmp_path, capsys):
    for name in ("whole", "parts"):
        assert train.main(("roads", str(tmp_path / name), *SMALL)) == 0
        games = tmp_path / name / "games.txt"
        if name == "parts":
            games.write_text("".join(games.read_text().splitlines(keepends=True)[:1]))
            (tmp_path / name / "learned-00000003.safetensors").unlink()
            assert train.main(("roads", str(tmp_path / name), *SMALL)) == 0
    files = [tmp_path / name / "learned-00000003.safetensors" for name in ("whole", "parts")]
    whole, parts = (load(path, "connect6", "learned", ROADS).weights for path in files)
    assert whole.tobytes() == parts.tobytes()
    assert np.abs(whole.own_roads[:3]).max() > 0
    assert str(files[0]) in capsys.readouterr().out
