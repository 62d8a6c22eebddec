"""What the bench's command line says to names it does not know."""

import pytest

from boyi.engines import bench


def test_an_unknown_game_is_named(monkeypatch, capsys):
    monkeypatch.setattr("sys.argv", ["bench", "go"])
    with pytest.raises(SystemExit) as ended:
        bench.main()
    assert ended.value.code == 2
    assert "no game 'go'; there are chess" in capsys.readouterr().err
