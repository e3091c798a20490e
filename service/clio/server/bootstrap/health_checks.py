"""The health checks of a server's dependencies."""

import asyncio
from typing import TYPE_CHECKING

from clio.projections.runtime.supervisor import ProjectionSupervisor
from clio.server.clock import DeploymentClock
from clio.server.eventstore.clock_keeper import ClockKeeper
from clio.server.eventstore.group_commit import GroupCommitWriter
from clio.server.eventstore.match_store import MatchStore
from clio.server.livestream.factory import LiveStreamParts
from clio.server.observability import logging
from clio.server.observability.health import Dependency
from clio.supervision.supervised_thread import thread_check

if TYPE_CHECKING:
    from clio.server.eventstore.log_listener import LogListener


def dependencies(  # noqa: PLR0913 (one for each dependency)
    record: MatchStore,
    *,
    writer: GroupCommitWriter,
    keeper: ClockKeeper,
    clock: DeploymentClock,
    live: LiveStreamParts,
    projections: ProjectionSupervisor,
    follower: "LogListener | None",
) -> list[Dependency]:
    """What a server depends on; only with a ``follower`` it shares its event store."""

    async def can_read() -> bool:
        return await asyncio.to_thread(record.last_position) >= 0

    async def is_live() -> bool:
        return live.healthy

    async def can_log() -> bool:
        return logging.is_healthy()

    found = [
        Dependency("record", "sqlite" if follower is None else "postgresql", required=True, check=can_read),
        Dependency("writer", "thread", required=True, check=thread_check(lambda: [writer.thread])),
        Dependency(
            "clock", "thread", required=False, check=thread_check(lambda: [keeper.thread], lambda: clock.is_kept)
        ),
        Dependency("live", live.kind, required=False, check=is_live),
        Dependency("views", "threads", required=False, check=thread_check(projections.threads)),
        Dependency("log", "stderr", required=False, check=can_log),
    ]
    if follower is not None:
        check = thread_check(lambda: [follower.thread], lambda: follower.healthy)
        found.append(Dependency("follower", "thread", required=False, check=check))
    return found
