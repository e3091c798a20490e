"""Confirmed moves of boardgame.io, which keeps them in memory, beside Clio's, which are on disk and chained."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack

from bench.contenders import Sample, alternate, contender
from bench.peers import node
from bench.rig import Rig
from bench.row import Row, missing

MATCHES = (1, 16, 64)
STREAMED = 1024
PEERS = {"trivial": "boardgame.io, trivial game", "dig": "boardgame.io, comparable game"}
PEER_OF = {"trivial": "trivial", "amphipolis": "dig"}
TITLES = {"trivial": "trivial game", "amphipolis": "Amphipolis"}


async def measure(rig: Rig) -> AsyncIterator[Row]:
    """Both peers' games at each number of matches, in turn with ours; the most of each is compared."""
    if why := node.why_not():
        for game, peer in PEER_OF.items():
            yield missing(PEERS[peer], "moves/s", why)
            yield missing(f"PlayStream, {TITLES[game]}", "moves/s", why, target=f"stream-{game}")
        return
    best: dict[str, float] = {}
    async with node.server(rig) as theirs, rig.clio() as ours:
        for matches in rig.effort.some(MATCHES):
            async with AsyncExitStack() as stack:
                ways = {peer: node.contender(rig, theirs, peer, matches) for peer in PEERS}
                ways |= {f"play {game}": contender(rig, "play", [ours], matches, game=game) for game in TITLES}
                ways |= {f"stream {game}": contender(rig, "stream", [ours], matches, game=game) for game in TITLES}
                if matches == MATCHES[-1]:
                    in_flight = rig.effort.width(STREAMED)
                    ways |= {f"more {game}": contender(rig, "stream", [ours], in_flight, game=game) for game in TITLES}
                contenders = {name: await stack.enter_async_context(way) for name, way in ways.items()}
                found = await alternate(contenders, rig.effort)
            for name, sample in found.items():
                best[name] = max(best.get(name, 0.0), sample.rate)
                yield _row(name, sample, found, matches)
    for game, peer in PEER_OF.items():
        top = max(best[f"stream {game}"], best[f"more {game}"])
        yield Row(
            name=f"PlayStream, {TITLES[game]}, its most",
            figure=top,
            unit="moves/s",
            baseline=f"{PEERS[peer]}, its most",
            ratio=top / best[peer],
            target=f"stream-{game}",
        )


def _row(name: str, sample: Sample, found: dict[str, Sample], matches: int) -> Row:
    way, _, game = name.partition(" ")
    if way in PEERS:
        return Row(
            name=f"{PEERS[way]}, {matches} {'match' if matches == 1 else 'matches'}",
            figure=sample.rate,
            unit="moves/s",
            p50_ms=sample.p50_ms,
            cpu_us=sample.cpu_us,
            plot="peers",
            series=PEERS[way],
            x=matches,
        )
    title = "PlayMove" if way == "play" else "PlayStream"
    number = STREAMED if way == "more" else matches
    return Row(
        name=f"{title}, {TITLES[game]}, {number} {'match' if number == 1 else 'matches'}",
        figure=sample.rate,
        unit="moves/s",
        baseline=f"{PEERS[PEER_OF[game]]}, {matches} {'match' if matches == 1 else 'matches'}",
        ratio=sample.rate / found[PEER_OF[game]].rate,
        p50_ms=sample.p50_ms,
        cpu_us=sample.cpu_us,
        plot="peers",
        series=f"{title}, {TITLES[game]}",
        x=number,
    )
