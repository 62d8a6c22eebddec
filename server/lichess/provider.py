"""Our chess engine for the analysis board of lichess, or of a host that speaks as lichess does.

    LICHESS_API_TOKEN=… bin/run --server boyi.server.lichess.provider

registers the engine `boyi` for the owner of the token, and analyses for the boards on which it is chosen,
until it is interrupted. The token needs the scopes engine:read and engine:write. For another host give
`--lichess` and `--broker`; a server of this project is both at once.
"""

import argparse
import asyncio
import contextlib
import os
import queue
import secrets
import shlex
import sys
import time
from collections.abc import Iterator, Sequence

from boyi.engines import load_game
from boyi.engines.command_line import add_version
from boyi.engines.files import read_text, user_path
from boyi.protocol.driving.errors import EngineError, ProtocolError
from boyi.protocol.driving.loops import hear_termination
from boyi.protocol.driving.spec import EngineSpec
from boyi.server.lichess.host_client import HostClient, HostError
from boyi.server.lichess.local_engine import LocalEngine, chess_spec
from boyi.server.lichess.orders import Assignment, Registration

KEEP_ALIVE = 300.0
"""Seconds for which an engine that has nothing to do is kept."""
SLOWEST = 10.0
"""Seconds between two attempts to reach a host, at most."""


class Provider:
    """Fetches work from a host and has one engine do it; newer work replaces what it is busy with."""

    def __init__(self, host: HostClient, engine: LocalEngine, wanted: Registration) -> None:
        """Nothing is registered yet."""
        self._host, self._engine, self._wanted = host, engine, wanted
        self._job: asyncio.Task[None] | None = None

    async def run(self) -> None:
        """Register and serve until broken off; HostError if the registration is refused."""
        await asyncio.to_thread(self._host.register, self._wanted)
        print(f"{self._wanted.name} is registered at {self._host.lichess}", flush=True)
        pause = 1.0
        try:
            while True:
                try:
                    work = await asyncio.to_thread(self._host.acquire, self._wanted.provider_secret)
                    pause = 1.0
                except HostError as error:
                    print(f"{error}; trying again", file=sys.stderr, flush=True)
                    await asyncio.sleep(pause)
                    pause = min(1.5 * pause, SLOWEST)
                    continue
                await self._begin(work)
        finally:
            self._host.hang_up()
            await self._end()
            await self._engine.close()

    async def _begin(self, work: Assignment | None) -> None:
        idle = self._job is None or self._job.done()
        if work is not None:
            await self._end()
            self._job = asyncio.create_task(self._do(work))
        elif idle and time.monotonic() - self._engine.last_used > KEEP_ALIVE:
            await self._engine.close()

    async def _end(self) -> None:
        if self._job is not None:
            self._job.cancel()
            await asyncio.wait((self._job,))

    async def _do(self, work: Assignment) -> None:
        lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        searching = asyncio.create_task(self._engine.analyse(work.work, lines.put))
        delivering = asyncio.create_task(asyncio.to_thread(self._host.deliver, work.id, _drain(lines)))
        try:
            await asyncio.wait((searching, delivering), return_when=asyncio.FIRST_COMPLETED)
            self._engine.stop()
            await searching
        except (EngineError, ProtocolError) as error:
            print(error, file=sys.stderr, flush=True)
            await self._engine.close()
        finally:
            searching.cancel()
            lines.put(None)
            await asyncio.wait((searching, delivering))


def _drain(lines: "queue.SimpleQueue[str | None]") -> Iterator[bytes]:
    """An engine's lines as they come, best move excluded: the host is told of it by the stream's end."""
    while (line := lines.get()) is not None:
        if line.startswith("info"):
            yield f"{line}\n".encode()


def parse(words: Sequence[str] | None = None) -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(
        prog="boyi.server.lichess.provider",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--name", default="boyi", help="under which the engine is registered (%(default)s)")
    parser.add_argument("--lichess", default="https://lichess.org", metavar="URL", help="%(default)s")
    parser.add_argument("--broker", metavar="URL", help="https://engine.lichess.ovh, or else as --lichess")
    parser.add_argument("--token-file", metavar="FILE", help="instead of the variable LICHESS_API_TOKEN")
    parser.add_argument("--engine", metavar="COMMAND", help="any engine that speaks UCI, in place of ours")
    parser.add_argument("--threads", type=int, default=max(1, (os.cpu_count() or 2) - 1), help="%(default)s")
    parser.add_argument("--hash", type=int, default=256, metavar="MB", help="%(default)s at most")
    parser.add_argument("--depth", type=int, default=25, help="usual depth of a search (%(default)s)")
    add_version(parser)
    return parser.parse_args(words)


def _token(file: str | None) -> str:
    try:
        found = read_text(user_path(file)) if file else os.environ.get("LICHESS_API_TOKEN", "")
    except (OSError, UnicodeDecodeError) as error:
        raise HostError(f"{file}: {getattr(error, 'strerror', None) or error}") from None
    if not found.strip():
        raise HostError("it needs a token, in the variable LICHESS_API_TOKEN or by --token-file")
    return found.strip()


async def _serve(arguments: argparse.Namespace) -> None:
    broker = arguments.broker
    if broker is None:
        broker = "https://engine.lichess.ovh" if "lichess.org" in arguments.lichess else arguments.lichess
    host = HostClient(arguments.lichess, broker, _token(arguments.token_file))
    spec = chess_spec(arguments.name)
    if arguments.engine:
        spec = EngineSpec(arguments.name, tuple(shlex.split(arguments.engine)), options=spec.options)
    wanted = Registration(
        name=arguments.name,
        max_threads=arguments.threads,
        max_hash=arguments.hash,
        provider_secret=secrets.token_urlsafe(32),
        default_depth=arguments.depth,
        variants=["chess"],
    )
    task = asyncio.ensure_future(Provider(host, LocalEngine(load_game("chess"), spec), wanted).run())

    def end(number: int) -> None:
        task.cancel()

    hear_termination(end)
    with contextlib.suppress(asyncio.CancelledError):
        await task


def main() -> None:
    """Serve until interrupted; what is wrong with the settings is one line and exit code 2."""
    try:
        asyncio.run(_serve(parse()))
    except (HostError, ValueError) as error:
        print(f"boyi.server.lichess.provider: {error}", file=sys.stderr)
        sys.exit(2)
    except KeyboardInterrupt:
        pass


if __name__ == "__main__":
    main()
