"""All measurements by name, in the order in which they run."""

from collections.abc import AsyncIterator, Callable
from typing import Final

from bench.measurements import (
    across_servers,
    calls,
    cli_start,
    growth,
    harder,
    http_api,
    in_process,
    latency,
    match_length,
    memory,
    peers,
    playouts,
    projecting,
    replaying,
    scaling,
    sessions,
    stores,
    verifying,
    watching,
)
from bench.rig import Rig
from bench.row import Row

Measurement = Callable[[Rig], AsyncIterator[Row]]

MEASUREMENTS: Final[dict[str, Measurement]] = {
    "calls": calls.measure,
    "harder": harder.measure,
    "http_api": http_api.measure,
    "sessions": sessions.measure,
    "stores": stores.measure,
    "peers": peers.measure,
    "scaling": scaling.measure,
    "latency": latency.measure,
    "watching": watching.measure,
    "across_servers": across_servers.measure,
    "match_length": match_length.measure,
    "replaying": replaying.measure,
    "in_process": in_process.measure,
    "playouts": playouts.measure,
    "verifying": verifying.measure,
    "projecting": projecting.measure,
    "memory": memory.measure,
    "cli_start": cli_start.measure,
    "growth": growth.measure,
}
TITLES: Final = {
    "calls": "Calls: a durable move beside a bare echo",
    "harder": "The same, driven by h2load",
    "http_api": "The HTTP API: protobuf and JSON beside gRPC, and boardgame.io",
    "sessions": "Sessions: durable moves over one stream",
    "stores": "Stores: SQLite and PostgreSQL, with and without Redis",
    "peers": "Peers: boardgame.io",
    "scaling": "Scaling: cores and servers",
    "latency": "Latency of one move alone",
    "watching": "Watching: catch-up and fan-out",
    "across_servers": "From one server to another",
    "match_length": "Match length",
    "replaying": "Replay to a point",
    "in_process": "A move in process",
    "playouts": "Random playouts",
    "verifying": "Verification",
    "projecting": "Views built from the record",
    "memory": "Memory",
    "cli_start": "Start of the command line",
    "growth": "Growth: stored matches",
}
ONLY_WHEN_NAMED: Final = frozenset({"growth"})
"""Too long for every run: `make growth`."""
