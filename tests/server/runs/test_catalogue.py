"""Runs in a folder: listed, looked into, watched; known by ids alone."""

import json
import os
import time

import pytest

from boyi.arena.game.record import GamePly, GameRecord
from boyi.arena.runs.engines import from_text
from boyi.arena.runs.ledger import Ledger
from boyi.arena.runs.playing import PlayingGame
from boyi.arena.runs.settings import RunRules, RunSettings
from boyi.engines.files import write_atomically
from tests.support.arena.played import LOSS, WIN, pairs_of
from tests.support.server.web import heard, run, served

RECORD = GameRecord(None, (GamePly("e2e4", 1, 1000, 20, None, 5), GamePly("e7e5", 1, 1000)))
NAMES = "<script>alert(1)</script>", "b"


def add_games(folder, results):
    for result in results:
        Ledger(folder / "games.jsonl").append(result, RECORD)


@pytest.fixture
def runs(tmp_path):
    arena, training = tmp_path / "runs" / "one" / "match", tmp_path / "runs" / "td"
    for folder in (arena, training):
        folder.mkdir(parents=True)
    engines = tuple(from_text(f"chess?name={name}") for name in NAMES)
    settings = RunSettings(RunRules(games=20), engines)
    (arena / "settings.json").write_text(json.dumps(settings.to_json()))
    (arena / "games.jsonl").touch()
    add_games(arena, pairs_of(*NAMES, [(WIN, LOSS), (WIN, WIN)]))
    (training / "settings.json").write_text("{}")
    lines = [{"step": step, "loss": 1 / step, "note": "x"} for step in range(1, 2001)]
    (training / "log.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines) + '{"step": 20')
    (tmp_path / "runs" / "broken").mkdir()
    (tmp_path / "runs" / "broken" / "settings.json").write_text("{")
    (tmp_path / "runs" / "broken" / "games.jsonl").touch()
    return tmp_path / "runs"


def test_runs_are_told(tmp_path, runs):
    async def test():
        async with served(tmp_path, runs=runs) as one:
            listed = {each["name"]: each for each in await one.get("/api/runs")}
            assert set(listed) == {"one/match", "td"}
            arena, training = listed["one/match"], listed["td"]
            assert (arena["kind"], arena["games"], arena["total"], arena["state"]) == (
                "arena",
                4,
                20,
                "running",
            )
            assert (training["kind"], training["games"]) == ("training", 2000)
            path = f"/api/runs/{arena['id']}"
            told = await one.get(path)
            assert [(each["name"], each["points"]) for each in told["standings"]] == [
                (NAMES[0], 3.0),
                ("b", 1.0),
            ]
            assert told["pairings"][0]["facts"]["games"] == "4"
            assert str(tmp_path) not in json.dumps(told)
            games = await one.get(f"{path}/games?from=1")
            assert [game["number"] for game in games["games"]] == [1, 2, 3]
            assert games["games"][0]["moves"] == ["e2e4", "e7e5"] and (games["next"], games["total"]) == (
                4,
                4,
            )
            assert (await one.get(f"{path}/games?from=99"))["games"] == []
            page = await one.http.get(f"{path}/report")
            assert "<script" not in page.text and "&lt;script&gt;" in page.text
            assert "sandbox" in page.headers["content-security-policy"]
            curves = (await one.get(f"/api/runs/{training['id']}/curves"))["curves"]
            assert (
                set(curves) == {"loss"}
                and len(curves["loss"]) <= 600
                and curves["loss"][-1] == [2000, 1 / 2000]
            )
            for wrong in (
                f"/api/runs/{training['id']}/games",
                f"{path}/curves",
                "/api/runs/one/match",
                "/api/runs/x",
            ):
                await one.get(wrong, 404)
            assert str(tmp_path) not in json.dumps(await one.get(f"/api/runs/{training['id']}/report", 404))
            await one.get(f"{path}/games?from=-1", 400)

    run(test())


def test_a_run_is_watched_as_it_grows(tmp_path, runs):
    async def test():
        async with served(tmp_path, runs=runs) as one:
            ids = {each["name"]: each["id"] for each in await one.get("/api/runs")}
            async with one.socket(f"/api/runs/{ids['one/match']}/stream") as socket:
                assert (await heard(socket))["run"]["games"] == 4
                add_games(runs / "one" / "match", pairs_of(*NAMES, [(WIN, WIN)], 2))
                told = await heard(socket)
                while told["run"]["games"] < 6:
                    told = await heard(socket)
                assert told["latest"]["number"] == 5
            async with one.socket(f"/api/runs/{ids['td']}/stream") as socket:
                assert len((await heard(socket))["curves"]["loss"]) > 100

    run(test())


def test_a_game_is_watched_while_it_is_played(tmp_path, runs):
    file = runs / "one" / "match" / "playing.json"

    async def test():
        async with served(tmp_path, runs=runs) as one:
            ids = {each["name"]: each["id"] for each in await one.get("/api/runs")}
            async with one.socket(f"/api/runs/{ids['one/match']}/stream") as socket:
                assert (await heard(socket))["playing"] == []
                for count in (1, 2):
                    record = GameRecord(None, RECORD.plies[:count])
                    write_atomically(file, json.dumps([PlayingGame(4, NAMES, record)]))
                    [game] = (await heard(socket))["playing"]
                    assert (game["number"], game["players"]) == (4, [*NAMES])
                    assert game["moves"] == ["e2e4", "e7e5"][:count]
                file.unlink()
                assert (await heard(socket))["playing"] == []

    run(test())


def test_without_a_folder_there_are_none(tmp_path):
    async def test():
        async with served(tmp_path) as one:
            assert await one.get("/api/runs") == []

    run(test())


def test_a_run_that_rests_is_not_running(tmp_path, runs):
    before = time.time() - 3600
    os.utime(runs / "one" / "match" / "games.jsonl", (before, before))

    async def test():
        async with served(tmp_path, runs=runs) as one:
            states = {each["name"]: each["state"] for each in await one.get("/api/runs")}
            assert states["one/match"] == "stopped"

    run(test())
