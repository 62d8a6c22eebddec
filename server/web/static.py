"""The page's files: read at the start, told from memory, compressed where that helps; no path is opened."""

import gzip
import hashlib
from dataclasses import dataclass
from importlib.resources import files
from importlib.resources.abc import Traversable

from starlette.requests import Request
from starlette.responses import Response

MEDIA = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".ico": "image/x-icon",
    ".webmanifest": "application/manifest+json",
}
"""What is part of the page, by suffix; nothing else is told."""
PACKED = (".html", ".js", ".css", ".json", ".svg", ".webmanifest")
LEAST_PACKED = 500
"""Bytes from which on compressing is worth it."""
CACHING = "no-cache"
"""Browsers keep a file and ask whether it is still the same; the answer has 100 bytes."""


@dataclass(frozen=True)
class PageFile:
    """A file as it is told."""

    content: bytes
    packed: bytes | None
    media: str
    tag: str

    def answer(self, request: Request) -> Response:
        """The file, or word that the browser's copy is still right."""
        headers = {"ETag": self.tag, "Cache-Control": CACHING, "Vary": "Accept-Encoding"}
        if self.tag in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        if self.packed is not None and "gzip" in request.headers.get("accept-encoding", ""):
            return Response(
                self.packed, media_type=self.media, headers={**headers, "Content-Encoding": "gzip"}
            )
        return Response(self.content, media_type=self.media, headers=headers)


def page_files() -> dict[str, PageFile]:
    """Every file of the page by its path in addresses; / is index.html."""
    top = files("boyi.server").joinpath("page")
    found = dict[str, PageFile]()
    if top.is_dir():
        _collect(top, "/", found)
    if "/index.html" in found:
        found["/"] = found["/index.html"]
    return found


def _collect(folder: Traversable, path: str, found: dict[str, PageFile]) -> None:
    for each in folder.iterdir():
        suffix = each.name[each.name.rfind(".") :] if "." in each.name else ""
        if each.is_dir():
            _collect(each, f"{path}{each.name}/", found)
        elif suffix in MEDIA:
            found[path + each.name] = page_file(each.read_bytes(), suffix)


def page_file(content: bytes, suffix: str) -> PageFile:
    """A file of a content."""
    worth = suffix in PACKED and len(content) >= LEAST_PACKED
    tag = f'"{hashlib.sha256(content).hexdigest()[:20]}"'
    return PageFile(content, gzip.compress(content, 9, mtime=0) if worth else None, MEDIA[suffix], tag)
