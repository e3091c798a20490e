"""The Connect protocol: unary calls, streams and reads by GET."""

import binascii
from base64 import b64decode
from collections.abc import AsyncGenerator, Awaitable, Mapping
from contextlib import aclosing
from functools import partial
from typing import Any, Final
from urllib.parse import parse_qs

from clio.server import errors
from clio.server.errors import ServiceError
from clio.server.http import http_errors
from clio.server.http.caching import NEVER, cache_line
from clio.server.http.codecs import CODECS, JSON, Codec, media_type
from clio.server.http.compression import SUPPORTED, accepts_gzip, compressed, decompressed, is_worth_compressing
from clio.server.http.connect_errors import HTTP_STATUSES, end_of_stream, error_json
from clio.server.http.context import HttpContext, RefusedError
from clio.server.http.cors import Cors
from clio.server.http.envelopes import END_OF_STREAM, EnvelopeReader, envelope, gzip_envelope
from clio.server.http.exchange import Exchange
from clio.server.http.http_errors import HttpError
from clio.server.http.methods import HttpMethod
from clio.server.rpc.pipeline import InvalidRequest

LINES: Final = "application/x-ndjson"
"""The content type of a stream with one JSON text in each line."""
_SECURE: Final = (
    b"x-content-type-options: nosniff\r\ncontent-security-policy: default-src 'none'; frame-ancestors 'none'\r\n"
)
_UNARY: Final[Mapping[str, Codec]] = {codec.content_type: codec for codec in CODECS}
_STREAM: Final[Mapping[str, Codec]] = {codec.stream_type: codec for codec in CODECS}
_COMMON: Final[Mapping[bytes, Codec]] = {kind.encode(): codec for kind, codec in _UNARY.items()}
"""Content types as most clients write them."""
_UNARY_TYPES: Final = ", ".join(_UNARY)
_STREAM_TYPES: Final = ", ".join(_STREAM)
_LINES_NOTE: Final = f"{JSON.content_type} with accept: {LINES}"
_GZIPPED: Final = b"content-encoding: gzip\r\nvary: accept-encoding\r\n"


