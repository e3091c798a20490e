"""Attacks below gRPC: bytes that are not HTTP/2, lying frames, floods, and wrongly framed messages."""

import random
import struct
from collections.abc import Callable, Iterator

import hpack
import hyperframe.frame as frames

PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
FLOOD = 500
"""Frames of one kind on one connection: bounded, as the machine is shared."""
PATH = "/clio.v1.MatchService/GetMatch"
Attack = Callable[[random.Random], Iterator[bytes]]
"""Gives the bytes that are written to a connection, one write each."""


def _opened() -> bytes:
    return PREFACE + frames.SettingsFrame(0).serialize()


def _headers(stream: int, flags: tuple[str, ...] = ("END_HEADERS",), **more: str) -> bytes:
    fields = {
        ":method": "POST",
        ":scheme": "http",
        ":path": PATH,
        ":authority": "localhost",
        "te": "trailers",
        "content-type": "application/grpc",
    } | {name.replace("__", ":").replace("_", "-"): value for name, value in more.items()}
    frame = frames.HeadersFrame(stream, data=hpack.Encoder().encode(list(fields.items())))
    frame.flags |= set(flags)
    return frame.serialize()


def _data(stream: int, content: bytes, *, last: bool = True) -> bytes:
    frame = frames.DataFrame(stream, data=content)
    if last:
        frame.flags.add("END_STREAM")
    return frame.serialize()


def noise(rng: random.Random) -> Iterator[bytes]:
    for _ in range(5):
        yield rng.randbytes(rng.randrange(1, 2000))


def http_1(_rng: random.Random) -> Iterator[bytes]:
    yield b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"
    yield b"POST " + PATH.encode() + b" HTTP/1.1\r\nContent-Length: 99999999999\r\n\r\n"
    yield b"X" * 100_000


def tls_hello(_rng: random.Random) -> Iterator[bytes]:
    yield b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(500)


def half_a_preface(rng: random.Random) -> Iterator[bytes]:
    yield PREFACE[: rng.randrange(len(PREFACE))]


def garbage_frames(rng: random.Random) -> Iterator[bytes]:
    yield _opened()
    for _ in range(50):
        content = rng.randbytes(rng.randrange(60))
        head = struct.pack(">I", rng.choice((len(content), rng.randrange(2**24))))[1:]
        yield head + rng.randbytes(2) + struct.pack(">I", rng.choice((0, 1, 3, 2**31, rng.randrange(2**32)))) + content


def oversized_frame(_rng: random.Random) -> Iterator[bytes]:
    yield _opened() + b"\xff\xff\xff\x00\x00" + struct.pack(">I", 1) + bytes(100_000)


def endless_headers(rng: random.Random) -> Iterator[bytes]:
    yield _opened() + _headers(1, flags=())
    for number in range(FLOOD):
        block = hpack.Encoder().encode([(f"x-{number}", "y" * rng.randrange(200, 2000))])
        yield frames.ContinuationFrame(1, data=block).serialize()


def empty_continuations(_rng: random.Random) -> Iterator[bytes]:
    yield _opened() + _headers(1, flags=())
    for _ in range(FLOOD):
        yield frames.ContinuationFrame(1, data=b"").serialize()


def hpack_bomb(_rng: random.Random) -> Iterator[bytes]:
    """One long header put into the table, then named thousands of times in a few bytes."""
    encoder = hpack.Encoder()
    block = encoder.encode([(":method", "POST"), ("x-bomb", "b" * 3000)]) + b"\xbe" * 15_000
    frame = frames.HeadersFrame(1, data=block)
    frame.flags |= {"END_HEADERS", "END_STREAM"}
    yield _opened() + frame.serialize()


def settings_flood(_rng: random.Random) -> Iterator[bytes]:
    yield _opened()
    for number in range(FLOOD):
        yield frames.SettingsFrame(0, settings={4: number, 5: 16_384, 999: 1}).serialize()


def ping_flood(rng: random.Random) -> Iterator[bytes]:
    yield _opened()
    for _ in range(FLOOD):
        yield frames.PingFrame(0, opaque_data=rng.randbytes(8)).serialize()


def rapid_reset(_rng: random.Random) -> Iterator[bytes]:
    yield _opened()
    for number in range(FLOOD):
        stream = 2 * number + 1
        yield _headers(stream) + frames.RstStreamFrame(stream, error_code=8).serialize()


def window_games(_rng: random.Random) -> Iterator[bytes]:
    yield PREFACE + frames.SettingsFrame(0, settings={4: 0}).serialize()
    yield _headers(1, ("END_HEADERS",), __path="/clio.v1.GameService/ListGames") + _data(1, bytes(5))
    for _ in range(50):
        yield frames.WindowUpdateFrame(0, window_increment=2**31 - 1).serialize()


def odd_headers(rng: random.Random) -> Iterator[bytes]:
    odd = (
        {"__path": "x" * 9_000},
        {"__method": "GET"},
        {"authorization": "Bearer \x00\x01\xff"},
        {"authorization": "a\r\nb: c"},
        {"grpc_timeout": "99999999999999999999H"},
        {"grpc_timeout": "-1S"},
        {"grpc_encoding": "bogus"},
        {"content_type": "text/html"},
        {"x_junk_bin": "***not base64***"},
        {"te": ""},
    )
    for number, more in enumerate(rng.sample(odd, len(odd))):
        stream = 2 * number + 1
        yield (_opened() if not number else b"") + _headers(stream, **more) + _data(stream, bytes(5))


def wrong_framing(rng: random.Random) -> Iterator[bytes]:
    bodies = (
        b"\0" + struct.pack(">I", 2**32 - 1) + b"x",
        b"\0" + struct.pack(">I", 10) + b"short",
        b"\1" + struct.pack(">I", 4) + b"nozp",
        b"\7" + struct.pack(">I", 0),
        b"\0\0",
        b"",
        (b"\0" + struct.pack(">I", 0)) * 50,
        rng.randbytes(300),
    )
    yield _opened()
    for number, body in enumerate(bodies):
        stream = 2 * number + 1
        yield _headers(stream) + _data(stream, body)


def one_byte_at_a_time(_rng: random.Random) -> Iterator[bytes]:
    for byte in _opened() + _headers(1) + _data(1, bytes(5)):
        yield bytes([byte])


def half_open(_rng: random.Random) -> Iterator[bytes]:
    """A call whose message never ends."""
    yield _opened() + _headers(1) + _data(1, b"\0" + struct.pack(">I", 50_000) + b"x" * 100, last=False)


ATTACKS: dict[str, Attack] = {
    attack.__name__.replace("_", "-"): attack
    for attack in (
        *(noise, http_1, tls_hello, half_a_preface, garbage_frames, oversized_frame, endless_headers),
        *(empty_continuations, hpack_bomb, settings_flood, ping_flood, rapid_reset, window_games, odd_headers),
        *(wrong_framing, one_byte_at_a_time, half_open),
    )
}
