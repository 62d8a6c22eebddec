"""Engines and whole runs, as they are named on the command line and in files."""

import json
import sys
import tomllib
from dataclasses import replace
from pathlib import Path

import pytest

from boyi.arena.errors import ArenaError
from boyi.arena.game.clock import TimeControl
from boyi.arena.runs import engines
from boyi.arena.runs.settings import RunSettings
from boyi.arena.stats.sprt import Sprt

TWO = [{"name": "a", "command": "chess"}, {"name": "b", "command": "chess"}]


def test_our_own_engine_by_its_game():
    engine = engines.from_text("chess")
    assert engine.name == "chess"
    assert engine.spec().command == (sys.executable, "-P", "-m", "boyi.engines.chess")
    assert engine.with_full_paths() == replace(engine, directory=str(Path.cwd()))


def test_options_and_settings_behind_a_question_mark():
    text = "sh -c 'exit 1'?Hash=16&Evaluator=material&name=small&dialect=xboard&tc=1+0.1&patience=5"
    engine = engines.from_text(text)
    assert engine.spec().command[1:] == ("-c", "exit 1")
    assert engine.spec().options == {"Hash": "16", "Evaluator": "material"}
    assert (engine.name, engine.dialect, engine.patience) == ("small", "xboard", 5.0)
    assert engine.control("10") == TimeControl(1, 0.1)
    assert engines.from_text("sh").control("10") == TimeControl(10)


def test_options_of_ours_go_into_the_command_where_the_dialect_has_no_words():
    engine = engines.from_text("connect6?dialect=sau&Move Time=50&Player=greedy")
    spec = engine.spec()
    assert spec.command[3:] == ("boyi.engines.connect6", "--set", "Move Time=50", "--set", "Player=greedy")
    assert spec.options == {}
    assert engine.with_full_paths() == replace(engine, directory=str(Path.cwd()))
    assert engines.from_text("connect6?Player=greedy").spec().options == {"Player": "greedy"}
    assert engines.from_text("sh?dialect=sau&Player=greedy").spec().options == {"Player": "greedy"}


def test_a_name_is_the_text_unless_told():
    assert engines.from_text("sh?Hash=16").name == "sh?Hash=16"


def test_paths_are_made_full(tmp_path, monkeypatch):
    program = tmp_path / "engine"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    monkeypatch.chdir(tmp_path)
    engine = engines.from_text("./engine --fast").with_full_paths()
    assert engine.command == f"{program} --fast"
    assert engine.directory == str(tmp_path)
    monkeypatch.chdir("/")
    assert engine.spec().command == (str(program), "--fast")


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("no-such-engine", "no-such-engine: there is no program no-such-engine"),
        ("./none", "there is no file .*/none"),
        ("/dev/null", "there is no file /dev/null"),
        ("'", "is no command"),
        ("", "an engine needs a name and a command"),
        ("?Hash=16", "an engine needs a name and a command"),
        ("sh?dialect=klingon", "no dialect 'klingon'"),
        ("sh?tc=soon", "no time control: 'soon'"),
        ("sh?patience=soon", "patience is a number, not 'soon'"),
        ("sh?directory=/no/such/folder", "there is no directory /no/such/folder"),
    ],
)
def test_an_engine_that_makes_no_sense(text, complaint):
    with pytest.raises(ArenaError, match=complaint):
        engines.from_text(text).spec()


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        ("EvalFile=nwe.safetensors", "weights not taken.*nwe.safetensors"),
        ("Evaluator=material&EvalFile=other.safetensors", "weights not taken.*other.safetensors"),
        ("Evaluator=nnu&EvalFile=other.safetensors", "chess has no evaluator .nnu."),
        ("BookFile=none.bin", "there is no book none.bin"),
    ],
)
def test_files_that_our_engine_would_not_take(options, complaint, tmp_path, monkeypatch):
    (tmp_path / "other.safetensors").write_text("no weights")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ArenaError, match=complaint):
        engines.from_text(f"chess?name=new&{options}").with_full_paths()


def test_files_of_our_engine_are_found_from_elsewhere(tmp_path, monkeypatch):
    (tmp_path / "some.bin").touch()
    monkeypatch.chdir(tmp_path)
    engine = engines.from_text("chess?BookFile=some.bin").with_full_paths()
    monkeypatch.chdir("/")
    assert engine.with_full_paths() == engine
    assert engine.spec().directory == tmp_path


