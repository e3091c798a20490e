"""The metric sources of the server's components."""

from collections.abc import Callable, Iterator, Mapping

from clio.projections.runtime.supervisor import ProjectionSupervisor
from clio.server.app.event_history import EventHistory
from clio.server.eventstore.group_commit import GroupCommitWriter
from clio.server.eventstore.match_store import MatchStore
from clio.server.livestream.factory import LiveStreamParts
from clio.server.observability import logging
from clio.server.observability.collector import MetricSource
from clio.server.observability.health import HealthMonitor
from clio.supervision.supervised_thread import SupervisedThread


def of_record(record: MatchStore, writer: GroupCommitWriter) -> Iterator[MetricSource]:
    """Commits, and the match cache."""
    yield MetricSource(
        "clio_commands_committed", "Commands handed to the event store, whatever the result.", lambda: writer.commits,
        grows=True,
    )  # fmt: skip
    yield MetricSource(
        "clio_commit_conflicts", "Commands that lost a race against another server and were decided again.",
        lambda: writer.conflicts, grows=True,
    )  # fmt: skip
    yield MetricSource("clio_commit_waiting", "Commands waiting for the next transaction.", lambda: writer.waiting)
    yield MetricSource(
        "clio_record_position", "The last log position that this server has written.", lambda: writer.position
    )
    yield MetricSource("clio_cached_matches", "Matches in memory.", lambda: record.cached_matches)
    yield MetricSource(
        "clio_cache_lookups", "Lookups in the match cache.",
        lambda: {"hit": record.cache_hits, "miss": record.cache_misses}, "result", grows=True,
    )  # fmt: skip


def of_live(live: LiveStreamParts) -> Iterator[MetricSource]:
    """Watchers, and the stream between servers; without Redis there is none."""
    yield MetricSource("clio_watchers", "Watchers connected to this server.", lambda: live.local.watchers)
    yield MetricSource("clio_watched_matches", "Matches with a watcher at this server.", lambda: live.local.watched)
    yield MetricSource(
        "clio_live_mended_events",
        "Events that watchers got from the event store because the live stream did not deliver them.",
        lambda: live.gap_filler.mended, grows=True,
    )  # fmt: skip
    redis = live.redis
    if redis is None:
        return
    publisher = redis.publisher
    yield MetricSource(
        "clio_live_events", "Events handed to Redis, by result.",
        lambda: {
            "published": publisher.published, "repeated": publisher.repeated, "dropped": publisher.dropped,
        }, "result", grows=True,
    )  # fmt: skip
    yield MetricSource(
        "clio_live_waiting_events", "Events waiting to be published to Redis.", lambda: publisher.waiting
    )
    yield MetricSource("clio_redis_healthy", "Whether Redis can be written and read: 1 or 0.", lambda: redis.healthy)


def of_past(past: EventHistory) -> Iterator[MetricSource]:
    """The event history that watchers read: from memory or from the event store, and its size in memory."""
    yield MetricSource(
        "clio_past_events", "Earlier events sent to watchers, by source.",
        lambda: {"memory": past.sent_from_memory, "record": past.sent_from_record}, "source", grows=True,
    )  # fmt: skip
    yield MetricSource(
        "clio_past_kept_bytes", "Approximate memory of cached earlier events.",
        lambda: past.kept.size,
    )  # fmt: skip


def of_projections(projections: ProjectionSupervisor) -> Iterator[MetricSource]:
    """Lag and health of each projection."""
    yield MetricSource(
        "clio_projection_lag_events", "Log positions that a projection is behind; -1 while it does not follow the log.",
        projections.lags, "projection",
    )  # fmt: skip
    yield MetricSource(
        "clio_projection_healthy",
        "Whether a projection follows the log without a fault: 1 or 0.",
        projections.health,
        "projection",
    )


def of_health(health: HealthMonitor) -> Iterator[MetricSource]:
    """Readiness, the health of dependencies, and the delay of the event loop."""
    yield MetricSource("clio_ready", "Whether the server is ready for calls: 1 or 0.", lambda: health.ready)
    yield MetricSource(
        "clio_dependency_healthy", "Whether a dependency is healthy: 1 or 0.",
        lambda: {each.name: health.is_healthy(each.name) for each in health.dependencies}, "dependency",
    )  # fmt: skip
    yield MetricSource(
        "clio_event_loop_delay_seconds", "Delay of the event loop at the last health check.", lambda: health.loop_delay
    )


def of_faults(
    calls: Callable[[], int], writer: GroupCommitWriter, live: LiveStreamParts, projections: ProjectionSupervisor
) -> Iterator[MetricSource]:
    """Faults by kind."""

    def faults() -> dict[str, float]:
        redis = live.redis
        return {
            "call": calls(),
            "record": writer.failures,
            "redis_publishing": redis.publisher.failures if redis is not None else 0,
            "redis_reading": redis.reading_failures if redis is not None else 0,
            "mending": live.gap_filler.failures,
            "projection": projections.faults,
        }

    yield MetricSource("clio_faults", "Faults by kind.", faults, "kind", grows=True)


def of_log() -> Iterator[MetricSource]:
    """Lines that the log has dropped."""
    yield MetricSource("clio_log_dropped_lines", "Dropped log lines.", logging.dropped_lines, grows=True)


def of_threads(threads: Callable[[], list[SupervisedThread]]) -> Iterator[MetricSource]:
    """Restarts and health of each thread."""
    yield MetricSource(
        "clio_thread_restarts", "Restarts of a thread after a failure.",
        lambda: {each.name: each.restarts for each in threads()}, "thread", grows=True,
    )  # fmt: skip
    yield MetricSource(
        "clio_thread_healthy", "Whether a thread is healthy: 1 or 0.",
        lambda: {each.name: each.healthy for each in threads()}, "thread",
    )  # fmt: skip


def of_streams(open_streams: Mapping[str, int]) -> Iterator[MetricSource]:
    """Open streams by method."""
    yield MetricSource("clio_streams", "Open streams by method.", lambda: dict(open_streams), "method")
