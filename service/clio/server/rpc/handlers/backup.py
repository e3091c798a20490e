"""BackupService."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from hashlib import sha256
from typing import Final

from clio.server import errors
from clio.server.backup.container import encrypted
from clio.server.backup.snapshot import Content, Snapshot
from clio.server.rpc.caller import Context
from clio.v1 import backup_service_pb2 as pb
from clio.v1.backup_service_pb2_grpc import BackupServiceServicer


class BackupHandler(BackupServiceServicer):
    """Streams a backup while the server runs, for operators."""

    def __init__(self, content: Content, key: bytes | None) -> None:
        self._content: Final = content
        self._key: Final = key
        self._one_at_a_time: Final = asyncio.Lock()

    async def CreateBackup(
        self, request: pb.CreateBackupRequest, context: Context
    ) -> AsyncIterator[pb.CreateBackupResponse]:
        del context
        if self._key is None and not request.allow_plain:
            raise errors.backup_not_enciphered()
        async with self._one_at_a_time:
            snapshot = Snapshot(self._content, encrypted=self._key is not None)
            total, size = sha256(), 0
            parts = encrypted(snapshot.frames(), self._key)
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
