"""A server of Clio's that also prints when each event was handed to the live stream, right after its commit."""

import asyncio
import sys
import time
from collections.abc import Sequence

import uvloop

from service import logs
from service.bootstrap import Clio, settings_from_environment
from service.collector import spare_the_collector
from service.heap import share_heaps
from service.live.stream import LiveEvent
from service.server import until_told_to_stop
from service.threads import take_short_turns


async def serve() -> None:
    """Serves until told to stop; prints lines of match, seq and nanoseconds."""
    settings = settings_from_environment()
    logs.configure(settings.log_level, settings.log_format)
    clio = Clio(settings)
    stream = clio.matches.live
    publish = stream.publish

    def timed(match_id: str, events: Sequence[LiveEvent]) -> None:
        now = time.monotonic_ns()
        publish(match_id, events)
        sys.stdout.write("".join(f"{match_id} {event.seq} {now}\n" for event in events))
        sys.stdout.flush()

    stream.publish = timed  # type: ignore[method-assign]
    await clio.start()
    spare_the_collector()
    await until_told_to_stop()
    await clio.stop()


if __name__ == "__main__":
    share_heaps()
    take_short_turns()
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(serve())
