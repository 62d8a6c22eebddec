"""Streams of lines of JSON, which last as long as the client listens and the server goes on."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Mapping
from typing import Any

import msgspec
from starlette.responses import StreamingResponse

KEEP_ALIVE = 6.0
"""Seconds of silence after which an empty line says that the stream lives."""
NDJSON = "application/x-ndjson"
ANYWHERE = {"Access-Control-Allow-Origin": "*"}
"""Secrets open these doors, never cookies, so that pages of other origins may knock."""
Values = AsyncIterator[Mapping[str, Any]]


class Streams:
    """All streams of a host."""

    def __init__(self) -> None:
        """None is open."""
        self.closing = asyncio.Event()
        """Set when the server ends: whoever waits for more gets none."""

    def bare(self, values: Values) -> StreamingResponse:
        """Values as they come, a line each, for any page."""
        return StreamingResponse(self._lines(values, None), media_type=NDJSON, headers=ANYWHERE)

    def live(self, values: Values, pause: float = KEEP_ALIVE) -> StreamingResponse:
        """Values as they come, a line each, and an empty line where there is none for so many seconds."""
        return StreamingResponse(self._lines(values, pause), media_type=NDJSON)

    async def _lines(self, values: Values, pause: float | None) -> AsyncIterator[bytes]:
        closing = asyncio.ensure_future(self.closing.wait())
        following = asyncio.ensure_future(anext(values, None))
        try:
            while True:
                await asyncio.wait((following, closing), timeout=pause, return_when=asyncio.FIRST_COMPLETED)
                if not following.done():
                    if closing.done():
                        return
                    yield b"\n"
                    continue
                value = following.result()
                if value is None:
                    return
                yield msgspec.json.encode(value) + b"\n"
                following = asyncio.ensure_future(anext(values, None))
        finally:
            closing.cancel()
            following.cancel()
            await asyncio.wait((following,))
            if isinstance(values, AsyncGenerator):
                await values.aclose()
