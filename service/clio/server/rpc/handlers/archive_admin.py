"""ArchiveAdminService."""

from typing import Final

from clio.server.app.pagination import page_size, position_of, position_token
from clio.server.app.record_import import RecordImport
from clio.server.eventstore.archive import NEWEST, Archived
from clio.server.rpc.caller import Context
from clio.server.rpc.handlers.archive import to_archived_record
from clio.v1 import archive_admin_service_pb2 as pb
from clio.v1.archive_admin_service_pb2_grpc import ArchiveAdminServiceServicer


class ArchiveAdminHandler(ArchiveAdminServiceServicer):
    """Lists and removes foreign records, for operators."""

    def __init__(self, archiving: RecordImport) -> None:
        self._archiving: Final = archiving

    async def ListImports(self, request: pb.ListImportsRequest, context: Context) -> pb.ListImportsResponse:
        del context
        size = page_size(request.page_size)
        found = await self._archiving.page("", position_of(request.page_token, NEWEST), size + 1)
        token = position_token(found[size - 1][0].position) if len(found) > size else ""
        imports = [_to_message(archived, hidden=hidden) for archived, hidden in found[:size]]
        return pb.ListImportsResponse(imports=imports, next_page_token=token)

    async def DeleteArchivedRecord(
        self, request: pb.DeleteArchivedRecordRequest, context: Context
    ) -> pb.DeleteArchivedRecordResponse:
        del context
        archived, hidden = await self._archiving.delete(request.match_id, request.signer_key)
        return pb.DeleteArchivedRecordResponse(removed=_to_message(archived, hidden=hidden))


def _to_message(archived: Archived, *, hidden: bool) -> pb.Import:
    return pb.Import(
        record=to_archived_record(archived), importer=archived.importer, size_bytes=archived.size, hidden=hidden
    )
