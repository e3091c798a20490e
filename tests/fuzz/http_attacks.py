"""Bad requests to the HTTP API, each with the status that answers it; and requests damaged at random."""

import asyncio
import gzip
import json
import random
from typing import NamedTuple
from urllib.parse import urlsplit

OPEN = "/clio.v1.MatchService/OpenMatch"
READ = "/clio.v1.MatchService/GetMatch"
WATCH = "/clio.v1.MatchService/WatchMatch"
BODY = b'{"game":"amphipolis"}'
CLOSED = 0
"""The server closes the connection without a response."""
_SECONDS = 20.0


class BadRequest(NamedTuple):
    """The bytes of a request and the statuses that may answer it."""

    data: bytes
    statuses: tuple[int, ...]
    code: str = ""
    """The Connect code in the body of the response; empty where there need not be one."""


def post(path: str, body: bytes, kind: str = "application/json", *lines: str) -> bytes:
    head = [f"POST {path} HTTP/1.1", "host: x", f"content-type: {kind}", f"content-length: {len(body)}", *lines]
    return "\r\n".join(head).encode() + b"\r\n\r\n" + body


def _chunked(*chunks: bytes) -> bytes:
    head = f"POST {OPEN} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n"
    return head.encode() + b"".join(chunks)


def _get(target: str) -> bytes:
    return f"GET {target} HTTP/1.1\r\nhost: x\r\n\r\n".encode()


def _malformed(body: bytes) -> BadRequest:
    return BadRequest(post(OPEN, body), (400,), "invalid_argument")


