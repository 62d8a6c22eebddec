"""Answers and refusals, over HTTP and over sockets; and bodies, read no further than they may go."""

from collections.abc import AsyncIterator
from typing import Any, TypeVar

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.types import Receive, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from boyi.server.errors import Busy, NotServed
from boyi.server.refusal import Refusal

JSON = "application/json"
CLOSE_BASE = 4000
"""Added to a status, it is the code with which a socket is closed."""
LONGEST_REASON = 120
"""Bytes of a reason that a closing frame has room for, with a little to spare."""
T = TypeVar("T")


def answer(value: Any, status: int = 200) -> Response:
    """A value as JSON."""
    return Response(msgspec.json.encode(value), status, media_type=JSON)


def refuse(refusal: Refusal) -> Response:
    """A refusal as JSON."""
    return answer({"error": refusal.text}, refusal.status)


async def refuse_socket(refusal: Refusal, receive: Receive, send: Send) -> None:
    """Accept a socket and close it: a page that is refused before that learns nothing of the reason."""
    await receive()
    await send({"type": "websocket.accept"})
    reason = refusal.text.encode()[:LONGEST_REASON].decode("utf-8", "ignore")
    await send({"type": "websocket.close", "code": CLOSE_BASE + refusal.status, "reason": reason})


def decode(data: bytes | str, kind: type[T] | Any) -> T:
    """A value of JSON as a type; Refusal says what does not fit."""
    try:
        value: T = msgspec.json.decode(data, type=kind)
    except msgspec.ValidationError as error:
        raise Refusal(400, str(error)) from None
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise Refusal(400, f"this is no JSON: {error}") from None
    return value


async def read_body(request: Request, most: int) -> bytes:
    """The body of a request; Refusal for one that is too long, read no further."""
    told = request.headers.get("content-length", "0")
    body = b""
    if not told.isdecimal() or int(told[:12]) > most:
        raise Refusal(413, f"a body of at most {most} bytes is read")
    try:
        async for chunk in request.stream():
            body += chunk
            if len(body) > most:
                raise Refusal(413, f"a body of at most {most} bytes is read")
    except ClientDisconnect:
        raise Refusal(400, "the body is not whole") from None
    return body


def as_refusal(error: Exception) -> Refusal | None:
    """What a client is told of an error; None if it is a fault of ours."""
    match error:
        case Refusal():
            return error
        case Busy():
            return Refusal(429, str(error))
        case NotServed():
            return Refusal(404, str(error))
    return None


async def tell(socket: WebSocket, value: Any) -> None:
    """Send a value."""
    await socket.send_text(msgspec.json.encode(value).decode())


async def tell_error(socket: WebSocket, text: str) -> None:
    """Send what was wrong."""
    await tell(socket, {"type": "error", "error": text})


async def messages(socket: WebSocket, kind: Any) -> AsyncIterator[Any]:
    """Everything that a client says and that fits a type; what does not is answered. Ends with the socket."""
    decoder = msgspec.json.Decoder(kind)
    while True:
        try:
            heard = await socket.receive()
        except WebSocketDisconnect:
            return
        if heard["type"] == "websocket.disconnect":
            return
        text = heard.get("text")
        if text is None:
            await tell_error(socket, "messages are text")
            continue
        try:
            message = decoder.decode(text)
        except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
            await tell_error(socket, str(error))
            continue
        yield message
