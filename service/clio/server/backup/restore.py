"""Restoring a file with the settings of a server, or into a place that is thrown away, to see that it can be done."""

import secrets
import tempfile
from base64 import b64encode
from collections.abc import Sequence
from pathlib import Path
from typing import BinaryIO, Final

from clio.games.registry import GAMES
from clio.kernel.events.event_types import EventTypes
from clio.projections.storage.private_files import prepare_private_database
from clio.server.auth.api_key_store import KeyStore, SqliteKeyStore
from clio.server.auth.revocations import Revocations
from clio.server.backup.credentials import Credentials
from clio.server.backup.restore_process import Judge, OnProgress, Restoration, Restored
from clio.server.backup.restore_target_check import RESTORING
from clio.server.backup.sqlite_target import SqliteTarget
from clio.server.backup.target import Target
from clio.server.eventstore.data_folder import FolderLock
from clio.server.eventstore.encryption import cipher_environment, cipher_of
from clio.server.eventstore.factory import open_record, sqlite_environment
from clio.server.eventstore.mapper import MatchEventMapper
from clio.server.eventstore.match_store import MatchStore
from clio.server.settings import Settings

VOID: Final = Credentials(void=True, revocations=Revocations({}, {}))
"""What holds where the operator says nothing: no token or key of a backup is worth anything."""


def restore(  # noqa: PLR0913 (what, with what, to where, and who judges and listens)
    file: BinaryIO,
    keys: Sequence[bytes],
    settings: Settings,
    types: EventTypes,
    *,
    judge: Judge,
    on_progress: OnProgress,
    credentials: Credentials = VOID,
) -> Restored:
    """Restores a backup to where the settings put the record; BackupError where it does not hold."""
    mapper = MatchEventMapper(types, None, cipher_of(settings.cipher_key))

    def target() -> Target:
        if settings.database_url:
            from clio.server.backup.postgres_target import PostgresTarget  # noqa: PLC0415 (needs the driver, an extra)

            return PostgresTarget(open_record(settings, types), settings.database_url, cipher_of(settings.cipher_key))
        made = settings.data / RESTORING / "record.db"
        prepare_private_database(made)
        environment = sqlite_environment(made) | cipher_environment(settings.cipher_key)
        return SqliteTarget(MatchStore(GAMES, types, environment), made, settings.data / "record.db")

    def key_store() -> KeyStore:
        if settings.database_url:
            from clio.server.auth.postgres_api_keys import PostgresKeyStore  # noqa: PLC0415 (needs the driver, an extra)

            return PostgresKeyStore(settings.database_url)
        return SqliteKeyStore(settings.data / "keys.db")

    restoration = Restoration(settings, mapper, judge, on_progress, credentials)
    with FolderLock(settings.data) as lock:
        try:
            return restoration.run(file, keys, target, key_store)
        except BaseException:
            lock.remove()
            raise


def rehearse(
    file: BinaryIO, keys: Sequence[bytes], types: EventTypes, *, judge: Judge, on_progress: OnProgress
) -> Restored:
    """Restores a backup to nowhere: a temporary folder, enciphered with a key that nobody keeps."""
    with tempfile.TemporaryDirectory(prefix="clio-") as folder:
        key = b64encode(secrets.token_bytes(32)).decode()
        nowhere = Settings(data=Path(folder), cipher_key=key)
        return restore(file, keys, nowhere, types, judge=judge, on_progress=on_progress)
