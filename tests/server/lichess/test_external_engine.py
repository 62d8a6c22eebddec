"""The broker of external engines, with clients and providers as lichess publishes them."""

import contextlib
import json
import subprocess
import sys
import threading
import time
from typing import Any

import berserk
import chess
import httpx
import pytest
import requests

from tests.support.server.hosting import hosted
from tests.support.server.lichess_hall import LichessHall

SECRET = "a secret of at least sixteen letters"
WORK = {
    "sessionId": "s",
    "threads": 4,
    "hash": 512,
    "multiPv": 1,
    "variant": "chess",
    "initialFen": chess.STARTING_FEN,
    "moves": ["e2e4"],
}
LINES = (
    "info depth 8 seldepth 9 multipv 1 score cp -31 nodes 1000 nps 10000 time 100 pv e7e5 g1f3",
    "info depth 9 currmove e7e5",
    "info depth 9 multipv 1 score cp -12 lowerbound nodes 1500 time 120 pv e7e5",
    "info depth 9 seldepth 12 multipv 1 score mate 3 nodes 2000 nps 10000 time 200 pv e7e5 g1f3 b8c6 f1c4",
)


@pytest.fixture(scope="module")
def url(tmp_path_factory):
    folder = tmp_path_factory.mktemp("lichess")

    with hosted(lambda: LichessHall(folder)) as address:
        yield address


@pytest.fixture(scope="module")
def token(url):
    return httpx.post(f"{url}/api/lichess/accounts", json={"username": "Ana"}).json()["token"]


@pytest.fixture
def client(url, token):
    return berserk.Client(berserk.TokenSession(token), base_url=url)


WANTED = {"name": "mine", "maxThreads": 2, "maxHash": 128, "defaultDepth": 20, "providerSecret": SECRET}


@pytest.fixture
def http(url, token):
    # berserk's own calls that register an engine fail before they are sent
    with httpx.Client(base_url=url, headers={"Authorization": f"Bearer {token}"}) as made:
        yield made


@pytest.fixture
def engine(http, client):
    made = http.post("/api/external-engine", json=WANTED).json()
    yield made
    client.external_engine.delete(made["id"])


def analyse(url, engine, **work):
    body = {"clientSecret": engine["clientSecret"], "work": WORK | work}
    with httpx.stream(
        "POST", f"{url}/api/external-engine/{engine['id']}/analyse", json=body, timeout=60
    ) as told:
        assert told.status_code == 200, told.read()
        yield from map(json.loads, told.iter_lines())


jobs: list[dict[str, Any]] = []
"""What the provider was given."""


def serve_once(url, lines=LINES, hold=0.0, done=None):
    """What lichess' example provider does with one order: long polling, then a stream of lines."""

    def work():
        while (
            told := requests.post(f"{url}/api/external-engine/work", json={"providerSecret": SECRET})
        ).status_code == 204:
            pass
        job = told.json()
        jobs.append(job)

        def stream():
            for line in lines:
                yield f"{line}\n".encode()
                time.sleep(hold)

        with contextlib.suppress(requests.exceptions.ConnectionError):  # nobody listens any more
            requests.post(f"{url}/api/external-engine/work/{job['id']}", data=stream()).raise_for_status()
        if done:
            done.set()

    thread = threading.Thread(target=work)
    thread.start()
    return thread


def test_an_engine_is_registered_described_anew_and_forgotten(http, client):
    made = http.post("/api/external-engine", json=WANTED | {"providerData": "x"}).json()
    assert client.external_engine.get_by_id(made["id"]) == made
    assert (made["userId"], made["variants"], made["providerData"]) == ("ana", ["chess"], "x")
    renewed = http.put(
        f"/api/external-engine/{made['id']}", json=WANTED | {"name": "other", "maxHash": 64}
    ).json()
    assert renewed == made | {"name": "other", "maxHash": 64, "providerData": None}
    assert {"other", "boyi"} == {engine["name"] for engine in client.external_engine.get()}
    client.external_engine.delete(made["id"])
    assert [engine["name"] for engine in client.external_engine.get()] == ["boyi"]


@pytest.mark.parametrize(
    "change",
    [{"name": "x"}, {"maxThreads": 0}, {"providerSecret": "short"}, {"variants": "chess"}, {"name": 5}],
)
def test_a_registration_that_makes_no_sense_is_refused(http, change):
    told = http.post("/api/external-engine", json=WANTED | change)
    assert told.status_code == 400 and told.json()["error"]


def test_a_registration_may_be_a_form(http, client):
    made = http.post("/api/external-engine", data=WANTED | {"variants": ["chess", "atomic"]}).json()
    assert made["variants"] == ["chess", "atomic"] and made["maxHash"] == 128
    client.external_engine.delete(made["id"])


def test_output_reaches_the_client_from_white_s_point_of_view(url, engine):
    provider = serve_once(url, hold=0.3)
    states = list(analyse(url, engine))
    provider.join()
    assert states[0] == {
        "time": 100, "depth": 8, "nodes": 1000, "pvs": [{"moves": ["e7e5", "g1f3"], "cp": 31, "depth": 8}]
    }  # fmt: skip
    assert states[-1]["pvs"] == [{"moves": ["e7e5", "g1f3", "b8c6", "f1c4"], "mate": -3, "depth": 9}]


