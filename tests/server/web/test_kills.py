"""kill -9 in mid-game: no accepted move is lost, and clients go on by their tokens."""

import asyncio
import contextlib
import os
import random
import sys
from pathlib import Path

import httpx

from boyi.engines import load_game
from boyi.engines.play import legal_moves
from tests.support.server.web import PERSON, run

ROOT = Path(__file__).parents[3]
SERVER = ROOT / "tests" / "support" / "server" / "process.py"
GAMES = 6
ENGINE = {"kind": "engine", "engine": "chess", "nodes": 1}


@contextlib.asynccontextmanager
async def started(folder):
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    process = await asyncio.create_subprocess_exec(
        sys.executable, str(SERVER), str(folder), stdout=asyncio.subprocess.PIPE, env=environment
    )
    try:
        assert process.stdout is not None
        port = int(await asyncio.wait_for(process.stdout.readline(), 60))
        base = f"http://127.0.0.1:{port}"
        async with httpx.AsyncClient(base_url=base, headers={"Origin": base}, timeout=30) as client:
            yield process, client
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()


async def play(client, game, tokens, accepted, rng):
    """Make random moves until nobody answers; what was accepted is written down."""
    notation = load_game("chess").notation
    with contextlib.suppress(httpx.HTTPError):
        while True:
            state = (await client.get(f"/api/games/{game}")).json()
            if state["result"] is not None:
                return
            token = tokens[state["side"]]
            if token is None:
                await asyncio.sleep(0.01)
                continue
            pos = notation.read(state["position"], {})
            move = notation.text(pos, rng.choice(legal_moves(pos)))
            answer = await client.post(
                f"/api/games/{game}/moves", json={"move": move}, headers={"Authorization": f"Bearer {token}"}
            )
            if answer.status_code == 200:
                accepted[game] = [ply["move"] for ply in answer.json()["moves"]]


def test_no_accepted_move_is_lost(tmp_path):
    async def test():
        accepted: dict[str, list[str]] = {}
        tokens: dict[str, list[str]] = {}
        for kill in range(2):
            async with started(tmp_path) as (process, client):
                for game, moves in accepted.items():
                    state = (await client.get(f"/api/games/{game}")).json()
                    assert [ply["move"] for ply in state["moves"]][: len(moves)] == moves
                    # the engine's answer, a move of ours that was not answered, and the engine's again
                    assert len(state["moves"]) - len(moves) <= 4
                for number in range(0 if tokens else GAMES):
                    players = [PERSON, ENGINE if number % 3 == 0 else PERSON]
                    wish = {"game": "chess", "players": players, "clock": {"base": 600_000}}
                    made = (await client.post("/api/games", json=wish)).json()
                    tokens[made["id"]] = made["tokens"]
                playing = [
                    asyncio.create_task(play(client, game, tokens[game], accepted, random.Random(number)))
                    for number, game in enumerate(tokens)
                ]
                await asyncio.sleep(1.0)
                process.kill()
                await process.wait()
                await asyncio.gather(*playing)
            assert len(accepted) == GAMES and all(accepted.values()), kill
        data = tmp_path / "data" / "events.jsonl"
        data.write_bytes(data.read_bytes()[:-7])  # the last line is torn, as by a fall of the power
        async with started(tmp_path) as (_, client):
            for game in tokens:
                assert (await client.get(f"/api/games/{game}")).status_code == 200

    run(test())
