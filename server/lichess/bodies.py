"""What a lichess client sends, JSON or a form, checked against types; and what it is answered."""

from typing import Any, TypeVar
from urllib.parse import parse_qs

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from boyi.server.refusal import Refusal

T = TypeVar("T")
MOST_BYTES = 64_000
"""Of a body; more is refused before it is read."""
FORM = "application/x-www-form-urlencoded"


async def read_bytes(request: Request) -> bytes:
    """The whole body; Refusal if it is too long."""
    body = bytearray()
    async for part in request.stream():
        body += part
        if len(body) > MOST_BYTES:
            raise Refusal(413, f"a body may hold {MOST_BYTES} bytes at most")
    return bytes(body)


async def read_body(request: Request, kind: type[T]) -> T:
    """The body as a value of a type, whichever way it is written; Refusal names what is wrong."""
    body = await read_bytes(request)
    try:
        if request.headers.get("content-type", "").startswith(FORM):
            return msgspec.convert(_form(body, kind), kind, strict=False)
        return msgspec.convert(_without_nulls(msgspec.json.decode(body or b"{}")), kind)
    except (msgspec.ValidationError, msgspec.DecodeError, UnicodeDecodeError) as error:
        raise Refusal(400, str(error)) from None


def answer(value: Any, status: int = 200) -> Response:
    """A value as JSON."""
    return Response(msgspec.json.encode(value), status, media_type="application/json")


def done() -> Response:
    """That it was done, as lichess says it."""
    return answer({"ok": True})


def refuse(error: Refusal) -> Response:
    """Why it was not done."""
    return answer({"error": error.text}, error.status)


def bearer(request: Request) -> str:
    """The token that a request shows; Refusal if it shows none."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() != "bearer" or not token.strip():
        raise Refusal(401, "No such token")
    return token.strip()


def _without_nulls(value: Any) -> Any:
    """Clients write null for what they do not say."""
    if isinstance(value, dict):
        return {name: part for name, part in value.items() if part is not None}
    return value


def _form(body: bytes, kind: type[Any]) -> dict[str, Any]:
    """The fields of a form: what its type has as a list stays one, of all else the last value counts."""
    lists = {item.encode_name for item in msgspec.structs.fields(kind) if "list" in str(item.type)}
    found = parse_qs(body.decode(), keep_blank_values=True)
    return {name: values if name in lists else values[-1] for name, values in found.items()}
