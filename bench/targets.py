"""The targets, as data: each row of a measurement that names one is held against it."""

from typing import Final, Literal

import msgspec

from bench.row import Row


class Target(msgspec.Struct, frozen=True):
    """A bound on a row's ratio, or on its figure where nothing is compared."""

    key: str
    text: str
    bound: float
    sense: Literal["at least", "at most"] = "at least"
    of: Literal["ratio", "figure"] = "ratio"
    unit: str = "times"
    measured_by: str = ""

    def value(self, row: Row) -> float | None:
        """What of the row is judged."""
        return row.ratio if self.of == "ratio" else row.figure

    def met(self, row: Row) -> bool | None:
        """Whether the row is within the bound; None where there is nothing to judge."""
        value = self.value(row)
        if value is None:
            return None
        return value >= self.bound if self.sense == "at least" else value <= self.bound


TARGETS: Final = (
    Target(
        "play", "A durable move, one call each, 64 in flight, SQLite: share of the bare echo", 0.60, measured_by="calls"
    ),
    Target(
        "http-grpc",
        "A move over HTTP, 64 in flight, trivial game: times the same over gRPC",
        1.8,
        measured_by="http_api",
    ),
    Target(
        "http-json",
        "JSON over HTTP, processor time: times the same in protobuf",
        1.3,
        sense="at most",
        measured_by="http_api",
    ),
    Target(
        "http-peer-trivial",
        "A move over HTTP, durable, 64 in flight, trivial game: times boardgame.io's confirmed moves",
        1.0,
        measured_by="http_api",
    ),
    Target(
        "http-peer-amphipolis",
        "A move of Amphipolis over HTTP, durable, 64 in flight: times boardgame.io's on a comparable game",
        2.0,
        measured_by="http_api",
    ),
    Target(
        "http-alone",
        "One move alone over HTTP, trivial game: times boardgame.io's, which syncs nothing",
        0.75,
        measured_by="http_api",
    ),
    Target("http-catch-up", "Catch-up of one watcher over HTTP: times the same over gRPC", 1.0, measured_by="watching"),
    Target(
        "http-fan-out",
        "1,000 watchers of one match over HTTP: times the deliveries over gRPC",
        1.0,
        measured_by="watching",
    ),
    Target(
        "stream-trivial",
        "Durable moves over a stream, trivial game: times boardgame.io's confirmed moves",
        4.0,
        measured_by="peers",
    ),
    Target(
        "stream-amphipolis",
        "Durable moves over a stream, Amphipolis: times boardgame.io's on a comparable game",
        2.0,
        measured_by="peers",
    ),
    Target(
        "latency",
        "One move, nothing else going on: what comes on top of bare echo and one sync",
        1.0,
        "at most",
        "figure",
        "ms",
        measured_by="latency",
    ),
    Target("catch-up", "Catch-up of one watcher", 100_000, "at least", "figure", "events/s", measured_by="watching"),
    Target("fan-out", "1,000 watchers of one match: share of bare deliveries", 0.60, measured_by="watching"),
    Target(
        "in-process",
        "A move in process (decide, evolve, bytes, chain): times boardgame.io's reducer",
        2.0,
        measured_by="in_process",
    ),
    Target("playouts-chess", "Random playouts: times python-chess", 1.0, measured_by="playouts"),
    Target("playouts-rummy", "Random playouts: times RLCard's gin rummy", 1.0, measured_by="playouts"),
    Target(
        "verify-two",
        "Verification, levels 1 and 2, on one core",
        100_000,
        "at least",
        "figure",
        "events/s",
        measured_by="verifying",
    ),
    Target("verify-four", "Verification, all four levels: times the speed of a playout", 1.0, measured_by="verifying"),
    Target(
        "length", "A move in a match of 500 events: times one of 5 events", 1.2, "at most", measured_by="match_length"
    ),
    Target("growth", "With 1,000,000 stored matches: times the cost with 1,000", 1.2, "at most", measured_by="growth"),
    Target("memory", "Memory of a live match", 64.0, "at most", "figure", "KiB", measured_by="memory"),
    Target("help", "`clio --help`: times `python -c pass`", 2.0, "at most", measured_by="cli_start"),
)
