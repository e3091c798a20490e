"""The faults that the service must survive, each with its repair."""

import asyncio
import random
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from tests.robustness.platform import Platform

Act = Callable[[Platform, random.Random], Awaitable[None]]


@dataclass(frozen=True)
class Fault:
    """``act`` injects the fault, waits, and repairs it. Play continues without Redis, so moves count meanwhile."""

    name: str
    act: Act
    play_goes_on: bool = True


async def _kill_a_server(on: Platform, rng: random.Random) -> None:
    server = rng.choice(on.servers)
    await server.kill()
    await server.start()


async def _kill_all_servers(on: Platform, rng: random.Random) -> None:
    del rng
    await asyncio.gather(*(server.kill() for server in on.servers))
    await asyncio.gather(*(server.start() for server in on.servers))


async def _pause_a_server(on: Platform, rng: random.Random) -> None:
    server = rng.choice(on.servers)
    server.pause()
    await asyncio.sleep(rng.uniform(0.2, 4.0))
    server.resume()


async def _kill_redis(on: Platform, rng: random.Random) -> None:
    await asyncio.to_thread(on.redis.kill)
    await asyncio.sleep(rng.uniform(0.0, 1.0))
    await asyncio.to_thread(on.redis.start)


async def _flush_redis(on: Platform, rng: random.Random) -> None:
    del rng
    await asyncio.to_thread(on.redis.say, "FLUSHALL")


async def _fill_redis(on: Platform, rng: random.Random) -> None:
    await asyncio.to_thread(on.redis.say, "CONFIG", "SET", "maxmemory-policy", "noeviction")
    await asyncio.to_thread(on.redis.say, "CONFIG", "SET", "maxmemory", "1")
    await asyncio.sleep(rng.uniform(0.3, 1.0))
    await asyncio.to_thread(on.redis.say, "CONFIG", "SET", "maxmemory", "0")


async def _pause_redis(on: Platform, rng: random.Random) -> None:
    on.redis.pause()
    await asyncio.sleep(rng.uniform(0.2, 2.5))
    on.redis.resume()


async def _hide_redis(on: Platform, rng: random.Random) -> None:
    await on.to_redis.close()
    await asyncio.sleep(rng.uniform(0.2, 1.5))
    on.to_redis.open()


async def _slow_redis(on: Platform, rng: random.Random) -> None:
    on.to_redis.delay = rng.uniform(0.05, 1.5)
    await asyncio.sleep(rng.uniform(0.5, 1.5))
    on.to_redis.delay = 0.0


async def _cut_redis(on: Platform, rng: random.Random) -> None:
    del rng
    await on.to_redis.cut()


async def _kill_postgres(on: Platform, rng: random.Random) -> None:
    await asyncio.to_thread(on.postgres.kill)
    await asyncio.sleep(rng.uniform(0.0, 0.5))
    await asyncio.to_thread(on.postgres.start)


async def _pause_postgres(on: Platform, rng: random.Random) -> None:
    on.postgres.pause()
    await asyncio.sleep(rng.uniform(0.2, 1.5))
    on.postgres.resume()


async def _cut_postgres(on: Platform, rng: random.Random) -> None:
    del rng
    await asyncio.to_thread(on.postgres.cut_connections)


async def _cut_watchers(on: Platform, rng: random.Random) -> None:
    del rng
    await on.front.cut()


FAULTS = (
    Fault("kill -9 of a server", _kill_a_server),
    Fault("kill -9 of all servers at once", _kill_all_servers, play_goes_on=False),
    Fault("SIGSTOP of a server", _pause_a_server, play_goes_on=False),
    Fault("kill -9 of Redis, restarted empty", _kill_redis),
    Fault("FLUSHALL", _flush_redis),
    Fault("Redis out of memory (noeviction)", _fill_redis),
    Fault("SIGSTOP of Redis", _pause_redis),
    Fault("Redis unreachable", _hide_redis),
    Fault("Redis slow", _slow_redis),
    Fault("connections to Redis cut", _cut_redis),
    Fault("kill -9 of PostgreSQL, restarted", _kill_postgres, play_goes_on=False),
    Fault("SIGSTOP of PostgreSQL", _pause_postgres, play_goes_on=False),
    Fault("connections to PostgreSQL cut", _cut_postgres),
    Fault("connections of watchers cut", _cut_watchers),
)
