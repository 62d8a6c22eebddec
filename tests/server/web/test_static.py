"""The page's files: compressed, with a mark by which browsers know them again."""

import gzip

from boyi.server.web.static import page_file, page_files
from tests.support.server.web import run, served

SCRIPT = b"export const answer = 42;\n" * 100


def test_files_are_packed_and_known_again(tmp_path, monkeypatch):
    page = {"/js/main.js": page_file(SCRIPT, ".js"), "/": page_file(b"<!doctype html>", ".html")}
    monkeypatch.setattr("boyi.server.web.app.page_files", lambda: page)

    async def test():
        async with served(tmp_path) as one:
            answer = await one.http.get("/js/main.js")
            assert answer.content == SCRIPT and answer.headers["content-encoding"] == "gzip"
            assert answer.headers["content-type"] == "text/javascript; charset=utf-8"
            assert int(answer.headers["content-length"]) == len(gzip.compress(SCRIPT, 9, mtime=0))
            plain = await one.http.get("/js/main.js", headers={"Accept-Encoding": "identity"})
            assert "content-encoding" not in plain.headers and plain.content == SCRIPT
            mark = answer.headers["etag"]
            again = await one.http.get("/js/main.js", headers={"If-None-Match": mark})
            assert (again.status_code, again.content) == (304, b"")
            assert (await one.http.get("/")).text == "<!doctype html>"
            assert (await one.http.get("/js/other.js")).status_code == 404

    run(test())


def test_only_what_is_part_of_a_page_is_told():
    assert not [path for path in page_files() if path.endswith((".py", ".md"))]
