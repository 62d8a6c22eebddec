"""What a route is: the one description from which routes, checks and the OpenAPI document are made."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

Handler = Callable[..., Awaitable[Any]]
SMALL = 64 << 10
"""Bytes of a request, unless its route says more."""


@dataclass(frozen=True)
class Call:
    """An HTTP call: a method, a path, what comes and what goes."""

    method: str
    path: str
    summary: str
    handler: Handler
    """Takes the request, and the body as its type if there is one; returns an answer or a `Response`."""
    body: Any = None
    """The type of the body; None: there is none."""
    answer: Any = None
    """The type of the answer; None: the handler makes its own response."""
    media: str = "application/json"
    """What an answer without a type is."""
    status: int = 200
    most: int = SMALL
    """Bytes that a body may have."""
    seat: bool = False
    """Whether it wants the token of a seat."""


@dataclass(frozen=True)
class Socket:
    """A websocket: a path, and the messages of both sides."""

    path: str
    summary: str
    handler: Handler
    """Takes the socket, accepted already."""
    hears: Any
    """The type of what clients may say."""
    tells: tuple[Any, ...] = field(default=())
    """The types of what they are told."""
