"""Operator calls for the player names of matches with private names."""

from collections.abc import AsyncIterator
from typing import Final

import grpc.aio

from clio.client.projections import Ask
from clio.v1 import name_service_pb2 as pb
from clio.v1.name_service_pb2_grpc import NameServiceStub


class PlayerNameCalls:
    """Calls that carry the operator's token, where the connection's own key does not have the scope admin."""

    def __init__(self, channel: grpc.aio.Channel, ask: Ask, token: str) -> None:
        self._names: Final = NameServiceStub(channel)
        self._ask: Final = ask
        self._token: Final = token

    async def all(self) -> AsyncIterator[pb.PlayerName]:
        """Lists all names, by pseudonym."""
        request = pb.ListNamesRequest(page_size=500)
        while True:
            page = await self._ask(self._names.ListNames, request, self._token)
            for name in page.names:
                yield name
            if not page.next_page_token:
                return
            request.page_token = page.next_page_token

    async def rename(self, pseudonym: str, name: str) -> pb.PlayerName:
        """Changes the name of a pseudonym."""
        request = pb.RenamePlayerRequest(pseudonym=pseudonym, name=name)
        return (await self._ask(self._names.RenamePlayer, request, self._token)).player_name

    async def erase(self, pseudonym: str) -> None:
        """Erases the name of a pseudonym."""
        await self._ask(self._names.ErasePlayer, pb.ErasePlayerRequest(pseudonym=pseudonym), self._token)
