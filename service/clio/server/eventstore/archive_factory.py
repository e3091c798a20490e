"""Opens the archive that the settings ask for; reads the list of trusted signers."""

from typing import TYPE_CHECKING

from clio.server.eventstore.archive import Archive
from clio.server.eventstore.encryption import cipher_of
from clio.server.eventstore.sqlite_archive import SqliteArchive
from clio.server.settings import Settings, SettingsError

if TYPE_CHECKING:
    from clio.projections.storage.postgres_pool import PostgresPool

_KEY_BYTES = 32


def open_archive(settings: Settings, pool: "PostgresPool | None") -> Archive:
    """Opens the archive: a file, or a table in the pool's database, beside the event store."""
    cipher, path = cipher_of(settings.cipher_key), settings.data / "archive.db"
    if pool is None:
        return SqliteArchive(path, cipher)
    from clio.server.eventstore.postgres_archive import PostgresArchive, take_over_file  # noqa: PLC0415 (needs the driver)

    archive = PostgresArchive(pool, cipher)
    take_over_file(path, cipher, archive)
    return archive


def trusted_signers(settings: Settings) -> frozenset[bytes]:
    """The keys whose records may be imported; none for everybody's."""
    try:
        keys = frozenset(bytes.fromhex(each) for each in settings.trusted_signers.replace(",", " ").split())
    except ValueError:
        keys = frozenset({b""})
    if any(len(key) != _KEY_BYTES for key in keys):
        raise SettingsError("CLIO_TRUSTED_SIGNERS is not a list of public keys, each 64 hexadecimal digits.")
    return keys
