"""Real engines behind the web: one is killed in mid-search."""

import os
import signal

from boyi.server.pool.admission import Admission
from boyi.server.room import PooledEngines
from tests.support.arena.processes import running, survivors
from tests.support.server.pools import pool_of, settings_of
from tests.support.server.web import heard, run, say, served


def test_an_engine_killed_in_mid_search_is_told_and_replaced(tmp_path):
    async def test():
        settings, word = settings_of(tmp_path)
        pool = pool_of(settings, "chess")
        room = PooledEngines(pool, Admission(2), settings)
        assert [engine.name for engine in room.offered()] == ["chess"]
        async with served(tmp_path, room=room) as one, one.socket("/api/analysis") as socket:
            go = {"type": "go", "game": "chess", "multipv": 2}
            await say(socket, **go, limits={"infinite": True})
            first = await heard(socket, lambda event: event.get("multipv") == 2, 120)
            assert len(first["pv"]) and first["wdl"]
            for process in running(word):
                os.kill(process, signal.Signals["SIGKILL"])
            told = await heard(socket, lambda event: event["type"] == "error")
            assert told["error"].startswith("the engine failed and is replaced: it was ended by SIGKILL")
            await say(socket, **go, limits={"nodes": 500})
            answer = await heard(socket, lambda event: event["type"] in ("best", "error"), 120)
            assert answer.get("move"), answer
        await pool.close()
        assert survivors(word) == []

    run(test())
