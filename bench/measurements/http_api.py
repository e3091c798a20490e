"""The HTTP API: durable moves in protobuf and JSON, beside gRPC, a bare echo of the same server, and boardgame.io."""

from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, nullcontext
from statistics import median
from typing import NamedTuple

from bench.bare_syncs import commit_ms, sync_ms
from bench.contenders import Sample, alternate, contender
from bench.peers import node
from bench.rig import Rig
from bench.row import Row, missing

IN_FLIGHT = (1, 64)
ECHO, GRPC_ECHO = "bare HTTP echo", "bare gRPC echo"
PEERS = {"trivial": "boardgame.io, trivial game", "amphipolis": "boardgame.io, comparable game"}
GAMES = {"trivial": "trivial", "amphipolis": "dig"}
KINDS = {"play": "gRPC", "http_play": "HTTP", "http_play_json": "HTTP, JSON"}
TITLES = {"trivial": "trivial game", "amphipolis": "Amphipolis"}
SYNCS = 200


class Syncs(NamedTuple):
    """What durability costs by itself on the disk of this run, in milliseconds."""

    sync: float
    commit: float


async def measure(rig: Rig) -> AsyncIterator[Row]:
    """All transports at each number of calls in flight, in turn."""
    peers = {} if node.why_not() else PEERS
    async with (
        rig.server("bench.servers.http_echo") as echo,
        rig.server("bench.servers.echo", "uvloop") as grpc_echo,
        rig.clio() as clio,
        node.server(rig) if peers else nullcontext() as theirs,
    ):
        for in_flight in IN_FLIGHT:
            async with AsyncExitStack() as stack:
                ways = {
                    ECHO: contender(rig, "http_echo", [echo], in_flight),
                    GRPC_ECHO: contender(rig, "echo", [grpc_echo], in_flight),
                }
                ways |= {
                    f"{kind} {game}": contender(rig, kind, [clio], in_flight, game=game)
                    for game in TITLES
                    for kind in KINDS
                }
                if theirs is not None:
                    ways |= {name: node.contender(rig, theirs, GAMES[game], in_flight) for game, name in peers.items()}
                contenders = {name: await stack.enter_async_context(way) for name, way in ways.items()}
                before = _bare_syncs(rig)
                found = await alternate(contenders, rig.effort)
                syncs = [*before, *_bare_syncs(rig)]
            for row in _rows(found, in_flight):
                yield row
            if in_flight == 1:
                for row in _alone(found, Syncs(*map(median, zip(*syncs, strict=True)))):
                    yield row


def _bare_syncs(rig: Rig) -> list[Syncs]:
    """Taken before and after the calls: neighbours of the disk change."""
    number = rig.effort.count(SYNCS, 10)
    paths = rig.folder / "synced", rig.folder / "committed.sqlite"
    return [Syncs(sync_ms(paths[0], number), commit_ms(paths[1], number)) for _ in range(rig.effort.rounds)]


def _rows(found: Mapping[str, Sample], in_flight: int) -> list[Row]:
    rows = [
        Row(name=f"{name}, {in_flight} in flight", figure=found[name].rate, unit="calls/s", p50_ms=found[name].p50_ms,
            cpu_us=found[name].cpu_us)
        for name in (ECHO, GRPC_ECHO, *PEERS.values())
        if name in found
    ]  # fmt: skip
    for game, title in TITLES.items():
        for kind, transport in KINDS.items():
            sample, other = found[f"{kind} {game}"], found[f"play {game}"]
            is_first = kind == "play"
            rows.append(
                Row(
                    name=f"PlayMove over {transport}, {title}, {in_flight} in flight",
                    figure=sample.rate,
                    unit="moves/s",
                    baseline="" if is_first else f"PlayMove over gRPC, {title}, {in_flight} in flight",
                    ratio=None if is_first else sample.rate / other.rate,
                    p50_ms=sample.p50_ms,
                    cpu_us=sample.cpu_us,
                    target="http-grpc" if (kind, game, in_flight) == ("http_play", "trivial", 64) else "",
                )
            )
        rows += _compared(found, game, in_flight)
    return rows


def _alone(found: Mapping[str, Sample], syncs: Syncs) -> list[Row]:
    """What bounds a lone move: the fastest echo of the same server, and one sync."""
    echo, move, peer = found[ECHO], found["http_play trivial"], found.get(PEERS["trivial"])
    bound = 1000 / (echo.p50_ms + syncs.sync)
    name = "bare HTTP echo plus one sync, 1 in flight"
    return [
        Row(name="one sync of 16 KiB, same disk", figure=syncs.sync, unit="ms"),
        Row(name="one commit of SQLite with one event, same disk", figure=syncs.commit, unit="ms"),
        Row(
            name=name,
            figure=bound,
            unit="calls/s",
            p50_ms=echo.p50_ms + syncs.sync,
            baseline="" if peer is None else f"{PEERS['trivial']}, 1 in flight",
            ratio=None if peer is None else bound / peer.rate,
        ),
        Row(
            name="PlayMove over HTTP, trivial game, 1 in flight, beside echo and sync",
            figure=move.rate,
            unit="moves/s",
            p50_ms=move.p50_ms,
            baseline=name,
            ratio=move.rate / bound,
        ),
    ]


def _compared(found: Mapping[str, Sample], game: str, in_flight: int) -> list[Row]:
    """The cost of JSON beside protobuf, and the moves beside the peer's."""
    ours, text = found[f"http_play {game}"], found[f"http_play_json {game}"]
    rows = [
        Row(
            name=f"a move in JSON, {TITLES[game]}, {in_flight} in flight: processor time",
            figure=text.cpu_us,
            unit="µs",
            baseline="the same in protobuf",
            # A run that is too short for the processor's clock has no ratio.
            ratio=text.cpu_us / ours.cpu_us if ours.cpu_us else None,
            target="http-json" if (game, in_flight) == ("trivial", 64) else "",
        )
    ]
    name, baseline = (
        f"PlayMove over HTTP, {TITLES[game]}, {in_flight} in flight, beside its peer",
        f"{PEERS[game]}, {in_flight} in flight",
    )
    target = f"http-peer-{game}" if in_flight == IN_FLIGHT[-1] else "http-alone" if game == "trivial" else ""
    peer = found.get(PEERS[game])
    if peer is None:
        rows.append(missing(name, "moves/s", node.why_not(), target=target, baseline=baseline))
    else:
        ratio = ours.rate / peer.rate
        rows.append(Row(name=name, figure=ours.rate, unit="moves/s", baseline=baseline, ratio=ratio, target=target))
    return rows
