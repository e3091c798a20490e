"""Operator calls for API keys."""

from collections.abc import Awaitable, Sequence
from datetime import datetime
from typing import Final

from clio.client import identifiers
from clio.client.connection import Connection
from clio.client.pages import Paged
from clio.client.timestamps import timestamp
from clio.v1 import access_service_pb2 as pb
from clio.v1.access_service_pb2_grpc import AccessServiceStub


class ApiKeyCalls:
    """Calls that carry the operator's token, where the connection's own key does not have the scope admin."""

    def __init__(self, connection: Connection, token: str | None) -> None:
        self._access: Final = AccessServiceStub(connection.channel)
        self._connection: Final = connection
        self._token: Final = token

    async def create(  # noqa: PLR0913 (one for each field of the request)
        self,
        name: str,
        scopes: Sequence[pb.Scope.ValueType],
        *,
        expire_time: datetime | None = None,
        limits: pb.KeyLimits | None = None,
        namespace: str | None = None,
        timeout: float | None = None,
    ) -> pb.CreateKeyResponse:
        """Creates a key; only this answer contains it."""
        request = pb.CreateKeyRequest(
            name=name,
            scopes=scopes,
            limits=limits,
            namespace=namespace or "",
            expire_time=timestamp(expire_time),
            request_id=identifiers.new_request_id(),
        )
        return await self._connection.ask(self._access.CreateKey, request, self._token, timeout=timeout)

    def list_keys(
        self, *, page_size: int | None = None, timeout: float | None = None
    ) -> Paged[pb.ApiKey, pb.ListKeysResponse]:
        """All keys, newest first, without their secrets."""

        def fetch(page_token: str) -> Awaitable[pb.ListKeysResponse]:
            request = pb.ListKeysRequest(page_size=page_size or 0, page_token=page_token)
            return self._connection.ask(self._access.ListKeys, request, self._token, timeout=timeout)

        return Paged(fetch, lambda page: page.api_keys, lambda page: page.next_page_token)

    async def revoke(self, key_id: str, *, timeout: float | None = None) -> pb.ApiKey:
        """Revokes a key."""
        request = pb.RevokeKeyRequest(key_id=key_id)
        return (await self._connection.ask(self._access.RevokeKey, request, self._token, timeout=timeout)).api_key
