"""An empty place to restore into, and the mark that keeps servers off one that is not finished."""

import shutil
from pathlib import Path
from typing import Final

from clio.server.backup.errors import BackupError
from clio.server.settings import Settings, SettingsError

RESTORING: Final = "restoring"
"""The folder inside CLIO_DATA that a restore works in; it is there from the first byte to the last."""
_RECORD: Final = ("record.db", "record.db-wal", "record.db-shm")
_ARCHIVE: Final = ("archive.db", "archive.db-wal", "archive.db-shm")
_VIEWS: Final = "projections"


def refuse_half_restored(data: Path) -> None:
    """Keeps a server from starting on what an interrupted restore has left."""
    if (data / RESTORING).exists():
        raise SettingsError(f"A restore into {data} was interrupted, or is under way: run clio admin restore again.")


def require_empty(settings: Settings) -> None:
    """Refuses to restore over anything; what an interrupted restore has left counts as nothing."""
    interrupted = (settings.data / RESTORING).exists()
    if settings.database_url and not _is_empty_database(settings.database_url):
        if interrupted:
            # The database comes last, so all is in its place and only the mark is left.
            shutil.rmtree(settings.data / RESTORING)
        raise BackupError("DATABASE_NOT_EMPTY")
    if interrupted:
        # No server starts on such a folder, so whatever is in it came from that restore.
        for name in (*_RECORD, *_ARCHIVE):
            (settings.data / name).unlink(missing_ok=True)
        shutil.rmtree(settings.data / RESTORING)
    mine = (_ARCHIVE[0],) if settings.database_url else (_RECORD[0], _ARCHIVE[0], _VIEWS)
    if any((settings.data / name).exists() for name in mine):
        raise BackupError("NOT_EMPTY", place=str(settings.data))


def _is_empty_database(url: str) -> bool:
    from clio.server.backup.postgres_target import is_empty  # noqa: PLC0415 (needs the PostgreSQL driver, an extra)

    return is_empty(url)
