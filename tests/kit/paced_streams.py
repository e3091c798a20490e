"""Streams whose messages are made one by one, when a test lets them be: what happens in between is up to the test."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import grpc
import grpc.aio
import pytest


class PacedStream:
    """One stream of answers on the server's side."""

    def __init__(self, method: str, request: Any, token: str) -> None:
        self.method = method
        self.request = request
        self.token = token
        self.allowed = asyncio.Semaphore(0)
        self.sent: list[Any] = []


class Pacing:
    """Hears of every stream. ``before`` is awaited before a message is made, ``after`` is called before it is sent."""

    def __init__(self) -> None:
        self.streams: list[PacedStream] = []
        self.before: Callable[[PacedStream], Awaitable[object]] = lambda stream: stream.allowed.acquire()
        self.after: Callable[[PacedStream, Any], None] = lambda stream, message: None

    async def paced(
        self, stream: PacedStream, answer: Callable[[Any, Any], AsyncIterator[Any]], context: Any
    ) -> AsyncIterator[Any]:
        messages = answer(stream.request, context)
        try:
            while True:
                await self.before(stream)
                try:
                    message = await anext(messages)
                except StopAsyncIteration:
                    return
                stream.sent.append(message)
                self.after(stream, message)
                yield message
        finally:
            await messages.aclose()  # type: ignore[attr-defined]


class _Interceptor(grpc.aio.ServerInterceptor):
    def __init__(self, pacing: Pacing) -> None:
        self._pacing = pacing

    async def intercept_service(
        self,
        continuation: Callable[[grpc.HandlerCallDetails], Awaitable[Any]],
        handler_call_details: grpc.HandlerCallDetails,
    ) -> Any:
        handler = await continuation(handler_call_details)
        method = str(handler_call_details.method)
        if handler is None or not handler.unary_stream or not method.startswith("/clio.v1."):
            return handler
        pacing, name = self._pacing, method.rpartition("/")[2]
        metadata = dict(handler_call_details.invocation_metadata or ())
        token = str(metadata.get("authorization", "")).removeprefix("Bearer ")

        async def answer(request: Any, context: Any) -> AsyncIterator[Any]:
            stream = PacedStream(name, request, token)
            pacing.streams.append(stream)
            async for message in pacing.paced(stream, handler.unary_stream, context):
                yield message

        return grpc.unary_stream_rpc_method_handler(answer, handler.request_deserializer, handler.response_serializer)


def pace_streams(monkeypatch: pytest.MonkeyPatch) -> Pacing:
    """Paces the streams of all servers that are started in this process from now on."""
    pacing = Pacing()
    make = grpc.aio.server

    def server(*arguments: Any, **options: Any) -> grpc.aio.Server:
        return make(*arguments, interceptors=[_Interceptor(pacing)], **options)

    monkeypatch.setattr(grpc.aio, "server", server)
    return pacing


def small_pages(monkeypatch: pytest.MonkeyPatch, events: int) -> None:
    """Has servers read and send the past in pages of a few events, as they do with long matches in larger ones."""
    for name in (
        "clio.server.app.event_history.PAGE_EVENTS",
        "clio.server.app.event_history.MAX_AT_ONCE",
        "clio.server.app.event_page_cache.PAGE_EVENTS",
    ):
        monkeypatch.setattr(name, events)
    monkeypatch.setattr("clio.server.app.export.PAGE", events)
    monkeypatch.setattr("clio.server.eventstore.record_lines.PART", 1)