ATTACKS: dict[str, BadRequest] = {
    "json: cut off": _malformed(BODY[:-3]),
    "json: a list": _malformed(b"[]"),
    "json: a text": _malformed(b'"game"'),
    "json: not UTF-8": _malformed(b'{"game":"\xff\xfe"}'),
    "json: a lone surrogate": _malformed(b'{"game":"\\ud800"}'),
    "json: a key twice": _malformed(b'{"game":"akros","game":"amphipolis"}'),
    "json: an unknown name": _malformed(b'{"gmae":"akros"}'),
    "json: a wrong type": _malformed(b'{"game":17}'),
    "json: a huge number": _malformed(b'{"seats":' + b"9" * 5_000 + b"}"),
    "json: too deep": _malformed(b"[" * 60_000),
    "json: objects too deep": _malformed(b'{"options":' * 5_000),
    "json: NaN": _malformed(b'{"seats":NaN}'),
    "protobuf: noise": BadRequest(post(OPEN, b"\xff" * 50, "application/proto"), (400,), "invalid_argument"),
    "content type: none": BadRequest(
        f"POST {OPEN} HTTP/1.1\r\nhost: x\r\ncontent-length: 0\r\n\r\n".encode(), (415,), "unimplemented"
    ),
    "content type: a form": BadRequest(post(OPEN, BODY, "application/x-www-form-urlencoded"), (415,), "unimplemented"),
    "content type: text": BadRequest(post(OPEN, BODY, "text/plain"), (415,), "unimplemented"),
    "content type: another charset": BadRequest(
        post(OPEN, BODY, "application/json; charset=utf-16"), (415,), "unimplemented"
    ),
    "content type: of gRPC": BadRequest(post(OPEN, BODY, "application/grpc"), (415,), "unimplemented"),
    "content type: of a stream": BadRequest(post(OPEN, BODY, "application/connect+json"), (415,), "unimplemented"),
    "content type: unary for a stream": BadRequest(post(WATCH, b"{}"), (415,), "unimplemented"),
    "compression: unknown": BadRequest(
        post(OPEN, BODY, "application/json", "content-encoding: br"), (501,), "unimplemented"
    ),
    "compression: not gzip": BadRequest(
        post(OPEN, BODY, "application/json", "content-encoding: gzip"), (400,), "invalid_argument"
    ),
    "compression: a bomb": BadRequest(
        post(OPEN, gzip.compress(bytes(30_000_000)), "application/json", "content-encoding: gzip"),
        (429,),
        "resource_exhausted",
    ),
    "method: unknown": BadRequest(post("/clio.v1.MatchService/Cheat", b"{}"), (404,), "unimplemented"),
    "service: unknown": BadRequest(post("/clio.v1.CheatService/Win", b"{}"), (404,), "unimplemented"),
    "service: the operator's": BadRequest(post("/clio.v1.BackupService/CreateBackup", b"{}"), (404,), "unimplemented"),
    "verb: GET of a change": BadRequest(
        _get(f"{OPEN}?encoding=json&message=%7B%22game%22%3A%22amphipolis%22%7D"), (405,), "unimplemented"
    ),
    "verb: DELETE": BadRequest(f"DELETE {OPEN} HTTP/1.1\r\nhost: x\r\n\r\n".encode(), (405,), "unimplemented"),
    "verb: TRACE": BadRequest(f"TRACE {OPEN} HTTP/1.1\r\nhost: x\r\n\r\n".encode(), (405,), "unimplemented"),
    "verb: CONNECT": BadRequest(b"CONNECT example.org:443 HTTP/1.1\r\nhost: x\r\n\r\n", (404, 400)),
    "verb: unknown": BadRequest(f"CHEAT {OPEN} HTTP/1.1\r\nhost: x\r\n\r\n".encode(), (400,), "invalid_argument"),
    "path: climbing": BadRequest(_get("/../../etc/passwd"), (404,), "unimplemented"),
    "path: climbing, encoded": BadRequest(_get("/%2e%2e/%2e%2e/etc/passwd"), (404,), "unimplemented"),
    "path: a method, encoded": BadRequest(post("/clio.v1.MatchService/Open%4Datch", BODY), (404,), "unimplemented"),
    "path: a slash more": BadRequest(post(f"/{OPEN}", BODY), (404,), "unimplemented"),
    "path: a slash behind": BadRequest(post(f"{OPEN}/", BODY), (404,), "unimplemented"),
    "path: other letters": BadRequest(post(OPEN.lower(), BODY), (404,), "unimplemented"),
    "path: a null byte": BadRequest(_get("/healthz%00.html"), (404,), "unimplemented"),
    "path: a star": BadRequest(b"GET * HTTP/1.1\r\nhost: x\r\n\r\n", (400, 404)),
    "path: long": BadRequest(_get("/" + "a" * 30_000), (431,), "resource_exhausted"),
    "query: nonsense": BadRequest(_get(f"{READ}?{'a=1&' * 500}"), (400,), "invalid_argument"),
    "query: not base64": BadRequest(_get(f"{READ}?encoding=proto&base64=1&message=%25"), (400,), "invalid_argument"),
    "headers: one of 100 KiB": BadRequest(
        post(OPEN, BODY, "application/json", f"x-a: {'a' * 100_000}"), (431,), "resource_exhausted"
    ),
    "headers: 2,000 of them": BadRequest(
        post(OPEN, BODY, "application/json", *(f"x-{number}: a" for number in range(2_000))),
        (431,),
        "resource_exhausted",
    ),
    "headers: one without an end": BadRequest(
        f"POST {OPEN} HTTP/1.1\r\nx-a: ".encode() + b"a" * 50_000, (431,), "resource_exhausted"
    ),
    "headers: a broken one": BadRequest(
        f"POST {OPEN} HTTP/1.1\r\nno colon\r\n\r\n".encode(), (400,), "invalid_argument"
    ),
    "headers: a line feed alone": BadRequest(f"POST {OPEN} HTTP/1.1\nhost: x\n\n".encode(), (400, 415)),
    "headers: a deadline of letters": BadRequest(
        post(OPEN, BODY, "application/json", "connect-timeout-ms: soon"), (400,), "invalid_argument"
    ),
    "headers: no host": BadRequest(f"GET {READ} HTTP/1.1\r\n\r\n".encode(), (400,), "invalid_argument"),
    "headers: two hosts": BadRequest(post(OPEN, BODY, "application/json", "host: y"), (400,), "invalid_argument"),
    "body: larger than allowed": BadRequest(post(OPEN, b" " * 100_000), (413,), "resource_exhausted"),
    "body: said to be endless": BadRequest(
        f"POST {OPEN} HTTP/1.1\r\nhost: x\r\ncontent-length: {10**18}\r\n\r\n".encode(),
        (413,),
        "resource_exhausted",
    ),
    "body: two lengths": BadRequest(
        post(OPEN, BODY, "application/json", "content-length: 5"), (400,), "invalid_argument"
    ),
    "body: a negative length": BadRequest(
        f"POST {OPEN} HTTP/1.1\r\nhost: x\r\ncontent-length: -1\r\n\r\n".encode(), (400,), "invalid_argument"
    ),
    "body: length and chunks": BadRequest(
        post(OPEN, BODY, "application/json", "transfer-encoding: chunked"), (400,), "invalid_argument"
    ),
    "chunks: too many bytes": BadRequest(
        _chunked(*(b"4000\r\n" + b" " * 0x4000 + b"\r\n" for _ in range(8))), (413,), "resource_exhausted"
    ),
    "chunks: a size of letters": BadRequest(_chunked(b"zz\r\n"), (400,), "invalid_argument"),
    "chunks: a huge size": BadRequest(_chunked(b"ffffffffffffffffff\r\n"), (400,), "invalid_argument"),
    "chunks: no line end": BadRequest(_chunked(b"5\r\nabcdefgh\r\n0\r\n\r\n"), (400,), "invalid_argument"),
    "chunks: an endless extension": BadRequest(_chunked(b"2;", b"a" * 1_000_000), (431,), "resource_exhausted"),
    "trailers: endless": BadRequest(
        _chunked(b"2\r\n{}\r\n0\r\n", *(b"x-%d: %b\r\n" % (number, b"a" * 1_000) for number in range(1_000))),
        (431,),
        "resource_exhausted",
    ),
    "trailers: one without an end": BadRequest(
        _chunked(b"2\r\n{}\r\n0\r\nx-a: ", b"a" * 1_000_000), (431,), "resource_exhausted"
    ),
    "another protocol: HTTP/2": BadRequest(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", (400,), "invalid_argument"),
    "another protocol: TLS": BadRequest(
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(500), (400,), "invalid_argument"
    ),
    "another protocol: noise": BadRequest(bytes(range(256)) * 8, (400,), "invalid_argument"),
    "another version": BadRequest(f"POST {OPEN} HTTP/7.3\r\nhost: x\r\n\r\n".encode(), (400,), "invalid_argument"),
    "a stream in both directions": BadRequest(post("/clio.v1.MatchService/PlayStream", b"{}"), (501,), "unimplemented"),
}


class Outcome(NamedTuple):
    """What became of a request."""

    status: int
    code: str


async def send(url: str, data: bytes) -> Outcome:
    """Sends bytes on a connection of their own; the first response to them."""
    place = urlsplit(url)
    reader, writer = await asyncio.open_connection(place.hostname, place.port)
    try:
        async with asyncio.timeout(_SECONDS):
            writer.write(data)
            head = await reader.readuntil(b"\r\n\r\n")
            length = next((int(line[15:]) for line in head.split(b"\r\n") if line.startswith(b"content-length:")), 0)
            body = await reader.readexactly(length)
    except (ConnectionError, asyncio.IncompleteReadError):
        return Outcome(CLOSED, "")
    finally:
        writer.close()
    status = int(head.split()[1])
    is_error = status >= 400 and b"content-type: application/json" in head
    return Outcome(status, str(json.loads(body)["code"]) if is_error else "")


def damaged(rng: random.Random) -> bytes:
    """A bad or a good request with some of its bytes cut out, repeated or replaced."""
    data = bytearray(rng.choice([attack.data for attack in ATTACKS.values() if len(attack.data) < 5_000]))
    for _ in range(rng.randrange(1, 6)):
        at, size = rng.randrange(len(data) + 1), rng.randrange(1, 12)
        data[at : at + size] = rng.choice((b"", rng.randbytes(size), b"\r\n", data[at : at + size] * 2))
    # The end of a request that is never complete would be waited for.
    return bytes(data) + b"\r\n\r\n" * 2 + b"0\r\n\r\n\r\nX"
