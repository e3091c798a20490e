"""The gRPC port and the content type of a request, seen by a client that speaks bare HTTP/2.

gRPC's core accepts every content type and removes the header before any code of ours sees the call, so the port cannot
refuse by it. What protects the port instead: a request must be framed as gRPC and say ``te: trailers``, which no page
in a browser can, and it passes the same keys, limits and checks as every call.
"""

import asyncio
import struct
from collections.abc import AsyncIterator
from pathlib import Path

import grpc.aio
import hpack
import hyperframe.frame as frames
import pytest

from clio.server.bootstrap import Clio
from clio.server.settings import Settings
from clio.v1.match_service_pb2 import OpenMatchRequest
from tests.fuzz import whole_match
from tests.kit.ports import free_port

OPEN_MATCH = "/clio.v1.MatchService/OpenMatch"
PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
OTHER_TYPES = (
    "text/html",
    "text/plain",
    "application/json",
    "application/x-www-form-urlencoded",
    "application/grpc-web",
    "",
)
PATIENCE = 10.0
RESET = "reset"

Answer = dict[str, str]
"""All headers and trailers of a response, or ``reset`` for a stream that was."""


@pytest.fixture
async def clio(tmp_path: Path) -> AsyncIterator[Clio]:
    server = Clio(Settings(data=tmp_path / "data", port=free_port(), http_port=None))
    await server.start()
    yield server
    await server.stop()


async def _post(port: int, body: bytes, content_type: str, *, te: str = "trailers", path: str = OPEN_MATCH) -> Answer:
    fields = [(":method", "POST"), (":scheme", "http"), (":path", path), (":authority", "localhost")]
    fields += [(name, value) for name, value in (("content-type", content_type), ("te", te)) if value]
    head = frames.HeadersFrame(1, data=hpack.Encoder().encode(fields))
    head.flags.add("END_HEADERS")
    data = frames.DataFrame(1, data=body)
    data.flags.add("END_STREAM")
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        writer.write(PREFACE + frames.SettingsFrame(0).serialize() + head.serialize() + data.serialize())
        async with asyncio.timeout(PATIENCE):
            return await _answer(reader)
    finally:
        writer.close()


async def _answer(reader: asyncio.StreamReader) -> Answer:
    answer, decoder = Answer(), hpack.Decoder()
    while True:
        frame, length = frames.Frame.parse_frame_header(memoryview(await reader.readexactly(9)))
        frame.parse_body(memoryview(await reader.readexactly(length)))
        if isinstance(frame, frames.HeadersFrame):
            answer |= {str(name): str(value) for name, value in decoder.decode(frame.data)}
        if isinstance(frame, frames.RstStreamFrame):
            return answer | {RESET: str(frame.error_code)}
        if frame.stream_id == 1 and "END_STREAM" in frame.flags:
            return answer


def _framed(message: bytes) -> bytes:
    return b"\0" + struct.pack(">I", len(message)) + message


REQUEST = OpenMatchRequest(game="akros", seats=2).SerializeToString()


@pytest.mark.parametrize("content_type", OTHER_TYPES)
async def test_what_is_not_framed_as_grpc_writes_nothing_and_others_are_served(clio: Clio, content_type: str) -> None:
    for body in (b'{"game":"akros","seats":2}', b"game=akros&seats=2", b"<html></html>", REQUEST):
        answer = await _post(clio.port, body, content_type)
        assert answer.get("grpc-status", RESET) != "0", (body, answer)
        assert "text/html" not in answer.get("content-type", "")
    assert clio.record.last_position() == 0
    async with grpc.aio.insecure_channel(f"127.0.0.1:{clio.port}") as channel:
        await whole_match.play(channel)


@pytest.mark.parametrize("content_type", [*OTHER_TYPES, "application/grpc"])
async def test_a_page_in_a_browser_cannot_call_for_it_cannot_send_te(clio: Clio, content_type: str) -> None:
    answer = await _post(clio.port, _framed(REQUEST), content_type, te="")
    assert RESET in answer, answer
    assert clio.record.last_position() == 0


@pytest.mark.parametrize("content_type", OTHER_TYPES)
async def test_a_call_framed_as_grpc_is_one_whatever_its_content_type_says(clio: Clio, content_type: str) -> None:
    answer = await _post(clio.port, _framed(REQUEST), content_type)
    assert (answer[":status"], answer["content-type"], answer["grpc-status"]) == ("200", "application/grpc", "0")
    assert clio.record.last_position() == 1


async def test_no_content_type_is_a_way_around_keys(tmp_path: Path) -> None:
    server = Clio(Settings(data=tmp_path / "data", port=free_port(), http_port=None, require_key=True))
    await server.start()
    try:
        for content_type in OTHER_TYPES:
            answer = await _post(server.port, _framed(REQUEST), content_type)
            assert answer["grpc-status"] == str(grpc.StatusCode.UNAUTHENTICATED.value[0])
        assert server.record.last_position() == 0
    finally:
        await server.stop()
