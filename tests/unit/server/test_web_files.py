"""The web app's files: exact paths, caching, compression and the headers that keep a page safe."""

import gzip
from pathlib import Path

import pytest

from clio.server.http.exchange import Exchange
from clio.server.http.web_files import WebFiles

PAGE = b"<!doctype html><title>Clio</title>" + b"<p>Clio</p>" * 200
SCRIPT = b"console.log(1);" * 200


class Recorder:
    """A connection that keeps what is written."""

    peer = "127.0.0.1:1"
    date_line = b""
    is_stalled = False

    def __init__(self) -> None:
        self.written = b""

    def write(self, data: bytes) -> None:
        self.written += data

    def write_soon(self, data: bytes) -> None:
        self.written += data

    def abandon(self) -> None: ...

    def resume_reading(self) -> None: ...

    async def drain(self) -> None: ...

    def complete(self, exchange: Exchange) -> None: ...


@pytest.fixture
def web(tmp_path: Path) -> WebFiles:
    folder = tmp_path / "web"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_bytes(PAGE)
    (folder / "assets" / "app-B3kQ9xZp.js").write_bytes(SCRIPT)
    (folder / "robots.txt").write_bytes(b"")
    (folder / ".secret").write_bytes(b"secret")
    (tmp_path / "outside.txt").write_bytes(b"outside")
    return WebFiles(folder)


def _get(web: WebFiles, path: bytes, method: str = "GET", **headers: str) -> tuple[bytes, bytes] | None:
    recorder = Recorder()
    fields = {name.replace("_", "-").encode(): value.encode() for name, value in headers.items()}
    if not web.answer(Exchange(recorder, method, path, fields)):
        return None
    head, _, body = recorder.written.partition(b"\r\n\r\n")
    return head, body


def test_the_page_is_never_cached_and_its_scripts_are_for_ever(web: WebFiles) -> None:
    page, script = _get(web, b"/index.html"), _get(web, b"/assets/app-B3kQ9xZp.js")
    assert page is not None
    assert script is not None
    assert b"cache-control: no-cache" in page[0]
    assert page[1] == PAGE
    assert b"immutable" in script[0]
    assert b"content-type: text/javascript" in script[0]


def test_pages_of_the_app_are_the_same_page(web: WebFiles) -> None:
    for path in (b"/", b"/m/abc", b"/rules/akros?x=1"):
        found = _get(web, path)
        assert found is not None
        assert found[1] == PAGE


def test_nothing_else_is_found(web: WebFiles) -> None:
    tricks = (
        b"/../outside.txt", b"/assets/../../outside.txt", b"/%2e%2e/outside.txt", b"/..%2foutside.txt",
        b"//outside.txt", b"/.secret", b"/outside.txt", b"/assets/app.js", b"/index.html/",
        b"/clio.v1.MatchService/Nothing",
        b"/%2e%2e/%2E%2e/etc/passwd", b"/..%5cetc", b"/m%00", b"*", b"m",
    )  # fmt: skip
    assert [path for path in tricks if _get(web, path) is not None] == []
    assert _get(web, b"/index.html", "POST") is None


def test_files_are_compressed_once_and_have_a_tag(web: WebFiles) -> None:
    packed = _get(web, b"/", accept_encoding="gzip, br")
    assert packed is not None
    assert gzip.decompress(packed[1]) == PAGE
    tag = next(line for line in packed[0].split(b"\r\n") if line.startswith(b"etag: ")).removeprefix(b"etag: ")
    again = _get(web, b"/", if_none_match=tag.decode())
    assert again is not None
    assert (again[0].startswith(b"HTTP/1.1 304"), again[1]) == (True, b"")
    assert _get(web, b"/", "HEAD") == (_get(web, b"/")[0], b"")  # type: ignore[index]


def test_a_page_runs_no_script_of_others(web: WebFiles) -> None:
    found = _get(web, b"/")
    assert found is not None
    policy = next(line for line in found[0].split(b"\r\n") if line.startswith(b"content-security-policy"))
    assert b"unsafe" not in policy
    assert b"default-src 'none'" in policy
    for line in (b"x-content-type-options: nosniff", b"x-frame-options: DENY", b"referrer-policy: no-referrer"):
        assert line in found[0]


def test_a_server_without_the_web_app_serves_no_page(tmp_path: Path) -> None:
    assert _get(WebFiles(tmp_path / "none"), b"/") is None