class ConnectProtocol:
    """Answers the calls of all methods."""

    def __init__(self, cors: Cors) -> None:
        self._cors: Final = cors
        self._heads: Final = {codec.name: self._lines_of(codec.content_type, None, NEVER) for codec in CODECS}
        """The header lines of most responses."""

    def answer(self, exchange: Exchange, method: HttpMethod) -> Awaitable[None] | None:
        """Answers a request for a method; returns what is left to await, if anything."""
        match exchange.method:
            case "POST":
                return self._post(exchange, method)
            case "GET" if method.has_no_side_effects:
                return self._get(exchange, method)
            case "OPTIONS":
                exchange.respond(204, self._cors.preflight_lines(exchange.headers.get(b"origin")), b"")
            case _:
                allowed = "GET, POST" if method.has_no_side_effects else "POST"
                self.refuse(exchange, http_errors.verb_not_allowed(allowed))
        return None

    def refuse(self, exchange: Exchange, refusal: HttpError) -> None:
        """Writes the response to a request that never becomes a call."""
        lines = "".join(f"{name}: {value}\r\n" for name, value in refusal.headers.items()).encode()
        self._respond(exchange, refusal.status, JSON.content_type, error_json(refusal.error), lines)

    def respond_read(self, exchange: Exchange, body: bytes) -> None:
        """Answers GET and HEAD with a JSON document."""
        if exchange.method not in ("GET", "HEAD"):
            self.refuse(exchange, http_errors.verb_not_allowed("GET, HEAD"))
            return
        lines = b""
        if accepts_gzip(exchange.headers.get(b"accept-encoding", b"")):
            body, lines = compressed(body), _GZIPPED
        self._respond(exchange, 200, JSON.content_type, body, lines)

    def _post(self, exchange: Exchange, method: HttpMethod) -> Awaitable[None] | None:
        content_type = exchange.headers.get(b"content-type", b"")
        codec = None if method.is_streamed else _COMMON.get(content_type)
        if codec is not None:
            return self._unary(exchange, method, codec, _body(exchange, method, codec))
        kind = media_type(content_type)
        if not method.is_offered:
            self._refuse_stream(exchange, kind)
        elif not method.is_streamed:
            codec = _UNARY.get(kind)
            if codec is not None:
                return self._unary(exchange, method, codec, _body(exchange, method, codec))
            self.refuse(exchange, http_errors.codec_not_supported(_UNARY_TYPES))
        elif kind == JSON.content_type and method.server_streams and _accepts_lines(exchange):
            return self._lines(exchange, method, _body(exchange, method, JSON))
        elif (codec := _STREAM.get(kind)) is not None:
            return self._stream(exchange, method, codec)
        else:
            others = (_LINES_NOTE,) if method.server_streams else ()
            self.refuse(exchange, http_errors.codec_not_supported(_STREAM_TYPES, *others))
        return None

    def _get(self, exchange: Exchange, method: HttpMethod) -> Awaitable[None] | None:
        try:
            codec, request = _query(exchange, method)
        except ValueError as error:
            self.refuse(exchange, http_errors.bad_request(str(error)))
            return None
        if not method.server_streams:
            return self._unary(exchange, method, codec, request)
        if codec is JSON and _accepts_lines(exchange):
            return self._lines(exchange, method, request)
        self.refuse(exchange, http_errors.verb_not_allowed("POST"))
        return None

    async def _unary(self, exchange: Exchange, method: HttpMethod, codec: Codec, request: object) -> None:
        context = HttpContext(exchange)
        if context.timeout is not None:
            request = _with_deadline(context, request)
        try:
            response = await method.handle(request, context)
        except RefusedError as refused:
            self._respond_error(exchange, refused.error)
            return
        data, headers = codec.print(method.response_type, response), exchange.headers
        if is_worth_compressing(data) and accepts_gzip(headers.get(b"accept-encoding", b"")):
            lines = _GZIPPED + cache_line(exchange.method, request)
            exchange.respond(200, self._head(exchange, codec.content_type, lines), compressed(data))
        elif exchange.method == "POST" and b"origin" not in headers:
            exchange.respond(200, self._heads[codec.name], data)
        else:
            lines = cache_line(exchange.method, request)
            exchange.respond(200, self._head(exchange, codec.content_type, lines), data)

    async def _stream(self, exchange: Exchange, method: HttpMethod, codec: Codec) -> None:
        """Answers with messages in envelopes; an error comes in the last of them, as the protocol has it."""
        headers = exchange.headers
        reader = EnvelopeReader(
            headers.get(b"connect-content-encoding", b""),
            method.max_message,
            partial(codec.parse, method.request_type),
        )
        packs = accepts_gzip(headers.get(b"connect-accept-encoding", b""))
        wrap = gzip_envelope if packs else envelope
        request = reader.messages(exchange) if method.client_streams else reader.single(exchange.body)
        head = self._head(
            exchange, codec.stream_type, NEVER + (b"connect-content-encoding: gzip\r\n" if packs else b"")
        )
        error = None
        try:
            async with aclosing(_responses(method, request, HttpContext(exchange))) as responses:
                async for response in responses:
                    if not exchange.is_started:
                        exchange.start(head)
                    if exchange.push(wrap(codec.print(method.response_type, response))):
                        await exchange.drain()
        except RefusedError as refused:
            error = refused.error
        if not exchange.is_started:
            exchange.start(head)
        exchange.finish(envelope(end_of_stream(error), END_OF_STREAM))

    async def _lines(self, exchange: Exchange, method: HttpMethod, request: object) -> None:
        """Answers with one line of JSON for each message; an error after the first is a line of its own."""
        head = self._head(exchange, LINES)
        try:
            async with aclosing(_responses(method, request, HttpContext(exchange))) as responses:
                async for response in responses:
                    if not exchange.is_started:
                        exchange.start(head)
                    if exchange.push(JSON.print(method.response_type, response) + b"\n"):
                        await exchange.drain()
        except RefusedError as refused:
            if not exchange.is_started:
                self._respond_error(exchange, refused.error)
                return
            exchange.push(end_of_stream(refused.error) + b"\n")
        if not exchange.is_started:
            exchange.start(head)
        exchange.finish()

    def _refuse_stream(self, exchange: Exchange, kind: str) -> None:
        """Refuses a method that streams in both directions, in the form that the caller understands."""
        error = http_errors.stream_not_offered()
        codec = _STREAM.get(kind)
        if codec is None:
            self._respond_error(exchange, error)
            return
        exchange.start(self._head(exchange, codec.stream_type))
        exchange.finish(envelope(end_of_stream(error), END_OF_STREAM))

    def _respond_error(self, exchange: Exchange, error: ServiceError) -> None:
        lines = b"retry-after: %d\r\n" % max(1, round(error.retry_seconds)) if error.retry_seconds else b""
        self._respond(exchange, HTTP_STATUSES[error.kind], JSON.content_type, error_json(error), lines)

    def _respond(self, exchange: Exchange, status: int, content_type: str, body: bytes, lines: bytes = b"") -> None:
        exchange.respond(status, self._head(exchange, content_type, NEVER + lines), body)

    def _head(self, exchange: Exchange, content_type: str, lines: bytes = NEVER) -> bytes:
        return self._lines_of(content_type, exchange.headers.get(b"origin"), lines)

    def _lines_of(self, content_type: str, origin: bytes | None, lines: bytes) -> bytes:
        return b"content-type: %b\r\n%b%b%b" % (content_type.encode(), _SECURE, self._cors.lines(origin), lines)


