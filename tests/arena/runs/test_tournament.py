"""Whole runs with engines that play at once, by the command line."""

import json
from collections import Counter
from typing import Any

import chess.pgn
import pytest

from boyi.arena.__main__ import main
from boyi.arena.runs import pool
from tests.support.arena.examining import command
from tests.support.arena.seats import QUICK, quick

FAST = ("--tc", "1+0.1", "--games", "4")


@pytest.fixture
def arena(tmp_path, capsys, monkeypatch):
    """The arena's command line in a folder of its own: exit code, lines told, lines complained."""
    monkeypatch.chdir(tmp_path)

    def arena(*words: str) -> tuple[int, list[str], list[str]]:
        if words[:1] in (("match",), ("sprt",)) and "--openings" not in words:
            words = (*words, "--openings", "startpos")  # all that our fakes know
        try:
            code = main(words)
        except SystemExit as stop:
            code = stop.code if isinstance(stop.code, int) else 1
        out, err = capsys.readouterr()
        return code, out.splitlines(), err.splitlines()

    return arena


def games(folder) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (folder / "games.jsonl").read_text().splitlines()]


def toml(path, engines: list[tuple[str, str]], **rest) -> str:
    lines = [f"{name} = {json.dumps(value)}" for name, value in rest.items()]
    lines += ["[openings]", 'file = "startpos"']
    for name, mode in engines:
        command = f"{QUICK} {mode!r} {name}"
        lines += ["[[engines]]", f"name = {json.dumps(name)}", f"command = {json.dumps(command)}"]
    path.write_text("\n".join(lines))
    return str(path)


def test_a_match(arena, tmp_path):
    code, out, err = arena("match", quick("a"), quick("b"), *FAST, "--folder", "run", "--concurrency", "2")
    assert (code, err) == (0, [])
    assert [line.partition(", 8 plies")[0] for line in sorted(out[:4])] == [
        "game 1 of 4: a 1/2-1/2 b, threefold repetition",
        "game 2 of 4: b 1/2-1/2 a, threefold repetition",
        "game 3 of 4: a 1/2-1/2 b, threefold repetition",
        "game 4 of 4: b 1/2-1/2 a, threefold repetition",
    ]
    assert any("0 / 0 / 2 / 0 / 0" in line for line in out)
    run = tmp_path / "run"
    assert sorted(game["number"] for game in games(run)) == [0, 1, 2, 3]
    assert {game["reason"] for game in games(run)} == {"threefold repetition"}
    with (run / "games.pgn").open() as file:
        read = [chess.pgn.read_game(file) for _ in range(5)]
    assert read[4] is None
    assert all(game and not game.errors and len(list(game.mainline())) == 8 for game in read[:4])
    assert "<svg" in (run / "report.html").read_text()
    assert list((run / "logs").iterdir()) == []


def test_statistics_and_going_on_with_a_finished_run(arena, tmp_path):
    arena("match", quick("a"), quick("b"), *FAST, "--folder", "run")
    before = games(tmp_path / "run")
    (tmp_path / "run" / "report.html").unlink()
    (tmp_path / "run" / "games.pgn").unlink()
    code, told, _ = arena("stats", "run")
    assert code == 0
    assert (tmp_path / "run" / "report.html").exists()
    assert (tmp_path / "run" / "games.pgn").read_text().count("[Event") == 4
    code, again, _ = arena("resume", "run")
    assert code == 0
    assert again == told
    assert games(tmp_path / "run") == before


def test_openings_come_in_pairs(arena, tmp_path):
    lines = [f"startpos moves {move}" for move in ("e2e4 e7e5", "d2d4 d7d5", "c2c4 c7c5")]
    (tmp_path / "some.txt").write_text("\n".join(lines))
    words = ("--openings", "some.txt", "--games", "8", "--tc", "1", "--folder", "run")
    code, _, _ = arena("match", quick("a", "plays illegal"), quick("b"), *words)
    assert code == 0
    by_pair = Counter((game["pair"], game["opening"]) for game in games(tmp_path / "run"))
    assert len(by_pair) == 4
    assert set(by_pair.values()) == {2}
    assert len({opening for _, opening in by_pair}) == 3


@pytest.mark.parametrize(("form", "count"), [("round robin", 6), ("gauntlet", 4), ("knock-out", 4)])
def test_more_than_two(arena, tmp_path, form, count):
    engines = [("a", "well"), ("b", "plays illegal"), ("c", "well")]
    code, out, err = arena("tournament", toml(tmp_path / "x.toml", engines, format=form, games=2, tc="1"))
    assert (code, err) == (0, [])
    (folder,) = (tmp_path / "runs").iterdir()
    assert out[0] == f"folder: runs/{folder.name}"
    found = games(folder)
    if form == "knock-out":
        assert len({frozenset(game["players"]) for game in found}) == 2
    else:
        assert len(found) == count
    blamed = [game for game in found if "b" in game["players"]]
    assert {game["score"] for game in blamed if game["players"][0] == "b"} == {0.0}
    assert {game["reason"] for game in blamed} == {"illegal move"}
    assert all("e2e5" in game["fault"] for game in blamed)


