"""VerifyRecord: the four levels as ``clio verify`` gives them, judged in a child process, and nothing is kept."""

import asyncio
import gzip
import os
import signal
from collections.abc import AsyncIterator
from pathlib import Path

import grpc
import pytest
import pytest_asyncio

from clio.server.app.record_audit import RecordAudit
from clio.server.app.workers import Workers
from clio.server.errors import ServiceError
from clio.server.eventstore.record_parts import unpacked
from clio.v1 import archive_service_pb2 as pb
from clio.v1.archive_service_pb2_grpc import ArchiveServiceStub
from clio.verify.verifier import verify_file
from tests.fuzz.exhausting_records import bombs, long_record
from tests.kit.server_process import ROOT, ServerProcess

CORPUS = sorted((ROOT / "tests" / "corpus").glob("*.clio.gz"))
NAMES = {pb.RecordVerdict.Value(name): name.removeprefix("RECORD_VERDICT_").lower() for name in pb.RecordVerdict.keys()}  # noqa: SIM118


@pytest_asyncio.fixture
async def audit() -> AsyncIterator[RecordAudit]:
    workers = Workers(2)
    audit = RecordAudit(workers)
    yield audit
    audit.close()
    workers.close()


async def test_every_record_of_the_corpus_gets_the_verdicts_of_the_verifier(audit: RecordAudit) -> None:
    for file in CORPUS[::4]:
        expected = [(level.verdict, level.seq, level.message) for _, level in verify_file(file).levels()]
        found = await audit.verify(file.read_bytes())
        assert [(level.verdict, level.seq, level.message) for level in found.levels] == expected, file.name


async def test_hostile_records_are_judged_or_refused_and_the_next_one_is_judged(audit: RecordAudit) -> None:
    for name, content in bombs().items():
        try:
            found = await audit.verify(content)
        except ServiceError:
            continue
        assert "fail" in {level.verdict for level in found.levels}, name
    assert (await audit.verify(CORPUS[0].read_bytes())).integrity.verdict == "pass"


async def test_what_takes_too_long_is_refused_and_its_process_is_killed() -> None:
    workers = Workers(1)
    audit = RecordAudit(workers, max_seconds=0.01)
    try:
        with pytest.raises(ServiceError) as refused:
            await audit.verify(long_record("slow", 2_000))
        assert refused.value.metadata["limit"] == "record_check_seconds"
    finally:
        audit.close()
        workers.close()


async def test_a_caller_learns_all_four_levels_and_nothing_is_archived(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path / "data")
    await server.start()
    try:
        async with grpc.aio.insecure_channel(server.address) as channel:
            archive = ArchiveServiceStub(channel)
            whole = await archive.VerifyRecord(pb.VerifyRecordRequest(content=CORPUS[0].read_bytes()))
            assert [(level.level, NAMES[level.verdict]) for level in whole.levels] == [
                (number, "pass") for number in (1, 2, 3, 4)
            ]
            plain = unpacked([CORPUS[0].read_bytes()], 8 * 1024 * 1024)
            assert plain is not None
            cut = b"".join(b"".join(plain).splitlines(keepends=True)[:-1])
            broken = await archive.VerifyRecord(pb.VerifyRecordRequest(content=gzip.compress(cut)))
            assert [NAMES[level.verdict] for level in broken.levels] == ["fail", *["not_judged"] * 3]
            assert broken.levels[0].message["template"]
            assert broken.levels[0].why
            kept = await archive.ListArchivedRecords(pb.ListArchivedRecordsRequest())
            assert not kept.records
    finally:
        await server.stop()


async def test_calls_wait_for_each_other_and_hold_no_worker(audit: RecordAudit) -> None:
    content = CORPUS[0].read_bytes()
    found = await asyncio.gather(*(audit.verify(content) for _ in range(6)))
    assert {one.result.verdict for one in found} == {"pass"}


async def test_a_killed_process_is_started_again(audit: RecordAudit) -> None:
    content = CORPUS[0].read_bytes()
    first = await audit.verify(content)
    pid = audit.pid
    assert pid is not None
    os.kill(pid, signal.SIGKILL)
    assert await audit.verify(content) == first