def test_work_is_within_the_bounds_of_the_engine_and_names_every_limit(url, engine):
    provider = serve_once(url)
    list(analyse(url, engine, movetime=500))
    provider.join()
    work = jobs[-1]["work"]
    assert (work["threads"], work["hash"], work["movetime"], work["depth"]) == (2, 128, 500, None)
    assert jobs[-1]["engine"]["id"] == engine["id"]


def test_a_reached_limit_ends_the_stream(url, engine):
    done = threading.Event()
    provider = serve_once(url, LINES[:1] * 200, hold=0.05, done=done)
    started = time.monotonic()
    assert list(analyse(url, engine, depth=8))[-1]["depth"] == 8
    assert done.wait(5) and time.monotonic() - started < 8
    provider.join()


def test_a_client_that_leaves_ends_the_provider_s_work(url, engine):
    done = threading.Event()
    provider = serve_once(url, LINES[:1] * 400, hold=0.05, done=done)
    states = analyse(url, engine)
    next(states)
    states.close()
    assert done.wait(10)
    provider.join()


@pytest.mark.parametrize(
    ("change", "word"),
    [
        ({"moves": ["e2e5"]}, "illegal"),
        ({"initialFen": "8/8/8/8/8/8/8/8 w - - 0 1"}, "position"),
        ({"initialFen": "nonsense"}, "fen"),
        ({"variant": "atomic"}, "variant"),
        ({"multiPv": 9}, "multiPv"),
        ({"threads": 0}, "threads"),
        ({"moves": ["g1f3"] * 601}, "moves"),
        ({"moves": 7}, "array"),
    ],
)
def test_work_that_makes_no_sense_is_refused_with_a_reason(url, engine, change, word):
    body = {"clientSecret": engine["clientSecret"], "work": WORK | change}
    told = httpx.post(f"{url}/api/external-engine/{engine['id']}/analyse", json=body)
    assert told.status_code == 400 and word in told.json()["error"]


@pytest.mark.parametrize("body", ["[]", "{", '{"clientSecret": 3}', "\x00", ""])
def test_bodies_that_make_no_sense_are_refused(url, engine, body):
    told = httpx.post(f"{url}/api/external-engine/{engine['id']}/analyse", content=body)
    assert told.status_code == 400 and told.json()["error"]
    assert httpx.post(f"{url}/api/external-engine/work", content=body).status_code == 400


def test_secrets_are_wanted(url, engine):
    body = {"clientSecret": "wrong", "work": WORK}
    address = f"{url}/api/external-engine/{engine['id']}"
    assert httpx.post(f"{address}/analyse", json=body).status_code == 404
    assert httpx.get(address).status_code == 401
    assert httpx.get(address, headers={"Authorization": "Bearer x"}).status_code == 401
    assert httpx.post(f"{url}/api/external-engine/work/nothing", content=b"").status_code == 404


def test_the_server_s_own_engine_analyses_for_everybody(url, client):
    (engine,) = client.external_engine.get()
    (state,) = analyse(url, engine, nodes=2000)
    board = chess.Board()
    board.push_uci("e2e4")
    assert (state["depth"], state["nodes"], state["pvs"][0]["cp"]) == (3, 1000, 0)
    assert chess.Move.from_uci(state["pvs"][0]["moves"][0]) in board.legal_moves


def test_an_endless_search_of_the_server_s_own_engine_ends_with_its_client(url, client):
    (engine,) = client.external_engine.get()
    for _ in range(5):  # more than there are engines
        endless = analyse(url, engine)
        assert next(endless)["pvs"]
        endless.close()


def test_our_provider_serves_a_host_that_speaks_as_lichess_does(url, token, client, tmp_path):
    file = tmp_path / "token"
    file.write_text(token)
    command = [
        sys.executable,
        "-m",
        "boyi.server.lichess.provider",
        "--lichess",
        url,
        "--token-file",
        str(file),
    ]
    with subprocess.Popen([*command, "--name", "ours"], stdout=subprocess.PIPE, text=True) as provider:
        assert provider.stdout and "ours is registered" in provider.stdout.readline()
        engine = next(engine for engine in client.external_engine.get() if engine["name"] == "ours")
        assert list(analyse(url, engine, depth=6))[-1]["depth"] == 6
        endless = analyse(url, engine, infinite=True, moves=["d2d4"])
        assert next(endless)["pvs"]
        endless.close()
        assert list(analyse(url, engine, movetime=200))
        provider.terminate()
        assert provider.wait(10) == 0


def test_our_provider_says_in_one_line_what_is_wrong(url):
    command = [sys.executable, "-m", "boyi.server.lichess.provider", "--lichess", url]
    told = subprocess.run(command, capture_output=True, text=True, env={}, check=False)
    assert told.returncode == 2 and "needs a token" in told.stderr and told.stderr.count("\n") == 1
    told = subprocess.run(
        command, capture_output=True, text=True, env={"LICHESS_API_TOKEN": "x"}, check=False
    )
    assert told.returncode == 2 and "401" in told.stderr and told.stderr.count("\n") == 1
