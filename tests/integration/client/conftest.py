from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from clio.client import Client
from tests.kit.servers import running


@pytest.fixture
async def client(tmp_path: Path) -> AsyncIterator[Client]:
    async with (
        running(tmp_path / "data", heartbeat_seconds=0.05) as connection,
        Client(f"127.0.0.1:{connection.clio.port}") as client,
    ):
        yield client
