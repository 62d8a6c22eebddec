"""What strangers try, and what they are told."""

import asyncio
import json
import struct

import httpx
import pytest
import websockets

from boyi.engines import platforms
from boyi.server.settings import Address
from tests.support.server.web import BEARER, OPEN, PERSON, heard, run, say, served, with_quotas

TOKEN = "a-token-that-is-long-enough"


@pytest.mark.parametrize("host", ["evil.example", "evil.example:80", "127.0.0.1.evil.example", "[::2]", ""])
def test_a_foreign_host_is_refused(tmp_path, host):
    async def test():
        async with served(tmp_path) as one:
            answer = await one.http.get("/healthz", headers={"Host": host})
            assert answer.status_code == 400
            assert "name" in answer.json()["error"]

    run(test())


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://127.0.0.1:1", "file://"])
def test_a_foreign_page_is_refused(tmp_path, origin):
    async def test():
        async with served(tmp_path) as one:
            wish = {"game": "chess", "players": [PERSON, PERSON]}
            answer = await one.http.post("/api/games", json=wish, headers={"Origin": origin, **BEARER})
            assert (answer.status_code, answer.json()["error"]) == (
                403,
                "this comes from a page of another site",
            )
            async with one.socket("/api/analysis", origin=origin) as socket:
                with pytest.raises(websockets.ConnectionClosed):
                    await socket.recv()
                assert (socket.close_code, socket.close_reason) == (4403, answer.json()["error"])

    run(test())


def test_a_program_without_a_page_needs_a_bearer(tmp_path):
    async def test():
        async with served(tmp_path) as one, httpx.AsyncClient(base_url=one.base) as bare:
            wish = {"game": "chess", "players": [PERSON, PERSON]}
            assert (await bare.post("/api/games", json=wish)).status_code == 403
            assert (await bare.get("/api/games")).status_code == 200
            assert (await bare.post("/api/games", json=wish, headers=BEARER)).status_code == 201
            async with one.socket("/api/echo", origin=None) as socket:
                with pytest.raises(websockets.ConnectionClosed):
                    await socket.recv()
                assert socket.close_code == 4403
            async with one.socket("/api/echo", origin=None, additional_headers=BEARER) as socket:
                await say(socket, type="echo", text="hello")
                assert await heard(socket) == {"type": "echo", "text": "hello"}

    run(test())


def test_a_token_is_wanted(tmp_path):
    async def test():
        settings = {"token": TOKEN, "names": ("name.example",)}
        async with served(tmp_path, **settings) as one:
            assert (await one.http.get("/healthz")).status_code == 200
            for path in ("/", "/api/games", "/metrics", "/docs"):
                assert (await one.http.get(path)).status_code == 401
            wrong = {"Authorization": f"Bearer {TOKEN}x"}
            assert (await one.http.get("/api/games", headers=wrong)).status_code == 401
            assert (await one.http.get("/", params={"token": "wrong"})).status_code == 401
            for name in ("Authorization", "X-Server-Token"):
                value = f"Bearer {TOKEN}" if name == "Authorization" else TOKEN
                assert (await one.http.get("/api/games", headers={name: value})).status_code == 200
            answer = await one.http.get("/", params={"token": TOKEN})
            assert answer.status_code == 303 and "HttpOnly" in answer.headers["set-cookie"]
            assert (await one.http.get("/api/games")).status_code == 200
            async with one.socket("/api/echo") as socket:
                with pytest.raises(websockets.ConnectionClosed):
                    await socket.recv()
                assert socket.close_code == 4401

    run(test())


def test_browsers_are_told_what_they_may_do(tmp_path):
    async def test():
        async with served(tmp_path) as one:
            for path in ("/", "/nothing", "/healthz", "/api/games"):
                headers = (await one.http.get(path)).headers
                policy = headers["content-security-policy"]
                assert "default-src 'none'" in policy and "unsafe" not in policy
                assert headers["x-content-type-options"] == "nosniff"
                assert "access-control-allow-origin" not in headers
            assert (await one.http.get("/api/games")).headers["cache-control"] == "no-store"

    run(test())


def test_a_message_of_10_mb(tmp_path):
    async def test():
        async with served(tmp_path) as one:
            async with one.socket("/api/analysis") as socket:
                with pytest.raises(websockets.ConnectionClosed):
                    await socket.send("x" * (10 << 20))
                    await socket.recv()
                assert socket.close_code == 1009
            big = await one.http.post("/api/games", content=b"x" * (10 << 20))
            assert (big.status_code, "at most" in big.json()["error"]) == (413, True)

            async def endless():
                for _ in range(100):
                    yield b"x" * 10_000

            answer = await one.http.post("/api/games", content=endless())
            assert answer.status_code == 413
            assert (await one.get("/healthz"))["status"] == "ok"

    run(test())


def test_1100_sockets(tmp_path):
    platforms.allow_descriptors(4096)

    async def test():
        quotas = with_quotas(sockets_per_address=2000)
        async with served(tmp_path, quotas=quotas) as one:
            open_one = asyncio.Semaphore(50)

            async def come():
                async with open_one:
                    return await one.socket("/api/echo", ping_interval=None)

            sockets = await asyncio.gather(*(come() for _ in range(1100)))

            async def works(socket):
                try:
                    await say(socket, type="echo", text="x")
                    await heard(socket)
                except websockets.ConnectionClosed:
                    assert (socket.close_code, socket.close_reason) == (4429, "busy: too many connections")
                    return False
                return True

            assert sum(await asyncio.gather(*map(works, sockets))) == 1000
            await asyncio.gather(*(socket.close() for socket in sockets))
            async with one.socket("/api/echo") as again:
                assert await works(again)

    run(test())