def _responses(method: HttpMethod, request: object, context: HttpContext) -> AsyncGenerator[Any]:
    """The messages that a stream answers with; the one of a method that streams its request only is one as well."""
    valid = _with_deadline(context, request)
    responses: AsyncGenerator[Any] = (method.handle if method.server_streams else partial(_single, method))(
        valid, context
    )
    return responses


async def _single(method: HttpMethod, request: object, context: HttpContext) -> AsyncGenerator[Any]:
    yield await method.handle(request, context)


def _with_deadline(context: HttpContext, request: Any) -> Any:  # noqa: ANN401 (any message)
    if context.timeout == 0:
        return InvalidRequest(errors.took_too_long)
    if not context.has_bad_timeout:
        return request
    context.timeout = None
    return InvalidRequest(partial(errors.malformed, "Connect-Timeout-Ms is a number of up to 10 digits."))


def _body(exchange: Exchange, method: HttpMethod, codec: Codec) -> object:
    """The request in a body, or an ``InvalidRequest``."""
    data, encoding = exchange.body, exchange.headers.get(b"content-encoding")
    if encoding and encoding != b"identity":
        try:
            if encoding != b"gzip":
                raise http_errors.compression_not_supported(SUPPORTED)
            data = decompressed(data, method.max_message)
        except ServiceError as error:
            refusal = error.with_traceback(None)
            return InvalidRequest(lambda: refusal)
    return codec.parse(method.request_type, data)


def _query(exchange: Exchange, method: HttpMethod) -> tuple[Codec, object]:
    """The codec and the request of a GET; ValueError for a query that the protocol does not have."""
    given = parse_qs(exchange.query.decode("latin-1"), keep_blank_values=True, max_num_fields=16)
    first = {name: values[0] for name, values in given.items()}
    codec = _UNARY.get(f"application/{first.get('encoding', '')}")
    if codec is None:
        raise ValueError("encoding is json or proto")
    if first.get("connect", "v1") != "v1":
        raise ValueError("connect is v1")
    message = first.get("message", "")
    try:
        data = _base64(message) if first.get("base64") == "1" else message.encode()
    except (ValueError, binascii.Error) as error:
        raise ValueError("message is not in base64") from error
    compression = first.get("compression", "identity")
    if compression != "identity":
        try:
            if compression != "gzip":
                raise http_errors.compression_not_supported(SUPPORTED)
            data = decompressed(data, method.max_message)
        except ServiceError as error:
            refusal = error.with_traceback(None)
            return codec, InvalidRequest(lambda: refusal)
    return codec, codec.parse(method.request_type, data)


def _base64(text: str) -> bytes:
    return b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)


def _accepts_lines(exchange: Exchange) -> bool:
    return LINES.encode() in exchange.headers.get(b"accept", b"").lower()
