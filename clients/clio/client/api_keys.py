"""Operator calls for API keys."""

import uuid
from collections.abc import AsyncIterator, Sequence
from datetime import datetime
from typing import Final

import grpc.aio
from google.protobuf.timestamp_pb2 import Timestamp

from clio.client.projections import Ask
from clio.v1 import access_service_pb2 as pb
from clio.v1.access_service_pb2_grpc import AccessServiceStub


class ApiKeyCalls:
    """Calls that carry the operator's token, where the connection's own key does not have the scope admin."""

    def __init__(self, channel: grpc.aio.Channel, ask: Ask, token: str) -> None:
        self._access: Final = AccessServiceStub(channel)
        self._ask: Final = ask
        self._token: Final = token

    async def create(
        self,
        name: str,
        scopes: Sequence[pb.Scope.ValueType],
        *,
        expire_time: datetime | None = None,
        limits: pb.KeyLimits | None = None,
        namespace: str = "",
    ) -> pb.CreateKeyResponse:
        """Creates a key; only this answer contains it."""
        request = pb.CreateKeyRequest(
            name=name, scopes=scopes, limits=limits, namespace=namespace, request_id=str(uuid.uuid4())
        )
        if expire_time is not None:
            stamp = Timestamp()
            stamp.FromDatetime(expire_time)
            request.expire_time.CopyFrom(stamp)
        return await self._ask(self._access.CreateKey, request, self._token)

    async def all(self) -> AsyncIterator[pb.ApiKey]:
        """Lists all keys, newest first, without their secrets."""
        request = pb.ListKeysRequest(page_size=500)
        while True:
            page = await self._ask(self._access.ListKeys, request, self._token)
            for key in page.api_keys:
                yield key
            if not page.next_page_token:
                return
            request.page_token = page.next_page_token

    async def revoke(self, key_id: str) -> pb.ApiKey:
        """Revokes a key."""
        return (await self._ask(self._access.RevokeKey, pb.RevokeKeyRequest(key_id=key_id), self._token)).api_key