def test_one_address_does_not_take_all_places(tmp_path):
    async def test():
        async with served(tmp_path, quotas=with_quotas(sockets_per_address=20)) as one:
            sockets = [await one.socket("/api/echo") for _ in range(21)]
            with pytest.raises(websockets.ConnectionClosed):
                await sockets[-1].recv()
            assert sockets[-1].close_code == 4429
            await asyncio.gather(*(socket.close() for socket in sockets))

    run(test())


BAD_MESSAGES = [
    "[]", "[1, 2]", "null", "3", '"text"', "{", "", "{}", '{"type": 3}', '{"type": "fly"}',
    '{"type": "move"}',
    '{"type": "move", "move": 3, "token": "x"}', '{"type": "move", "move": "", "token": "x"}',
    '{"type": "move", "move": "<script>alert(1)</script>", "token": "x"}', "[" * 5000,
    '{"type": "hello", "token": []}',
    '{"type": "die", "die": 7, "token": "x"}', "\ud7ff\u202e\0",
]  # fmt: skip


def test_whatever_a_client_says_is_answered(tmp_path):
    async def test():
        async with served(tmp_path) as one:
            made = await one.game()
            async with one.socket(f"/api/games/{made['id']}/stream") as socket:
                await heard(socket)
                for text in BAD_MESSAGES:
                    await socket.send(text)
                    answer = await heard(socket)
                    assert answer["type"] == "error" and "<script" not in answer["error"], text
                await socket.send(b"\0\1\2")
                assert (await heard(socket))["error"] == "messages are text"
                await say(socket, type="ping")
                assert await heard(socket) == {"type": "pong"}

    run(test())


@pytest.mark.parametrize("body", [b"[]", b"{", b"\xff\xfe", b"null", b"[" * 9000, b'{"game": ["chess"]}'])
@pytest.mark.parametrize("path", ["/api/games", "/api/positions", "/api/records", "/api/analysis"])
def test_whatever_is_posted_is_answered(tmp_path, path, body):
    async def test():
        async with served(tmp_path) as one:
            answer = await one.http.post(path, content=body)
            assert answer.status_code == 400 and set(answer.json()) == {"error"}

    run(test())


@pytest.mark.parametrize(
    "name",
    ["<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "a\u202eb\u200f", "line\nbreak", "\0"],
)
def test_names_are_text_on_one_line(tmp_path, name):
    async def test():
        async with served(tmp_path) as one:
            made = await one.game(players=({"kind": "person", "name": name}, OPEN))
            answer = await one.http.get(f"/api/games/{made['id']}")
            assert answer.headers["content-type"] == "application/json"
            shown = answer.json()["players"][0]["name"]
            assert shown.isprintable() and shown == shown.strip() and "\u202e" not in shown
            record = await one.http.get(f"/api/games/{made['id']}/record")
            assert record.headers["content-type"].startswith("text/plain")
            assert record.headers["x-content-type-options"] == "nosniff"

    run(test())


@pytest.mark.parametrize(
    "path",
    [
        "/api/games/..%2f..%2fetc%2fpasswd", "/../server/settings.py", "/api/runs/..%2f", "/%00",
        "/js/..%2f..%2fapp.py",
        "/api/games/" + "x" * 5000,
    ],
)  # fmt: skip
def test_no_path_leads_out(tmp_path, path):
    async def test():
        async with served(tmp_path) as one:
            reader, writer = await asyncio.open_connection("127.0.0.1", one.port)
            writer.write(f"GET {path} HTTP/1.1\r\nHost: {one.host}\r\nConnection: close\r\n\r\n".encode())
            answer = (await reader.read()).decode()
            assert answer.split()[1] in ("404", "400"), answer
            writer.close()

    run(test())


def test_noise_on_the_socket_does_no_harm(tmp_path):
    async def test():
        async with served(tmp_path) as one:
            for noise in (
                b"\0" * 70_000,
                b"GET / HTTP/1.1\r\n" + b"A: b\r\n" * 20_000,
                b"\x16\x03\x01\x02\x00",
            ):
                reader, writer = await asyncio.open_connection("127.0.0.1", one.port)
                writer.write(noise)
                await asyncio.wait_for(reader.read(), 10)
                writer.close()
            socket = await one.socket("/api/echo")
            socket.transport.write(struct.pack("!BB", 0x83, 0xFF))  # a frame of no known kind
            with pytest.raises(websockets.ConnectionClosed):
                await socket.recv()
            assert (await one.get("/healthz"))["status"] == "ok"

    run(test())


def test_the_interface_describes_itself(tmp_path):
    async def test():
        async with served(tmp_path) as one:
            document = await one.get("/openapi.json")
            assert document["openapi"] == "3.1.0"
            names = set(document["components"]["schemas"])
            used = {part.split('"')[0] for part in json.dumps(document).split("#/components/schemas/")[1:]}
            assert used <= names and "GameState" in names
            page = (await one.http.get("/docs")).text
            assert "/api/games/{id}/stream" in page and "<script" not in page
            figures = (await one.http.get("/metrics")).text
            assert "boyi_games 0.0" in figures and "boyi_requests_total" in figures

    run(test())


def test_loopback_is_known_by_all_its_names():
    assert {"localhost", "127.0.0.1", "::1"} >= {Address().host}
