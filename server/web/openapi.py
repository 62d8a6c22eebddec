"""The document of the interface, made from the table of routes and the types of messages; and its page."""

import html
import re
from collections.abc import Sequence
from typing import Any

import msgspec

from boyi.server.messages import ErrorAnswer
from boyi.server.version import VERSION
from boyi.server.web.table import Call, Socket

TEMPLATE = "#/components/schemas/{name}"
PARAMETER = re.compile(r"\{(\w+)}")
INTRODUCTION = (
    "Times are milliseconds; side 0 is the first player. A seat's token is the bearer of `Authorization`, or "
    "stands in the header `X-Seat-Token`; a server that wants a token of its own takes it as bearer, or in "
    "`X-Server-Token`. A program without a header `Origin` sends any bearer with what is no GET. Websockets "
    "stand under `x-sockets`."
)


def document(calls: Sequence[Call], sockets: Sequence[Socket], types: Sequence[Any]) -> dict[str, Any]:
    """OpenAPI 3.1 of the interface."""
    schemas, components = msgspec.json.schema_components(types, ref_template=TEMPLATE)
    known = {repr(kind): schema for kind, schema in zip(types, schemas, strict=True)}
    paths: dict[str, dict[str, Any]] = {}
    for call in calls:
        paths.setdefault(call.path, {})[call.method.lower()] = _operation(call, known)
    return {
        "openapi": "3.1.0",
        "info": {"title": "boyi server", "version": VERSION, "description": INTRODUCTION},
        "paths": paths,
        "x-sockets": {socket.path: _socket(socket, known) for socket in sockets},
        "components": {
            "schemas": components,
            "securitySchemes": {"seat": {"type": "http", "scheme": "bearer"}},
        },
    }


def _operation(call: Call, known: dict[str, Any]) -> dict[str, Any]:
    content = {"schema": known[repr(call.answer)]} if call.answer is not None else {}
    operation: dict[str, Any] = {
        "summary": call.summary,
        "operationId": f"{call.method.lower()} {call.path}",
        "parameters": [
            {"name": name, "in": "path", "required": True, "schema": {"type": "string"}}
            for name in PARAMETER.findall(call.path)
        ],
        "responses": {
            str(call.status): {"description": call.summary, "content": {call.media: content}},
            "default": {
                "description": "What was wrong",
                "content": {"application/json": {"schema": known[repr(ErrorAnswer)]}},
            },
        },
    }
    if call.body is not None:
        operation["requestBody"] = {
            "required": True,
            "content": {"application/json": {"schema": known[repr(call.body)]}},
        }
    if call.seat:
        operation["security"] = [{"seat": []}]
    return operation


def _socket(socket: Socket, known: dict[str, Any]) -> dict[str, Any]:
    return {
        "summary": socket.summary,
        "hears": known[repr(socket.hears)],
        "tells": [known[repr(kind)] for kind in socket.tells],
    }


def page(calls: Sequence[Call], sockets: Sequence[Socket]) -> str:
    """A plain page of the interface, that needs no script."""
    rows = [
        (call.method, call.path, call.summary, _name(call.body), _name(call.answer or call.media))
        for call in calls
    ]
    rows += [
        ("WS", each.path, each.summary, _name(each.hears), " | ".join(map(_name, each.tells)))
        for each in sockets
    ]
    cells = "".join(
        "<tr>" + "".join(f"<td>{html.escape(text)}</td>" for text in row) + "</tr>" for row in rows
    )
    head = "".join(f"<th scope=col>{title}</th>" for title in ("", "path", "what", "takes", "answers"))
    return PAGE.format(
        introduction=html.escape(INTRODUCTION), head=head, cells=cells, version=html.escape(VERSION)
    )


def _name(kind: Any) -> str:
    if kind is None:
        return ""
    if isinstance(kind, type) and not hasattr(kind, "__args__"):
        return kind.__name__
    return re.sub(r"[\w.]+\.", "", str(kind))


PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>boyi server: interface</title>
<meta name="viewport" content="width=device-width">
<style>
body {{ font: 16px/1.5 system-ui, sans-serif; margin: 1rem auto; max-width: 75rem; padding: 0 1rem }}
table {{ border-collapse: collapse; display: block; overflow-x: auto }}
td, th {{ border-top: 1px solid #8888; padding: .3rem .6rem; text-align: left; vertical-align: top }}
td:nth-child(2) {{ font-family: ui-monospace, monospace; white-space: nowrap }}
:root {{ color-scheme: light dark }}
</style></head><body>
<h1>boyi server {version}: interface</h1>
<p>{introduction}</p>
<p><a href="/openapi.json">openapi.json</a> has every field.</p>
<table><thead><tr>{head}</tr></thead><tbody>{cells}</tbody></table>
</body></html>
"""
POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'"
"""The page's style stands in it, and it has no script."""
