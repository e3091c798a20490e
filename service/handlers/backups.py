"""BackupService."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from hashlib import sha256
from pathlib import Path
from typing import Final

from clio.v1 import backup_service_pb2 as pb
from clio.v1.backup_service_pb2_grpc import BackupServiceServicer
from service import errors
from service.backup.chunks import sealed
from service.backup.snapshot import Snapshot
from service.calls.call import Context
from service.record.archive import Archive
from service.record.match_record import MatchRecord


class BackupHandler(BackupServiceServicer):
    """For operators, whom the gate has let in: a backup of a server that goes on serving."""

    def __init__(self, record: MatchRecord, archive: Archive, head_key: Path, key: bytes | None) -> None:
        self._record: Final = record
        self._archive: Final = archive
        self._head_key: Final = head_key
        self._key: Final = key
        self._one_at_a_time: Final = asyncio.Lock()

    async def CreateBackup(
        self, request: pb.CreateBackupRequest, context: Context
    ) -> AsyncIterator[pb.CreateBackupResponse]:
        """See the contract."""
        del context
        if self._key is None and not request.allow_plain:
            raise errors.backup_not_enciphered()
        async with self._one_at_a_time:
            snapshot = Snapshot(self._record, self._archive, self._head_key, enciphered=self._key is not None)
            total, size = sha256(), 0
            parts = sealed(snapshot.frames(), self._key)
            while part := await asyncio.to_thread(_next, parts):
                total.update(part)
                size += len(part)
                yield pb.CreateBackupResponse(chunk=part, events=snapshot.counts.events)
            yield pb.CreateBackupResponse(
                events=snapshot.counts.events, summary=self._summary(snapshot, size, total.digest())
            )

    def _summary(self, snapshot: Snapshot, size: int, digest: bytes) -> pb.BackupSummary:
        return pb.BackupSummary(
            position=snapshot.position,
            events=snapshot.counts.events,
            matches=snapshot.counts.matches,
            archived=snapshot.counts.archived,
            enciphered=self._key is not None,
            size_bytes=size,
            sha256=digest,
        )


def _next(parts: Iterator[bytes]) -> bytes:
    return next(parts, b"")
