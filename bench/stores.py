"""PostgreSQL and Redis for a whole run: started when first asked for, on the disk that the measurements use."""

from types import TracebackType
from typing import Self

from tests.kit.postgres_server import PostgresServer
from tests.kit.redis_server import RedisServer


class Stores:
    """Both servers, ended with the run."""

    def __init__(self) -> None:
        self._postgres: PostgresServer | None = None
        self._redis: RedisServer | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        for server in (self._postgres, self._redis):
            if server is not None:
                server.remove()

    def database(self) -> str:
        """The URL of a new, empty database."""
        if self._postgres is None:
            self._postgres = PostgresServer(on_disk=True)
            self._postgres.start()
        return self._postgres.database()

    def redis_url(self) -> str:
        """The URL of Redis."""
        if self._redis is None:
            self._redis = RedisServer()
            self._redis.start()
        return self._redis.url
