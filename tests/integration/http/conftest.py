from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.kit.servers import Connection, running


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Connection]:
    async with running(tmp_path, http_port=0, heartbeat_seconds=0.2) as connection:
        yield connection


@pytest.fixture
def url(server: Connection) -> str:
    assert server.clio.http_url is not None
    return server.clio.http_url
