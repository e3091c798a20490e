"""Connections to Redis that fail fast: the record works without Redis, so no call waits for it."""

from collections.abc import Callable
from typing import Final, TypeAlias

from redis.asyncio import Redis, RedisCluster
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

CONNECT_SECONDS: Final = 1.0
ANSWER_SECONDS: Final = 1.0
FAULTS: Final = (RedisError, OSError, TimeoutError, EOFError)

Client: TypeAlias = Redis | RedisCluster
Connect = Callable[[float], Client]


def connector(url: str, *, cluster: bool) -> Connect:
    """Returns a factory of clients for Redis or a Redis Cluster, with short timeouts."""

    def connect(answer_seconds: float) -> Client:
        if cluster:
            return RedisCluster.from_url(
                url,
                protocol=2,
                socket_timeout=answer_seconds,
                socket_connect_timeout=CONNECT_SECONDS,
                retry=Retry(NoBackoff(), 1),
            )
        return Redis.from_url(
            url,
            protocol=2,
            socket_timeout=answer_seconds,
            socket_connect_timeout=CONNECT_SECONDS,
            socket_keepalive=True,
            retry=Retry(NoBackoff(), 0),
        )

    return connect
