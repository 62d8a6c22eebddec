"""Analysis and review over sockets and as a stream."""

import asyncio
import contextlib
import json
from typing import Any

import pytest

from boyi.engines.game import Game
from boyi.engines.report import Score
from boyi.protocol.driving.errors import EngineDied
from boyi.server.analysis.review import chance_of, value_of
from boyi.server.errors import Busy
from tests.support.server.rooms import RandomEngine, Room
from tests.support.server.web import heard, run, say, served, with_quotas

GO: dict[str, Any] = {"type": "go", "game": "chess", "limits": {"nodes": 100}}


def test_lines_and_the_move(tmp_path):
    async def test():
        async with served(tmp_path) as one, one.socket("/api/analysis") as socket:
            await say(socket, **GO, moves=["e2e4"], multipv=3)
            assert await heard(socket) == {"type": "waiting", "id": 1, "place": 0}
            info = await heard(socket)
            assert (info["type"], info["id"], info["depth"], info["wdl"]) == ("info", 1, 3, [300, 400, 300])
            best = await heard(socket)
            assert (best["type"], best["move"]) == ("best", info["pv"][0])
            room = one.services.room
            assert room.searches == [("chess", {"MultiPV": "3"}, "127.0.0.1")]
            assert room.engines["chess"].asked[-1].moves == ("e2e4",)

    run(test())


def test_an_endless_search_is_stopped_and_another_begun(tmp_path):
    async def test():
        async with served(tmp_path) as one, one.socket("/api/analysis") as socket:
            endless = {**GO, "limits": {"infinite": True}}
            await say(socket, **endless)
            await heard(socket, lambda event: event["type"] == "info")
            await say(socket, **GO)  # ends the first with its move told
            assert (await heard(socket, lambda event: event["type"] == "best"))["id"] == 1
            assert (await heard(socket, lambda event: event["type"] == "best"))["id"] == 2
            await say(socket, **endless)
            await heard(socket, lambda event: event["type"] == "info")
            await say(socket, type="stop")
            assert (await heard(socket, lambda event: event["type"] == "best"))["id"] == 3

    run(test())


def test_a_search_takes_no_longer_than_it_may(tmp_path):
    async def test():
        quotas = with_quotas(longest_search=0.2)
        async with served(tmp_path, quotas=quotas) as one, one.socket("/api/analysis") as socket:
            await say(socket, **{**GO, "limits": {}})
            await heard(socket, lambda event: event["type"] == "best")

    run(test())


FAULTS: list[tuple[dict[str, Any], str]] = [
    ({**GO, "engine": "gnugo"}, "there is no engine 'gnugo'"),
    ({**GO, "moves": ["e2e5"]}, "move 1: illegal move e2e5"),
    ({**GO, "start": "8/8/8/8/8/8/8/8 w - - 0 1"}, "white has no king"),
    ({**GO, "moves": ["f2f3", "e7e5", "g2g4", "d8h4"]}, "the game is over"),
    ({**GO, "options": {"Log File": "/tmp/x"}}, "offers no option 'Log File'"),
    ({**GO, "multipv": 99}, "Expected `int` <= 20"),
]


@pytest.mark.parametrize("path", ["/api/analysis", "/api/review"])
def test_a_fault_is_told_and_the_socket_goes_on(tmp_path, path):
    async def test():
        async with served(tmp_path) as one, one.socket(path) as socket:
            for wish, fault in FAULTS:
                if path == "/api/review" and fault == "the game is over":
                    continue
                await say(socket, **wish)
                event = await heard(socket, lambda event: event["type"] in ("error", "best", "done"))
                assert fault in event.get("error", ""), event
            await say(socket, type="ping")
            assert await heard(socket) == {"type": "pong"}

    run(test())


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (EngineDied("chess", "it ended"), "the engine failed and is replaced: it ended"),
        (Busy("busy: 32 searches wait already"), "busy: 32 searches wait already"),
    ],
)
def test_an_engine_that_can_t_search(tmp_path, error, told):
    async def test():
        engine = RandomEngine("chess", "chess", error=error)
        async with served(tmp_path, room=Room(engine)) as one, one.socket("/api/analysis") as socket:
            await say(socket, **GO)
            assert (await heard(socket, lambda event: event["type"] == "error"))["error"] == told
            engine.error = None
            await say(socket, **GO)
            await heard(socket, lambda event: event["type"] == "best")

    run(test())


def test_a_program_reads_lines(tmp_path):
    async def test():
        async with served(tmp_path) as one:
            answer = await one.http.post("/api/analysis", json=GO)
            assert answer.headers["content-type"] == "application/x-ndjson"
            kinds = [json.loads(line)["type"] for line in answer.text.splitlines()]
            assert kinds == ["waiting", "info", "best"]

    run(test())


def test_a_client_that_leaves_ends_its_search(tmp_path):
    async def test():
        engine = RandomEngine("chess", "chess")
        room = Room(engine)
        ended = asyncio.Event()
        search = room.search

        @contextlib.asynccontextmanager
        async def watched(*arguments):
            try:
                async with search(*arguments) as one:
                    yield one
            finally:
                ended.set()

        setattr(room, "search", watched)  # noqa: B010  a double of a double
        async with served(tmp_path, room=room) as one:
            async with one.socket("/api/analysis") as socket:
                await say(socket, **{**GO, "limits": {"infinite": True}})
                await heard(socket, lambda event: event["type"] == "info")
            await asyncio.wait_for(ended.wait(), 10)
            ended.clear()
            reader, writer = await asyncio.open_connection("127.0.0.1", one.port)
            body = json.dumps({**GO, "limits": {"infinite": True}})
            head = f"POST /api/analysis HTTP/1.1\r\nHost: {one.host}\r\nOrigin: {one.base}\r\n"
            writer.write(f"{head}Content-Length: {len(body)}\r\n\r\n{body}".encode())
            await reader.readuntil(b'"info"')
            writer.close()
            await asyncio.wait_for(ended.wait(), 10)

    run(test())


def test_a_review_marks_what_was_lost(tmp_path):
    async def test():
        engine = RandomEngine("chess", "chess", score=50)
        async with served(tmp_path, room=Room(engine)) as one, one.socket("/api/review") as socket:
            await say(socket, **GO, moves=["f2f3", "e7e5", "g2g4", "d8h4"])
            told: list[dict[str, Any]] = []
            while not told or told[-1]["type"] != "done":
                told.append(await heard(socket))
            assert [event.get("move") for event in told] == ["f2f3", "e7e5", "g2g4", "d8h4", None, None]
            assert told[-1] == {"type": "done", "plies": 4}
            blunder = told[2]
            assert (blunder["side"], blunder["score"]) == (0, 50)
            assert told[4]["chance"] == 0.0 and told[4]["loss"] is None

    run(test())


def test_values():
    plain = Game("any", "Any", "", {"a": ""}, {})
    assert chance_of(plain, Score(0)) == 0.5 and chance_of(plain, Score(400)) > 0.9
    assert chance_of(plain, Score(0, wdl=(500, 300, 200))) == 0.65
    assert value_of(Score(0, mate=3)) == -value_of(Score(0, mate=-3)) == 10_000
