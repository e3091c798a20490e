"""One server for the tests of a module that do not harm it."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.kit.servers import Connection, running


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Connection]:
    async with running(tmp_path) as connection:
        yield connection
