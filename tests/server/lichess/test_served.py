"""Both of lichess' protocols at the whole server, as its command starts it, with the real engine."""

import random
import subprocess
import sys
import threading
from typing import Any

import berserk
import httpx
import pytest

from tests.server.lichess.test_bots import Bot, play

ANYBODY = {"Authorization": "Bearer anybody"}
"""Without an Origin some bearer is wanted: no other site's page can send one."""


@pytest.fixture(scope="module")
def url(tmp_path_factory):
    folder = tmp_path_factory.mktemp("server")
    command = [sys.executable, "-m", "boyi.server", "--data", str(folder), "--web", "127.0.0.1:0"]
    with subprocess.Popen(
        [*command, "--gate", "127.0.0.1:0"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as server:
        assert server.stdout and server.stderr
        address = server.stdout.readline().split()[-1].rstrip("/")
        complaints: list[str] = []
        reader = threading.Thread(target=lambda: complaints.extend(server.stderr or ()))
        reader.start()
        yield address
        while Bot.all:
            Bot.all.pop().close()
        server.terminate()
        assert server.wait(20) in (0, -15, 143)
        reader.join(5)
    assert not any("Traceback" in line for line in complaints), "".join(complaints)


@pytest.fixture(scope="module")
def token(url):
    told = httpx.post(f"{url}/api/lichess/accounts", json={"username": "Ana"}, headers=ANYBODY)
    assert told.status_code == 201, told.text
    return told.json()["token"]


def test_the_server_s_engine_analyses(url, token):
    client = berserk.Client(berserk.TokenSession(token), base_url=url)
    engine: Any
    (engine,) = client.external_engine.get()
    fen = "6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1"
    work = {
        "sessionId": "s", "threads": 1, "hash": 16, "multiPv": 2, "variant": "chess", "initialFen": fen,
        "moves": [], "depth": 6,
    }  # fmt: skip
    body = {"clientSecret": engine["clientSecret"], "work": work}
    address = f"{url}/api/external-engine/{engine['id']}/analyse"
    headers = {"Origin": "https://lichess.org"}
    with httpx.stream("POST", address, json=body, timeout=120, headers=headers) as told:
        lines = [line for line in told.iter_lines() if line]
        assert told.headers["access-control-allow-origin"] == "*"
    last = httpx.Response(200, content=lines[-1]).json()
    assert last["depth"] >= 6 and len(last["pvs"]) == 2
    assert (last["pvs"][0]["mate"], last["pvs"][0]["moves"]) == (1, ["a1a8"])


def test_a_bot_plays_the_server_s_engine(url, token):
    bot = Bot(url)
    made = bot.post("/api/challenge/boyi", json={"clock.limit": 20, "clock.increment": 1, "color": "white"})
    assert made.status_code == 200, made.text
    id = bot.expect("gameStart")["game"]["gameId"]
    end = play(bot, bot.game(id), id, True, random.Random(3), 8)
    assert end["status"] in ("resign", "mate") and len(end["moves"].split()) >= 3
    assert f'[White "{bot.name}"]' in bot.http.get(f"/game/export/{id}").text
    assert httpx.get(f"{url}/api/games/{id}").json()["players"][0]["name"] == bot.name
    bot.close()
    Bot.all.remove(bot)


def test_what_is_not_lichess_is_guarded_as_before(url):
    assert httpx.post(f"{url}/api/lichess/accounts", json={"username": "Eve"}).status_code == 403
    headers = {"Origin": "https://evil.example"}
    assert httpx.post(f"{url}/api/games", json={}, headers=headers).status_code == 403
    assert httpx.get(f"{url}/api/account", headers={"Host": "evil.example"}).status_code == 400
