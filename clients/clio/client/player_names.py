"""Operator calls for the player names of matches with private names."""

from collections.abc import Awaitable
from typing import Final

from clio.client.connection import Connection
from clio.client.pages import Paged
from clio.v1 import name_service_pb2 as pb
from clio.v1.name_service_pb2_grpc import NameServiceStub


class PlayerNameCalls:
    """Calls that carry the operator's token, where the connection's own key does not have the scope admin."""

    def __init__(self, connection: Connection, token: str | None) -> None:
        self._names: Final = NameServiceStub(connection.channel)
        self._connection: Final = connection
        self._token: Final = token

    def list_names(
        self, *, page_size: int | None = None, timeout: float | None = None
    ) -> Paged[pb.PlayerName, pb.ListNamesResponse]:
        """All names, by pseudonym."""

        def fetch(page_token: str) -> Awaitable[pb.ListNamesResponse]:
            request = pb.ListNamesRequest(page_size=page_size or 0, page_token=page_token)
            return self._connection.ask(self._names.ListNames, request, self._token, timeout=timeout)

        return Paged(fetch, lambda page: page.names, lambda page: page.next_page_token)

    async def rename(self, pseudonym: str, name: str, *, timeout: float | None = None) -> pb.PlayerName:
        """Changes the name of a pseudonym."""
        request = pb.RenamePlayerRequest(pseudonym=pseudonym, name=name)
        return (await self._connection.ask(self._names.RenamePlayer, request, self._token, timeout=timeout)).player_name

    async def erase(self, pseudonym: str, *, timeout: float | None = None) -> None:
        """Erases the name of a pseudonym."""
        request = pb.ErasePlayerRequest(pseudonym=pseudonym)
        await self._connection.ask(self._names.ErasePlayer, request, self._token, timeout=timeout)
