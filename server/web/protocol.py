"""Websockets as uvicorn speaks them, with two things more: small buffers, and a way to end a stalled one."""

import contextlib
import socket
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

BUFFER = 64 << 10
"""Bytes that wait for a slow client, here and in the system: what is sent must soon be the latest."""


class BoundedWebSocket(WebSocketsSansIOProtocol):
    """A connection whose handlers find `abort` in their state."""

    def handle_connect(self, event: Request) -> None:
        """Bound the buffers, before anybody else hears of it."""
        self.transport.set_write_buffer_limits(high=BUFFER)
        if (raw := self.transport.get_extra_info("socket")) is not None:
            with contextlib.suppress(OSError):
                raw.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, BUFFER)
        self.app_state = {**self.app_state, "abort": self.transport.abort}
        super().handle_connect(event)


def uvicorn_settings(longest_message: int) -> dict[str, Any]:
    """What uvicorn has to be told for this application."""
    return {
        "ws": BoundedWebSocket,
        "ws_max_size": longest_message,
        "ws_per_message_deflate": False,
        "ws_ping_interval": 20.0,
        "ws_ping_timeout": 20.0,
        "server_header": False,
        "date_header": True,
        "access_log": False,
        "timeout_keep_alive": 30,
        "h11_max_incomplete_event_size": 64 << 10,
        "lifespan": "on",
    }
