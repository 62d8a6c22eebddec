"""bin/setup: compiles, tries the engines by their launchers, and tells what to type into a GUI."""

import subprocess
import sys
from pathlib import Path

import pytest

from boyi.arena.setup import __main__ as setup
from boyi.arena.setup import asking, compiling, guis, launching
from boyi.engines import GAMES
from boyi.protocol.dialects import DRIVEN, served_names

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_every_engine_plays_a_move(game):
    first = asking.ask(game, asking.usual_dialect(game))
    assert first.fault == ""
    assert first.move


def test_a_launcher_that_fails_is_told_in_one_line(tmp_path, monkeypatch, capsys):
    broken = tmp_path / "chess"
    broken.write_text(f"#!{sys.executable}\nraise SystemExit(3)\n")
    broken.chmod(0o755)
    monkeypatch.setattr(asking, "launcher", lambda game: broken)
    monkeypatch.setattr(compiling, "compile_games", lambda names: None)
    assert setup.main(["--game", "chess"]) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("setup: chess") and err.count("\n") == 1


def test_what_to_type_into_a_gui_is_told(monkeypatch, capsys):
    monkeypatch.setattr(compiling, "compile_games", lambda names: None)
    monkeypatch.setattr(asking, "ask", lambda game, dialect: asking.FirstMove(dialect, "", "e2e4", 1.0))
    assert setup.main(["--game", "chess", "--game", "xiangqi", "--game", "chess"]) == 0
    out = capsys.readouterr().out
    for name in ("chess", "xiangqi"):
        assert out.count(f"    {ROOT / 'bin' / name}\n") == 1
    assert "Cute Chess: Tools > Settings > Engines" in out


def test_every_game_has_a_gui_and_a_dialect_to_be_tried_by():
    assert set(guis.GUIS) == set(GAMES)
    dialects = {game: asking.usual_dialect(game) for game in GAMES}
    assert dialects == {"chess": "uci", "xiangqi": "ucci", "connect6": "sau", "einstein": "ecui"}
    assert all(dialect in DRIVEN and dialect in served_names(game) for game, dialect in dialects.items())


def test_where_there_is_no_launcher_the_installed_command_is_used(tmp_path, monkeypatch):
    assert launching.launcher("chess") == ROOT / "bin" / "chess"
    monkeypatch.setattr(launching, "ROOT", tmp_path)
    assert launching.launcher("chess").parent == Path(sys.executable).parent


def test_windows_has_programs_for_guis(monkeypatch):
    monkeypatch.setattr(sys, "platform", "win32")
    assert launching.for_gui("chess").name == "boyi-chess.exe"
    assert launching.launcher("chess").name == "chess.cmd"


@pytest.mark.slow
def test_progress_is_plain_lines_where_there_is_no_terminal():
    code = "from boyi.arena.setup.compiling import compile_games; compile_games(['einstein'])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    lines = done.stderr.splitlines()
    assert lines[-1] == "boyi: einstein: compiled"
    assert all(line.startswith("boyi: ") for line in lines)
    assert done.stdout == ""


def test_a_terminal_has_a_bar(monkeypatch, capsys):
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setattr(compiling, "compile_game", lambda name, evaluator, tell: tell("half done"))
    compiling.compile_games(["chess"])
    assert "1/1" in capsys.readouterr().err
