"""Caching of HTTP responses: nothing is cached but what can never change."""

from typing import Final

from clio.v1.game_service_pb2 import GetComponentsRequest

NEVER: Final = b"cache-control: no-store\r\n"
FOR_EVER: Final = b"cache-control: private, max-age=31536000, immutable\r\n"
"""Private: a server may require an API key, which a shared cache would not check."""


def cache_line(method: str, request: object) -> bytes:
    """The header of a successful response: the components of a digest never change, everything else may."""
    is_fixed = method == "GET" and isinstance(request, GetComponentsRequest) and bool(request.digest)
    return FOR_EVER if is_fixed else NEVER
