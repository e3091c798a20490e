"""Responses of one turn of the event loop leave together, in their order, and none is sent to a client that is gone."""

import asyncio
import socket
from collections.abc import AsyncIterator

import pytest

from clio.server.http.outbox import Outbox


class Client:
    """A connection over real sockets, and what has reached its other end."""

    def __init__(self, transport: asyncio.Transport, far_end: socket.socket) -> None:
        self.transport = transport
        self._far_end = far_end

    def received(self) -> bytes:
        try:
            return self._far_end.recv(1_000)
        except BlockingIOError:
            return b""

    def close(self) -> None:
        self.transport.abort()
        self._far_end.close()


@pytest.fixture
async def clients() -> AsyncIterator[list[Client]]:
    made = []
    for _ in range(2):
        near_end, far_end = socket.socketpair()
        far_end.setblocking(False)  # noqa: FBT003 (the library's signature)
        transport, _ = await asyncio.get_running_loop().create_connection(asyncio.Protocol, sock=near_end)
        made.append(Client(transport, far_end))
    yield made
    for client in made:
        client.close()


async def test_responses_wait_for_the_next_turn_and_keep_their_order(clients: list[Client]) -> None:
    outbox, (first, second) = Outbox(), clients
    outbox.add(first.transport, b"1")
    outbox.add(second.transport, b"2")
    outbox.add(first.transport, b"3")
    assert (first.received(), second.received()) == (b"", b"")
    await asyncio.sleep(0)
    assert (first.received(), second.received()) == (b"13", b"2")


async def test_what_was_added_after_a_flush_is_sent_too(clients: list[Client]) -> None:
    outbox, (client, _) = Outbox(), clients
    outbox.add(client.transport, b"1")
    outbox.flush()
    assert client.received() == b"1"
    outbox.add(client.transport, b"2")
    await asyncio.sleep(0)
    assert client.received() == b"2"


async def test_a_client_that_is_gone_keeps_no_other_from_its_response(clients: list[Client]) -> None:
    outbox, (gone, other) = Outbox(), clients
    outbox.add(gone.transport, b"1")
    outbox.add(other.transport, b"2")
    gone.transport.abort()
    await asyncio.sleep(0)
    assert (gone.received(), other.received()) == (b"", b"2")