def test_a_test_stops_when_it_is_clear(arena, tmp_path):
    words = ("--elo0", "0", "--elo1", "100", "--tc", "1", "--concurrency", "3", "--folder", "run")
    code, out, _ = arena("sprt", quick("a"), quick("b", "plays illegal"), *words)
    assert code == 0
    assert any("H1 accepted" in line for line in out)
    played = games(tmp_path / "run")
    assert 4 < len(played) < 200
    assert arena("resume", "run")[0] == 0
    assert len(games(tmp_path / "run")) == len(played)


@pytest.mark.parametrize(
    ("first", "second", "games", "code"),
    [("plays illegal", "well", "200", 1), ("well", "well", "2", 3)],
    ids=["H0", "nothing"],
)
def test_the_verdict_of_a_test_is_the_exit_code(arena, first, second, games, code):
    words = ("--elo0", "0", "--elo1", "100", "--tc", "1", "--games", games, "--folder", "run")
    assert arena("sprt", quick("a", first), quick("b", second), *words)[0] == code
    assert arena("resume", "run")[0] == code
    ended, told, _ = arena("stats", "run", "--json")
    assert ended == 0
    (pairing,) = json.loads("\n".join(told))["pairings"]
    assert pairing["sprt"]["decision"] == {1: "H0", 3: None}[code]
    assert (
        len(arena("stats", "run", "--csv")[1]) == 1 + pairing["wins"] + pairing["draws"] + pairing["losses"]
    )


def test_the_lines_before_a_fault_are_kept(arena, tmp_path):
    arena("match", quick("a", "plays illegal"), quick("b"), "--games", "2", "--tc", "1", "--folder", "run")
    (log,) = (tmp_path / "run" / "logs").iterdir()
    text = log.read_text()
    assert log.name == "1-a.log"
    assert "# game 1: illegal move: a: " in text
    assert text.index("> go wtime") < text.index("< bestmove e2e5")


def test_all_lines_can_be_kept(arena, tmp_path):
    arena("match", quick("a"), quick("b"), "--games", "1", "--tc", "1", "--log", "all", "--folder", "run")
    for log in (tmp_path / "run" / "logs").iterdir():
        assert log.read_text().count("< bestmove") == 4


def test_engines_of_a_file_and_times_of_their_own(arena, tmp_path):
    file = toml(tmp_path / "engines.toml", [("a", "well"), ("b", "well")])
    with (tmp_path / "engines.toml").open("a") as more:
        more.write('\ntc = "st=3"\n')
    words = ("--games", "1", "--tc", "7", "--log", "all", "--folder", "run")
    assert arena("match", "a", "b", "--engines", file, *words)[0] == 0
    logs = [path.read_text() for path in sorted((tmp_path / "run" / "logs").iterdir())]
    assert "> go wtime 7000" in logs[0]
    assert "> go movetime 3000" in logs[1] or "movetime 3000" in logs[1]


def test_a_dead_engine_is_started_again(arena, tmp_path):
    words = ("--games", "4", "--tc", "1", "--folder", "run")
    code, _, _ = arena("match", quick("a", "crash go"), quick("b"), *words)
    assert code == 0
    assert [game["reason"] for game in games(tmp_path / "run")] == ["crash"] * 4
    assert [game["score"] for game in games(tmp_path / "run")] == [0.0, 1.0, 0.0, 1.0]


ONCE = """#!/bin/sh
[ $(cat tries 2>/dev/null | wc -l) -lt {starts} ] || exit 1
echo >>tries
exec {engine}
"""


def test_an_engine_that_does_not_come_back_loses_and_then_stops_the_run(arena, tmp_path):
    script = tmp_path / "engine"
    script.write_text(ONCE.format(starts=1, engine=f"{QUICK} 'crash go'"))
    script.chmod(0o755)
    words = ("--games", "9", "--tc", "1", "--restarts", "2", "--folder", "run")
    code, _, err = arena("match", "./engine?name=a", quick("b"), *words)
    assert code == 2
    assert len(err) == 1
    assert err[0].startswith("arena: could not start again a: it ended with exit code 1")
    found = games(tmp_path / "run")
    assert [game["reason"] for game in found] == ["crash"] * 3
    assert [game["plies"] for game in found] == [0, 0, 0]
    script.write_text(ONCE.format(starts=99, engine=f"{QUICK} well"))
    assert arena("resume", "run")[0] == 0
    assert len(games(tmp_path / "run")) == 9


