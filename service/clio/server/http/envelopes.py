"""The envelopes of messages in Connect streams: a byte of flags, four of length, the message."""

import struct
from collections.abc import AsyncIterator, Callable
from functools import partial
from typing import Any, Final

from clio.server import errors
from clio.server.errors import ServiceError
from clio.server.http.compression import SUPPORTED, compressed, decompressed, is_worth_compressing
from clio.server.http.exchange import Exchange
from clio.server.http.http_errors import compression_not_supported
from clio.server.rpc.pipeline import InvalidRequest

COMPRESSED: Final = 1
END_OF_STREAM: Final = 2
_PREFIX: Final = struct.Struct(">BI")
PREFIX_BYTES: Final = _PREFIX.size


def envelope(data: bytes, flags: int = 0) -> bytes:
    """A message in its envelope."""
    return _PREFIX.pack(flags, len(data)) + data


def gzip_envelope(data: bytes) -> bytes:
    """The same, compressed where it gains."""
    return envelope(compressed(data), COMPRESSED) if is_worth_compressing(data) else envelope(data)


class EnvelopeReader:
    """Takes the messages of a request's body out of their envelopes."""

    def __init__(self, encoding: bytes, limit: int, parse: Callable[[bytes], Any]) -> None:
        """``encoding`` is what compressed messages are compressed with."""
        self._encoding: Final = encoding
        self._limit: Final = limit
        self._parse: Final = parse

    def single(self, body: bytes) -> Any:  # noqa: ANN401 (any message)
        """The one message of a body; an ``InvalidRequest`` for anything else."""
        try:
            if len(body) < PREFIX_BYTES:
                raise _broken()
            flags, size = _PREFIX.unpack_from(body)
            if len(body) != PREFIX_BYTES + size:
                raise _broken()
            return self._parse(self._opened(flags, body[PREFIX_BYTES:]))
        except ServiceError as error:
            return InvalidRequest(partial(_same, error.with_traceback(None)))

    async def messages(self, exchange: Exchange) -> AsyncIterator[Any]:
        """All messages of a body, as they come."""
        rest = b""
        while part := await exchange.next_part():
            rest += part
            while len(rest) >= PREFIX_BYTES:
                flags, size = _PREFIX.unpack_from(rest)
                if size > self._limit:
                    raise errors.too_large(size, self._limit)
                if len(rest) < PREFIX_BYTES + size:
                    break
                yield self._parse(self._opened(flags, rest[PREFIX_BYTES : PREFIX_BYTES + size]))
                rest = rest[PREFIX_BYTES + size :]
        if rest:
            raise _broken()

    def _opened(self, flags: int, data: bytes) -> bytes:
        if flags & ~COMPRESSED:
            raise _broken()
        if len(data) > self._limit:
            raise errors.too_large(len(data), self._limit)
        if not flags & COMPRESSED:
            return data
        if self._encoding != b"gzip":
            raise compression_not_supported(SUPPORTED)
        return decompressed(data, self._limit)


def _broken() -> ServiceError:
    return errors.malformed("The body of the request is not in the envelopes of the Connect protocol.")


def _same(error: ServiceError) -> ServiceError:
    return error
