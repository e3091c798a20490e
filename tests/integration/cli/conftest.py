from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.integration.cli.terminal import ServeCommand, User


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServeCommand]:
    with ServeCommand(tmp_path_factory.mktemp("server") / "data") as running:
        yield running


@pytest.fixture
def user(server: ServeCommand, tmp_path: Path) -> User:
    return User(tmp_path, server.address)
