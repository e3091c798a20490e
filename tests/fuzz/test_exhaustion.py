"""Records built to exhaust, in small: the server under a memory limit refuses them, and holds little.

``make fuzz`` attacks for minutes, and times what others feel meanwhile.
"""

import asyncio
import resource
from pathlib import Path

import grpc.aio
import pytest

from clio.kernel.limits import MAX_FORK_EVENTS
from clio.kernel.match.replay import EVERY, MAX_CHECKPOINTS
from clio.v1 import archive_service_pb2 as pb
from clio.v1.archive_service_pb2_grpc import ArchiveServiceStub
from tests.fuzz.exhausting_records import bombs, long_record
from tests.fuzz.exhaustion import MAX_MEMORY_KIB, MEMORY_LIMIT, import_record, match_id_of
from tests.kit.refusals import refusal_of
from tests.kit.server_process import ServerProcess
from tests.kit.servers import running

STREAMS = 30
BYTES = 6 * 1024 * 1024


async def test_a_record_with_numbers_beyond_the_limits_is_refused_within_bounds_of_memory(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path)
    await server.start()
    resource.prlimit(server.pid, resource.RLIMIT_DATA, (MEMORY_LIMIT, MEMORY_LIMIT))
    try:
        async with grpc.aio.insecure_channel(server.address) as channel:
            for name, content in bombs().items():
                refusal = await refusal_of(import_record(ArchiveServiceStub(channel), "", content))
                assert (name, refusal.reason) == (name, "RECORD_NOT_VALID")
        assert server.is_running
        assert server.memory_kib() < MAX_MEMORY_KIB
    finally:
        await server.stop()


async def test_many_uploads_at_once_hold_no_more_than_the_budget(tmp_path: Path) -> None:
    async with running(tmp_path, work_mib=32) as server:
        stub = ArchiveServiceStub(server.channel)
        budget = server.clio.work_budget
        content = b"x" * BYTES
        uploads = [asyncio.ensure_future(import_record(stub, "", content)) for _ in range(STREAMS)]
        highest = 0
        while not all(upload.done() for upload in uploads):
            highest = max(highest, budget.held)
            await asyncio.sleep(0.001)
        assert all(isinstance(upload.exception(), grpc.aio.AioRpcError) for upload in uploads)
        assert 0 < highest <= budget.share
        assert budget.refused > 0
        assert budget.held == 0


async def test_a_fork_of_a_long_forgery_is_refused_before_it_is_followed(tmp_path: Path) -> None:
    content = long_record("too-long-to-fork", MAX_FORK_EVENTS + 100)
    async with running(tmp_path) as server:
        stub = ArchiveServiceStub(server.channel)
        await import_record(stub, "", content)
        written = server.clio.record.last_position()
        fork = stub.ForkArchivedRecord(pb.ForkArchivedRecordRequest(match_id=match_id_of(content)))
        assert (await refusal_of(fork)).reason == "FORK_NOT_POSSIBLE"
        assert server.clio.record.last_position() == written


@pytest.mark.parametrize("backwards", [False, True])
async def test_a_replay_of_a_long_record_keeps_few_checkpoints(tmp_path: Path, *, backwards: bool) -> None:
    events = EVERY * MAX_CHECKPOINTS + 300
    content = long_record("long", events)
    async with running(tmp_path) as server:
        stub = ArchiveServiceStub(server.channel)
        await import_record(stub, "", content)
        request = pb.ReplayArchivedRecordRequest(match_id=match_id_of(content))
        if backwards:
            request.from_seq, request.to_seq = events, 1
        seen = [step.event.seq async for step in stub.ReplayArchivedRecord(request)]
        assert seen == (list(range(events, 0, -1)) if backwards else list(range(1, events + 1)))
