"""Cache of components: each data set is fetched once and checked against its digest."""

from collections.abc import Awaitable
from hashlib import sha256
from typing import Final, Protocol

from clio.client.errors import IntegrityError
from clio.v1.components_pb2 import Components
from clio.v1.game_service_pb2 import GetComponentsRequest, GetComponentsResponse

_MAX_SETS: Final = 64


class Fetch(Protocol):
    """Asks the server for components."""

    def __call__(self, request: GetComponentsRequest, *, timeout: float | None) -> Awaitable[GetComponentsResponse]:
        """The answer."""


class ComponentCache:
    """Components by game and digest; a digest names one content for ever, so nothing expires."""

    def __init__(self, fetch: Fetch) -> None:
        self._fetch: Final = fetch
        self._known: Final[dict[tuple[str, bytes], Components]] = {}

    async def get(self, game: str, data_set: str, digest: bytes, *, timeout: float | None) -> Components:
        """The components of a data set; IntegrityError if their content has another digest than the one asked for."""
        known = self._known.get((game, digest))
        if known is not None and data_set in ("", known.data_set):
            return known
        request = GetComponentsRequest(game=game, data_set=data_set, digest=digest)
        components = (await self._fetch(request, timeout=timeout)).components
        computed = sha256(components.content).digest()
        if components.game != game or computed != components.digest or digest not in (b"", computed):
            raise IntegrityError(0, f"The components of {game} that the server sent do not have the digest asked for.")
        if len(self._known) >= _MAX_SETS:
            self._known.pop(next(iter(self._known)))
        self._known[game, computed] = components
        return components
