"""Bad requests to the HTTP API get the right status, write nothing and keep nobody out."""

import asyncio
from pathlib import Path

from tests.fuzz import http_flood
from tests.fuzz.http_attacks import ATTACKS
from tests.kit.http_client import call, http_connection
from tests.kit.ports import free_port
from tests.kit.server_process import ServerProcess

IDLE = 1_500
UNFINISHED = (b"", b"POST /x HTTP/1.1\r\nhost", b"POST /x HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\n\r\n{")


async def test_every_bad_request_gets_its_status_and_harms_nobody(tmp_path: Path) -> None:
    counts = await http_flood.run(tmp_path, 300, 1, lambda _: None)
    assert counts.wrong == []
    assert counts.clean
    assert sum(counts.statuses.values()) == len(ATTACKS) + 300


async def test_thousands_of_idle_and_slow_connections_keep_nobody_out(tmp_path: Path) -> None:
    port = free_port()
    settings = {"CLIO_HTTP_PORT": str(port), "CLIO_HTTP_CONNECTIONS": "1000", "CLIO_DRAIN_SECONDS": "1"}
    server = ServerProcess(tmp_path / "data", **settings)
    await server.start()
    url, held = f"http://127.0.0.1:{port}", []
    for number in range(IDLE):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(UNFINISHED[number % len(UNFINISHED)])
        held.append((reader, writer))
    async with asyncio.timeout(20):
        assert (await call(url, "GameService/ListGames", {})).status == 200
        async with http_connection(url) as connection:
            assert (await connection.request("GET", "/readyz")).status == 200
    # The first ones were closed in favour of later ones.
    assert await asyncio.wait_for(held[0][0].read(), 5) == b""
    assert server.memory_kib() < 400 * 1024
    assert await asyncio.wait_for(server.stop(), 20) == 0
    for _, writer in held:
        writer.close()
