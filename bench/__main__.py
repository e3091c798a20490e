"""``make bench``: every figure beside its baseline, from one run."""

import asyncio
import platform
import tempfile
from pathlib import Path

from bench import across_servers, match_length, playouts, session_stream, unary_calls, verifying


def main() -> None:
    """Prints the table."""
    print(f"Python {platform.python_version()}, {platform.machine()}; medians of alternating rounds\n")
    with tempfile.TemporaryDirectory() as folder:
        for in_flight in (1, 64):
            rates = asyncio.run(unary_calls.measure(Path(folder), in_flight, seconds=1.5, rounds=5))
            print(
                f"{in_flight:3} in flight: bare echo {rates.echo:,.0f}/s, on uvloop {rates.echo_uvloop:,.0f}/s; "
                f"durable PlayMove {rates.play:,.0f}/s = {rates.play / rates.echo:.0%} of the echo"
            )
        for in_flight in (64, 256):
            session = asyncio.run(session_stream.measure(Path(folder), in_flight, seconds=1.5, rounds=5))
            print(
                f"{in_flight:3} in flight over one stream: {session.played:,.0f} durable moves/s = "
                f"{session.played / session.echo:.1f} times the bare echo ({session.echo:,.0f}/s)"
            )
        cost = asyncio.run(match_length.measure(Path(folder), long=300, rounds=20))
        print(
            f"a move in a match of {cost.short_events} events {cost.short:.2f} ms, of {cost.long_events} events "
            f"{cost.long:.2f} ms = {cost.long / cost.short:.0%}"
        )
        ways = asyncio.run(across_servers.measure(Path(folder), rounds=5))
        print(
            f"a move on one server, seen on another: {ways.from_commit:.2f} ms after its commit (p50) = "
            f"{ways.ratio:.1f} times XADD to XREAD BLOCK {ways.redis:.2f} ms + a bare message {ways.grpc:.2f} ms; "
            f"{ways.from_call:.2f} ms after the call, PostgreSQL's commit included"
        )
    rates_by_game = playouts.rates(seconds=1.0, rounds=5)
    chess = rates_by_game.pop("python-chess")
    print(f"random playouts: python-chess {chess:,.0f} moves/s")
    for name, rate in rates_by_game.items():
        print(f"  {name} {rate:,.0f} moves/s = {rate / chess:.1f} times")
    verifying.main()


if __name__ == "__main__":
    main()
