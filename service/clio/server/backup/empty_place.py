"""Checks that a restore overwrites nothing."""

import shutil
from typing import Final

from clio.server.backup.errors import BackupError
from clio.server.backup.restore_target import RESTORING
from clio.server.settings import Settings

_RECORD_FILES: Final = ("record.db", "record.db-wal", "record.db-shm")
_ARCHIVE_FILES: Final = ("archive.db", "archive.db-wal", "archive.db-shm")
_VIEWS_FOLDER: Final = "projections"


def require_empty(settings: Settings) -> None:
    """Rejects a restore over existing data; removes the leftovers of an interrupted restore."""
    interrupted = (settings.data / RESTORING).exists()
    if settings.database_url and not _is_empty_database(settings.database_url):
        if interrupted:
            # The database commits last: the restore is complete, only its marker is left.
            shutil.rmtree(settings.data / RESTORING)
        raise BackupError("DATABASE_NOT_EMPTY")
    if interrupted:
        # No server starts on such a folder, so every file in it comes from that restore.
        for name in (*_RECORD_FILES, *_ARCHIVE_FILES):
            (settings.data / name).unlink(missing_ok=True)
        shutil.rmtree(settings.data / RESTORING)
    mine = (_ARCHIVE_FILES[0],) if settings.database_url else (_RECORD_FILES[0], _ARCHIVE_FILES[0], _VIEWS_FOLDER)
    if any((settings.data / name).exists() for name in mine):
        raise BackupError("NOT_EMPTY", place=str(settings.data))


def _is_empty_database(url: str) -> bool:
    from clio.server.backup.postgres_target import is_empty  # noqa: PLC0415 (needs the PostgreSQL driver, an extra)

    return is_empty(url)
