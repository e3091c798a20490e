"""Restores a backup into an empty place: stored, read back, every match verified, and only then put in service."""

import secrets
import tempfile
from base64 import b64encode
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, Final

from clio.games.registry import GAMES
from clio.kernel.events.event_types import EventTypes
from clio.projections.storage.private_files import prepare_private_database
from clio.server.auth.api_key_store import KeyStore, SqliteKeyStore
from clio.server.auth.revocations import Revocations
from clio.server.backup.credentials import Credentials
from clio.server.backup.restoration import OnProgress, Restoration, Restored, Verify
from clio.server.backup.restore_target import RESTORING, Target
from clio.server.backup.sqlite_target import SqliteTarget
from clio.server.eventstore.data_folder import FolderLock
from clio.server.eventstore.encryption import cipher_environment, cipher_of
from clio.server.eventstore.factory import open_record, sqlite_environment
from clio.server.eventstore.match_store import MatchEventMapper, MatchStore
from clio.server.settings import Settings

if TYPE_CHECKING:
    from clio.projections.storage.postgres_pool import PostgresPool

VOID: Final = Credentials(void=True, revocations=Revocations({}, {}))
"""The default: no token or API key of a backup is valid."""


def restore(  # noqa: PLR0913 (what, with what, to where, and who judges and listens)
    file: BinaryIO,
    keys: Sequence[bytes],
    settings: Settings,
    types: EventTypes,
    *,
    verify: Verify,
    on_progress: OnProgress,
    credentials: Credentials = VOID,
) -> Restored:
    """Restores a backup to the data folder and database of the settings; BackupError if it is not valid."""
    mapper = MatchEventMapper(types, None, cipher_of(settings.cipher_key))

    def target() -> Target:
        if settings.database_url:
            from clio.server.backup.postgres_target import PostgresTarget  # noqa: PLC0415 (needs the driver, an extra)

            return PostgresTarget(open_record(settings, types), settings.database_url, cipher_of(settings.cipher_key))
        work_file = settings.data / RESTORING / "record.db"
        prepare_private_database(work_file)
        environment = sqlite_environment(work_file) | cipher_environment(settings.cipher_key)
        return SqliteTarget(MatchStore(GAMES, types, environment), work_file, settings.data / "record.db")

    def key_store(pool: "PostgresPool | None") -> KeyStore:
        if pool is None:
            return SqliteKeyStore(settings.data / "keys.db")
        from clio.server.auth.postgres_api_keys import PostgresKeyStore  # noqa: PLC0415 (needs the driver, an extra)

        return PostgresKeyStore(pool)

    restoration = Restoration(settings, mapper, verify, on_progress, credentials)
    with FolderLock(settings.data) as lock:
        try:
            return restoration.run(file, keys, target, key_store)
        except BaseException:
            lock.remove()
            raise


def rehearse(
    file: BinaryIO, keys: Sequence[bytes], types: EventTypes, *, verify: Verify, on_progress: OnProgress
) -> Restored:
    """Rehearses a restore in a temporary folder, encrypted with a key that is thrown away."""
    with tempfile.TemporaryDirectory(prefix="clio-") as folder:
        key = b64encode(secrets.token_bytes(32)).decode()
        temporary = Settings(data=Path(folder), cipher_key=key)
        return restore(file, keys, temporary, types, verify=verify, on_progress=on_progress)
