"""A server of Clio's that also prints when each event was handed to the live stream, right after its commit."""

import asyncio
import sys
import time
from collections.abc import Sequence

import uvloop

from clio.server.bootstrap import Clio, settings_from_environment
from clio.server.livestream.stream import LiveEvent
from clio.server.observability import logging
from clio.server.process_tuning import limit_malloc_arenas, shorten_switch_interval, tune_garbage_collector
from clio.server.rpc.grpc_server import until_stopped


async def serve() -> None:
    """Serves until it is stopped; prints lines of match, seq and nanoseconds."""
    settings = settings_from_environment()
    logging.configure(settings.log_level, settings.log_format)
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
    tune_garbage_collector()
    await until_stopped()
    await clio.stop()


if __name__ == "__main__":
    limit_malloc_arenas()
    shorten_switch_interval()
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(serve())
