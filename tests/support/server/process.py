"""A server of the web as a process of its own, to be killed: `python process.py FOLDER` tells its port."""

import asyncio
import sys
from pathlib import Path

import uvloop

from tests.support.server.rooms import RandomEngine, Room
from tests.support.server.web import served


async def main(folder: Path) -> None:
    engine = RandomEngine("chess", "chess", delay=0.05)
    async with served(folder, room=Room(engine)) as one:
        print(one.port, flush=True)
        await asyncio.Event().wait()


if __name__ == "__main__":
    uvloop.run(main(Path(sys.argv[1])))
