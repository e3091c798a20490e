"""Serves the web app: files that are built into the package, read once, compressed once, found by exact path."""

import mimetypes
import re
import zlib
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import Final, NamedTuple

from clio.server.http.compression import accepts_gzip, compressed
from clio.server.http.exchange import Exchange

WEB_FOLDER: Final = Path(__file__).parent / "web"
"""Where the built web app lies; a server without it serves the API alone."""
_INDEX: Final = b"/index.html"
_HASHED: Final = re.compile(r"[-.][A-Za-z0-9_-]{8,}\.\w+$")
"""The name of a file that has its content's hash in it, as the build gives it."""
_PAGE: Final = re.compile(rb"/[^.]*")
_DISGUISED: Final = re.compile(rb"%(00|2e|2f|5c)", re.IGNORECASE)
"""Dots, slashes, backslashes and nulls that are encoded: no page of the app has them in its path."""
_FOR_EVER: Final = "public, max-age=31536000, immutable"
_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'"
)
_SECURE: Final = (
    f"content-security-policy: {_POLICY}\r\n"
    "x-content-type-options: nosniff\r\n"
    "x-frame-options: DENY\r\n"
    "referrer-policy: no-referrer\r\n"
    "cross-origin-opener-policy: same-origin\r\n"
)
_TEXTS: Final = ("text/", "application/javascript", "application/json", "application/manifest+json", "image/svg+xml")


class _File(NamedTuple):
    head: bytes
    body: bytes
    packed: bytes
    """The same as gzip; empty where that gains nothing."""
    tag: bytes


class WebFiles:
    """The files of the web app by their paths."""

    def __init__(self, folder: Path = WEB_FOLDER) -> None:
        found = sorted(folder.rglob("*")) if folder.is_dir() else []
        self._files: Final[Mapping[bytes, _File]] = {
            f"/{path.relative_to(folder).as_posix()}".encode(): _read(path)
            for path in found
            if path.is_file() and not path.name.startswith(".") and path.suffix != ".gz"
        }

    def answer(self, exchange: Exchange) -> bool:
        """Answers a request for a file, or for a page of the app; False where there is neither."""
        if exchange.method not in ("GET", "HEAD"):
            return False
        path = exchange.path
        file = self._files.get(path)
        if file is None and _PAGE.fullmatch(path) and not _DISGUISED.search(path) and not path.startswith(b"/clio."):
            # A page of the app: its script shows what the path means.
            file = self._files.get(_INDEX)
        if file is None:
            return False
        headers = exchange.headers
        if headers.get(b"if-none-match") == file.tag:
            exchange.respond(304, file.head, b"")
        elif file.packed and accepts_gzip(headers.get(b"accept-encoding", b"")):
            exchange.respond(200, file.head + b"content-encoding: gzip\r\n", file.packed)
        else:
            exchange.respond(200, file.head, file.body)
        return True


def _read(path: Path) -> _File:
    body = path.read_bytes()
    kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    is_text = kind.startswith(_TEXTS)
    prepared = path.with_name(f"{path.name}.gz")
    packed = (
        prepared.read_bytes() if prepared.is_file() else compressed(body, zlib.Z_BEST_COMPRESSION) if is_text else b""
    )
    tag = f'"{sha256(body).hexdigest()[:32]}"'
    cached = _FOR_EVER if _HASHED.search(path.name) else "no-cache"
    charset = "; charset=utf-8" if is_text else ""
    head = (
        f"content-type: {kind}{charset}\r\ncache-control: {cached}\r\netag: {tag}\r\nvary: accept-encoding\r\n{_SECURE}"
    )
    return _File(head.encode(), body, packed if len(packed) < len(body) else b"", tag.encode())
