"""Our own engine as a provider inside the server: it fetches orders from the broker without any network."""

import asyncio
import contextlib
import secrets

from boyi.engines.limits import Limits
from boyi.protocol.driving.errors import EngineError, ProtocolError
from boyi.protocol.driving.spec import Turn
from boyi.server.errors import Busy, NotServed
from boyi.server.lichess.broker import POLL, AnalysisJob, Broker
from boyi.server.lichess.orders import ExternalEngine, Registration, Work
from boyi.server.lichess.registry import Registry, selector_of
from boyi.server.searching import EngineRoom, LentSearch

NAME = "boyi"
ENGINE = "chess"
"""What it is called among the server's engines."""
LONGEST = 600.0
"""Seconds of one search: nobody looks at one board for longer."""


def options_of(work: Work) -> dict[str, str]:
    """What an engine is to be set to; castling is then the king taking its rook."""
    return {
        "UCI_Chess960": "true",
        "UCI_AnalyseMode": "true",
        "Threads": str(work.threads),
        "Hash": str(work.hash),
        "MultiPV": str(work.multi_pv),
    }


def turn_of(job: AnalysisJob) -> Turn:
    """What an engine is asked."""
    work = job.assignment.work
    endless = work.movetime is None and work.depth is None and work.nodes is None
    limits = Limits(movetime=work.movetime, depth=work.depth, nodes=work.nodes, infinite=endless)
    position = job.board.fen()
    return Turn(work.initial_fen, tuple(work.moves), int(not job.board.turn), limits, lambda: position)


class HouseProvider:
    """The server's engines, behind one registration that everybody may use."""

    def __init__(self, broker: Broker, room: EngineRoom, at_once: int) -> None:
        """Nothing is fetched yet; its secret is made here and leaves the process never."""
        self._broker, self._room, self._at_once = broker, room, at_once
        self._secret = secrets.token_urlsafe(32)

    def register(self, registry: Registry, threads: int, megabytes: int) -> ExternalEngine:
        """Be found by everybody; an earlier registration is renewed."""
        wanted = Registration(NAME, threads, megabytes, self._secret, variants=["chess"])
        for engine in registry.of(registry.house):
            return registry.change(registry.house, engine.id, wanted)
        return registry.add(registry.house, wanted)

    async def run(self) -> None:
        """Serve so many orders at once until broken off."""
        async with asyncio.TaskGroup() as group:
            for _ in range(self._at_once):
                group.create_task(self._serve())

    async def _serve(self) -> None:
        while True:
            job = await self._broker.acquire(selector_of(self._secret), POLL)
            if job is None:
                continue
            self._broker.begin(job.assignment.id)
            # A client whose engine fails sees its stream end, as with any provider.
            with contextlib.suppress(Busy, NotServed, EngineError, ProtocolError):
                await self._work(job)
            job.end()

    async def _work(self, job: AnalysisJob) -> None:
        options = options_of(job.assignment.work)
        client = f"lichess {job.assignment.work.session_id}"
        async with self._room.search(ENGINE, options, client, lambda place: None) as searcher:
            leaving = asyncio.create_task(_stop_once_over(searcher, job))
            try:
                await searcher.analyse(turn_of(job), job.report, LONGEST)
            finally:
                leaving.cancel()


async def _stop_once_over(searcher: LentSearch, job: AnalysisJob) -> None:
    """End the search when nobody waits for more, or it has gone on for too long."""
    with contextlib.suppress(TimeoutError):
        await asyncio.wait_for(job.wait_for_end(), LONGEST / 2)
    searcher.stop()