def test_idle_engines_are_not_hoarded(arena, tmp_path, monkeypatch):
    monkeypatch.setattr(pool, "SPARE", 1)
    engines = [(name, "well") for name in "abcd"]
    file = toml(tmp_path / "x.toml", engines, format="round robin", games=2, tc="1", concurrency=2)
    assert arena("tournament", file)[0] == 0


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["match", "no-such-engine", "chess"], "no-such-engine: there is no program no-such-engine in PATH"),
        (["match", "chess", "chess"], "two engines are called 'chess'; tell them apart with ?name=…"),
        (["match", quick("a", "dead at start"), quick("b")], "could not start a: it ended with exit code 3"),
        (
            ["match", quick("a"), quick("b", "speaks another dialect")],
            "could not start b: it does not speak",
        ),
        (["match", quick("a") + "&patience=0.3&dialect=xboard", quick("b")], "could not start a: "),
        (
            ["match", quick("a", "silent") + "&patience=0.2", quick("b")],
            "could not start a: no answer",
        ),
        (["match", quick("a") + "&NoSuchOption=1", quick("b")], "NoSuchOption"),
        (["match", f"{command('xboard')}?name=a&dialect=xboard", quick("b"), "--tc", "nodes=9"], "a: "),
        (["match", quick("a"), quick("b"), "--openings", "none.epd"], "none.epd: No such file or directory"),
        (
            ["match", quick("a"), quick("b"), "--openings", "empty.epd"],
            "empty.epd: there is no opening",
        ),
        (["match", quick("a"), quick("b"), "--tc", "soon"], "no time control: 'soon'"),
        (["match", quick("a"), quick("b"), "--games", "many"], "argument --games: invalid int value: 'many'"),
        (["match", quick("a"), quick("b"), "--games", "0"], "games is at least 1, not 0"),
        (["match", quick("a"), quick("b"), "--folder", "/dev/null/x"], "/dev/null/x: Not a directory"),
        (["match", quick("a"), quick("b"), "--tables", "."], "there are no endgame tables in ."),
        (["match", "a", "b", "--engines", "none.toml"], "none.toml: No such file or directory"),
        (["match", "a", "b", "--engines", "broken.toml"], "broken.toml: "),
        (["match", "a", "b", "--engines", "words.toml"], "words.toml: engines are tables"),
        (["match", quick("a")], "the following arguments are required: second"),
        (["sprt", quick("a"), quick("b"), "--elo0", "5", "--elo1", "0"], "settings, sprt: "),
        (["tournament", "broken.toml"], "broken.toml: "),
        (["tournament", "empty.epd"], "a run needs two engines at least"),
        (["resume", "none"], "none holds no run"),
        (["stats", "none"], "none holds no run"),
        (["stats", "damaged"], "settings.json is damaged: "),
        ([], "the following arguments are required: COMMAND"),
        (["checkers"], "invalid choice: 'checkers'"),
    ],
    ids=lambda value: " ".join(value)[-60:] if isinstance(value, list) else "",
)
def test_bad_input_is_one_line_and_exit_code_2(arena, tmp_path, words, complaint):
    (tmp_path / "empty.epd").touch()
    (tmp_path / "broken.toml").write_text("[[engines")
    (tmp_path / "words.toml").write_text('engines = ["chess"]')
    (tmp_path / "damaged").mkdir()
    (tmp_path / "damaged" / "settings.json").write_text("{")
    code, out, err = arena(*words)
    assert code == 2
    assert len(err) == 1
    assert err[0].startswith("arena: ")
    assert complaint in err[0]
    assert all(line.startswith("folder: ") for line in out)


def test_a_folder_that_holds_a_run_is_refused(arena, tmp_path):
    assert arena("match", quick("a"), quick("b"), *FAST, "--folder", "run")[0] == 0
    before = games(tmp_path / "run")
    code, _, err = arena("match", quick("a"), quick("b"), *FAST, "--folder", "run")
    assert (code, err) == (2, ["arena: run holds a run already; to go on with it: arena resume run"])
    assert games(tmp_path / "run") == before


def test_a_half_written_line_is_told_and_played_again(arena, tmp_path):
    arena("match", quick("a"), quick("b"), *FAST, "--folder", "run")
    path = tmp_path / "run" / "games.jsonl"
    path.write_bytes(path.read_bytes()[:-30])
    code, _, err = arena("resume", "run")
    assert (code, len(err)) == (0, 1), err
    assert "of a game that was not written to its end" in err[0]
    assert sorted(game["number"] for game in games(tmp_path / "run")) == [0, 1, 2, 3]


def test_statistics_of_nothing(arena, tmp_path):
    arena("match", quick("a"), quick("b", "dead at start"), *FAST, "--folder", "run")
    assert arena("stats", "run") == (0, ["no game has been finished in run"], [])


def test_compliance_is_called_with_its_words(arena, monkeypatch):
    monkeypatch.setattr("boyi.arena.compliance.main", lambda arguments: 3 if arguments.strict else 4)
    assert arena("compliance", "chess", "--strict")[0] == 3
