"""Many watch; those who take nothing are dropped, and the game goes on."""

import asyncio
import json
import random
import socket as sockets
from functools import partial

import pytest

from boyi.arena.runs.ledger import Ledger
from boyi.server.games.watchers import Watcher
from tests.support.server.rooms import random_move
from tests.support.server.web import heard, run, say, served, with_quotas


async def stalled(one, path):
    """A watcher that takes nothing; its own system keeps as little as it can."""
    raw = sockets.socket()
    raw.setsockopt(sockets.SOL_SOCKET, sockets.SO_RCVBUF, 1)
    raw.setblocking(False)
    await asyncio.get_running_loop().sock_connect(raw, ("127.0.0.1", one.port))
    key = "dGhlIHNhbXBsZSBub25jZQ=="
    lines = (
        f"GET {path} HTTP/1.1", f"Host: {one.host}", f"Origin: {one.base}", "Upgrade: websocket",
        "Connection: Upgrade", f"Sec-WebSocket-Key: {key}", "Sec-WebSocket-Version: 13", "", "",
    )  # fmt: skip
    await asyncio.get_running_loop().sock_sendall(raw, "\r\n".join(lines).encode())
    return raw


def has_plies(count, state):
    return len(state["moves"]) == count


async def follow(socket, latest, number):
    async for text in socket:
        latest[number] = max(latest.get(number, 0), len(json.loads(text)["moves"]))


def test_a_stalled_watcher_is_dropped_and_the_healthy_stay_at_the_latest(tmp_path, monkeypatch):
    monkeypatch.setattr(Watcher.deliver, "__defaults__", (1.0,))

    async def test():
        async with served(tmp_path, quotas=with_quotas(sockets_per_address=200)) as one:
            made = await one.game()
            path, tokens = f"/api/games/{made['id']}/stream", made["tokens"]
            latest: dict[int, int] = {}
            healthy = [await one.socket(path) for _ in range(20)]
            following = [asyncio.create_task(follow(each, latest, i)) for i, each in enumerate(healthy)]
            lazy = [await stalled(one, path) for _ in range(10)]
            table = await one.hall.find(made["id"])
            state, plies, rng = made["state"], 0, random.Random(1)
            end = asyncio.get_running_loop().time() + 60
            while len(table.audience) > 20 and asyncio.get_running_loop().time() < end:
                if plies < 150 and state["result"] is None:
                    move = random_move("chess", state["position"], rng)
                    state = await one.post(f"{path[:-7]}/moves", {"move": move}, tokens[state["side"]])
                    plies += 1
                else:  # long enough: from now on everybody is told the whole of it again and again
                    one.hall.tell(table)
                    await asyncio.sleep(0.005)
            assert len(table.audience) == 20
            assert one.services.counters.stalled._value.get() == 10
            await asyncio.sleep(0.3)
            assert set(latest.values()) == {plies} and len(latest) == 20
            for each in (*healthy, *lazy):
                each.transport.abort() if hasattr(each, "transport") else each.close()
            await asyncio.gather(*following, return_exceptions=True)

    run(test())


def test_a_watcher_is_told_the_latest_alone(tmp_path):
    async def test():
        async with served(tmp_path) as one:
            made = await one.game()
            table = await one.hall.find(made["id"])
            async with one.socket(f"/api/games/{made['id']}/stream") as socket:
                await heard(socket)
                for _ in range(500):  # all of it before anything can be sent
                    one.hall.tell(table)
                first = await heard(socket)
                assert first["revision"] == 500
                await say(socket, type="ping")
                assert await heard(socket) == {"type": "pong"}

    run(test())


@pytest.mark.parametrize(("count", "plies"), [(40, 30), pytest.param(500, 12, marks=pytest.mark.long)])
def test_games_played_at_once_by_random_clients(tmp_path, monkeypatch, count, plies):
    """None is lost, none is wrong: what the server tells is what the players played."""

    monkeypatch.setattr("boyi.server.games.hall.MOST_OF_CLIENT", count)

    async def client(one, number, gate):
        game = ("chess", "xiangqi", "connect6", "einstein")[number % 4]
        rng = random.Random(number)
        async with gate:
            made = await one.game(game, clock={"base": 3_600_000, "increment": 1000})
            path, tokens, state, played = (
                f"/api/games/{made['id']}",
                made["tokens"],
                made["state"],
                list[str](),
            )
            async with one.socket(f"{path}/stream", ping_interval=None) as socket:
                await heard(socket)
                for _ in range(plies):
                    if state["result"] is not None:
                        break
                    move = random_move(game, state["position"], rng)
                    if rng.random() < 0.1:
                        await one.post(f"{path}/moves", {"move": move}, tokens[1 - state["side"]], 409)
                    if rng.random() < 0.5:
                        await say(socket, type="move", move=move, token=tokens[state["side"]])
                        state = await heard(socket, partial(has_plies, len(played) + 1))
                    else:
                        state = await one.post(f"{path}/moves", {"move": move}, tokens[state["side"]])
                    played.append(move)
            if state["result"] is None:
                state = await one.post(f"{path}/resign", token=tokens[rng.randint(0, 1)])
            assert [ply["move"] for ply in state["moves"]] == played
            return made["id"], played, state["result"]

    async def test():
        quotas = with_quotas(sockets_per_address=1000)
        async with served(tmp_path, quotas=quotas, connections=8) as one:
            gate = asyncio.Semaphore(count)
            games = await asyncio.gather(*(client(one, number, gate) for number in range(count)))
        kept = {}
        for path in (tmp_path / "data").glob("*/games.jsonl"):
            entries = list(Ledger(path).entries())  # as the arena reads them
            assert sorted(entry.result.number for entry in entries) == list(range(len(entries)))
            for line, entry in zip(path.read_text().splitlines(), entries, strict=True):
                kept[json.loads(line)["server"]["id"]] = entry
        assert len(kept) == count
        for name, played, result in games:
            entry = kept[name]
            assert [ply.move for ply in entry.record.plies] == played and entry.result.score == result[
                "score"
            ]

    run(test())