@pytest.mark.parametrize("bound", ["nodes=10", "1+0.1,depth=3"])
def test_a_bound_that_a_dialect_has_no_words_for(bound):
    tables = [{"name": name, "command": "connect6", "dialect": name} for name in ("uci", "sau")]
    with pytest.raises(ArenaError, match="sau: sau has no words for nodes or depth"):
        RunSettings.read({"game": "connect6", "tc": bound, "engines": tables}, "settings")
    tables[1]["tc"] = "st=1"
    assert (
        RunSettings.read({"game": "connect6", "tc": bound, "engines": tables}, "settings").rules.tc == bound
    )


FILE = """
game = "chess"
format = "round robin"
games = 10
tc = "1+0.01"

[openings]
file = "some.epd"
order = "sequential"

[adjudication]
win_score = 600

[sprt]
elo1 = 3.0

[[engines]]
name = "ours"
command = "chess"
tc = "2+0.02"
options = { Hash = 16, OwnBook = false }

[[engines]]
name = "theirs"
command = ["sh", "-c", "exit 1"]
dialect = "xboard"
directory = "/tmp"
"""


def test_a_file():
    told = tomllib.loads(FILE.replace("round robin", "match"))
    settings = RunSettings.read(told, "some.toml")
    ours, theirs = settings.engines
    assert ours.options == {"Hash": "16", "OwnBook": "false"}
    assert ours.control(settings.rules.tc) == TimeControl(2, 0.02)
    assert theirs.command == "sh -c 'exit 1'"
    assert settings.sprt == Sprt(elo1=3.0)
    assert (settings.openings.file, settings.adjudication.win_score) == ("some.epd", 600)


def test_settings_are_the_same_after_json():
    settings = RunSettings.read(tomllib.loads(FILE.replace("round robin", "match")), "some.toml")
    assert RunSettings.read(json.loads(json.dumps(settings.to_json())), "settings.json") == settings


@pytest.mark.parametrize(
    ("told", "complaint"),
    [
        ({"engines": TWO[:1]}, "two engines at least"),
        ({}, "two engines at least"),
        ({"engines": [*TWO, TWO[0]], "format": "gauntlet"}, "two engines are called 'a'"),
        ({"engines": [*TWO, {"name": "c", "command": "chess"}]}, "a match is between two engines"),
        ({"engines": TWO, "sprt": {}, "format": "gauntlet"}, "a sequential test is a match"),
        ({"engines": TWO, "gaems": 5}, "x: there is no 'gaems'"),
        ({"engines": TWO, "games": "five"}, "x: games is a whole number, not 'five'"),
        ({"engines": TWO, "games": True}, "x: games is a whole number, not True"),
        ({"engines": TWO, "games": 0}, "games is at least 1, not 0"),
        ({"engines": TWO, "margin": -1}, "margin is at least 0"),
        ({"engines": TWO, "margin": float("nan")}, "margin is at least 0"),
        ({"engines": TWO, "tc": "9" * 400}, "no time control"),
        ({"engines": TWO, "concurrency": 0}, "concurrency is at least 1"),
        ({"engines": TWO, "game": "bridge"}, "no game 'bridge'"),
        ({"engines": TWO, "game": "xiangqi"}, "a: our engine of chess does not play xiangqi"),
        ({"engines": [{**TWO[0], "dialect": "ecui"}, TWO[1]]}, "a: ecui is no dialect of chess"),
        ({"engines": TWO, "format": "swiss"}, "no format 'swiss'"),
        ({"engines": TWO, "log": "none"}, "no log 'none'"),
        ({"engines": TWO, "tc": "soon"}, "no time control"),
        ({"engines": TWO, "openings": "some.epd"}, "openings is a table"),
        ({"engines": TWO, "openings": {"order": "any"}}, "x, openings: openings come in"),
        ({"engines": TWO, "adjudication": {"win_score": -5}}, "win_score is not below zero"),
        ({"engines": TWO, "sprt": {"elo0": 5.0, "elo1": 0.0}}, "x, sprt: "),
        ({"engines": ["chess", "sh"]}, "engines are tables"),
        ({"engines": "chess"}, "engines are tables"),
        ({"engines": [{"name": "a"}, TWO[1]]}, "engine 1: command is missing"),
        ({"engines": [{"name": "a", "command": 5}, TWO[1]]}, "command is a text, not 5"),
        ({"engines": [{**TWO[0], "options": 5}, TWO[1]]}, "options is a table"),
        ({"engines": [{**TWO[0], "colour": "red"}, TWO[1]]}, "there is no 'colour'"),
    ],
)
def test_a_run_that_makes_no_sense(told, complaint):
    with pytest.raises(ArenaError, match=complaint) as caught:
        RunSettings.read(told, "x")
    assert "\n" not in str(caught.value)
