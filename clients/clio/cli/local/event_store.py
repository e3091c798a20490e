"""Local work on an event store: create its tables, copy it."""

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final

from clio.cli.errors.exit_codes import ExitCode, Failure
from clio.cli.errors.system_errors import folder_in_use
from clio.cli.i18n.translate import filled, t, translated

if TYPE_CHECKING:
    from clio.server.eventstore.copy import Copied
    from clio.server.eventstore.match_store import MatchStore
    from clio.server.settings import Settings

_SCHEMES: Final = ("postgresql://", "postgres://")
_FILE: Final = "record.db"
NAMES_FILE: Final = "names.db"
KEY: Final = "CLIO_CIPHER_KEY"
OLD_KEY: Final = "CLIO_OLD_CIPHER_KEY"
"""The key of data that is only read: a record to copy or a backup, when keys are replaced."""


def configured_place() -> str:
    """The event store that the CLIO_* settings of this shell name."""
    from clio.server.bootstrap import settings_from_environment  # noqa: PLC0415 (loads the server)

    settings = settings_from_environment()
    return settings.database_url or str(settings.data)


def migrate(place: str) -> bool:
    """Creates the tables of an event store; returns False if they exist."""
    was_there = not _is_database(place) and _file(place).exists()
    with _writing(place):
        record = _open(place, [_key(KEY)])
        try:
            created = getattr(record.recorder, "has_created", not was_there)
        finally:
            record.close()
        _create_tables(place)
    return bool(created)


@contextmanager
def _writing(place: str) -> Iterator[None]:
    """Holds the folder of a SQLite record, which only one process may write to."""
    from clio.server.eventstore.data_folder import FolderInUseError, FolderLock  # noqa: PLC0415 (loads the server)

    if _is_database(place):
        yield
        return
    try:
        lock = FolderLock(_file(place).parent)
    except FolderInUseError as error:
        raise folder_in_use(error.folder) from error
    except OSError as error:
        raise record_unreachable(place) from error
    with lock:
        yield


def _create_tables(place: str) -> None:
    """API keys and the live stream's identity are kept with the record."""
    from eventsourcing.persistence import PersistenceError  # noqa: PLC0415 (loads the server)

    from clio.server.bootstrap import open_key_store  # noqa: PLC0415
    from clio.server.eventstore.factory import borrowed_pool  # noqa: PLC0415
    from clio.server.eventstore.player_names_factory import open_player_names  # noqa: PLC0415

    settings = _settings(place, "")
    try:
        with borrowed_pool(settings) as pool:
            open_key_store(settings, pool).close()
            open_player_names(settings, pool).close()
        if _is_database(place):
            from clio.server.livestream.postgres_identity import create_table_at  # noqa: PLC0415 (needs the driver, an extra)

            create_table_at(place)
    except PersistenceError as error:
        raise record_unreachable(place) from error


def copy(source: str, target: str, on_progress: Callable[[int], None]) -> "Copied":
    """Copies all matches, verifies every chain, and copies players' private names.

    The target is encrypted with CLIO_CIPHER_KEY, if it is set.
    """
    from eventsourcing.persistence import PersistenceError  # noqa: PLC0415 (loads the server)

    from clio.server.eventstore.copy import CopyError, copy_record  # noqa: PLC0415

    if not _is_database(source) and not _file(source).exists():
        raise Failure(ExitCode.NOT_FOUND, "RECORD_NOT_FOUND", filled("There is no record in {place}.", place=source))
    from_record = _open(source, ["", _key(KEY), _key(OLD_KEY)])
    try:
        with _writing(target):
            to_record = _open(target, [_key(KEY)])
            try:
                copied = copy_record(from_record, to_record, on_progress)
            finally:
                to_record.close()
            _copy_names(source, target)
            return copied
    except CopyError as error:
        raise Failure(ExitCode.NOT_VERIFIED, "NOT_COPIED", translated(error.message)) from error
    except PersistenceError as error:
        raise record_unreachable(source, target) from error
    finally:
        from_record.close()


def _copy_names(source: str, target: str) -> None:
    from clio.server.eventstore.factory import borrowed_pool  # noqa: PLC0415
    from clio.server.eventstore.player_names import NamesUnavailableError, copy_names  # noqa: PLC0415 (loads the server)
    from clio.server.eventstore.player_names_factory import open_player_names  # noqa: PLC0415

    if not _is_database(source) and not (_file(source).parent / NAMES_FILE).exists():
        return
    target_settings = _settings(target, _key(KEY))
    erased = _erased_names(target_settings)
    with (
        borrowed_pool(target_settings) as target_pool,
        closing(open_player_names(target_settings, target_pool)) as made,
    ):
        keys = list(dict.fromkeys(["", _key(KEY), _key(OLD_KEY)]))
        for key in keys:
            settings = _settings(source, key)
            with borrowed_pool(settings) as pool, closing(open_player_names(settings, pool)) as names:
                try:
                    copy_names(names, made, erased)
                except NamesUnavailableError:
                    # Another key may fit.
                    if key == keys[-1]:
                        raise
                else:
                    return


def _erased_names(target: "Settings") -> frozenset[str]:
    """The names that were erased at the target, or by the server that this shell's settings name."""
    from clio.server.auth.revocations import read_revocations  # noqa: PLC0415 (loads the server)
    from clio.server.bootstrap import settings_from_environment  # noqa: PLC0415

    lists = {target.revocations_file, settings_from_environment().revocations_file}
    return read_revocations(path for path in lists if path.is_file()).names


def _open(place: str, keys: Sequence[str]) -> "MatchStore":
    """Opens an event store with the first key that fits."""
    from eventsourcing.persistence import PersistenceError  # noqa: PLC0415 (loads the server)

    from clio.games.registry import GAMES  # noqa: PLC0415
    from clio.kernel.match.referee import Referee  # noqa: PLC0415
    from clio.server.eventstore.factory import open_record  # noqa: PLC0415
    from clio.server.settings import SettingsError  # noqa: PLC0415

    refused: SettingsError | None = None
    for key in dict.fromkeys(keys):
        try:
            return open_record(_settings(place, key), Referee(GAMES).types)
        except SettingsError as error:
            refused = error
        except (PersistenceError, OSError) as error:
            raise record_unreachable(place) from error
    reason = "" if refused is None else translated(refused.message)
    raise Failure(ExitCode.USAGE, "SETTINGS", reason) from refused


def _key(variable: str) -> str:
    return os.environ.get(variable, "")


def _settings(place: str, key: str) -> "Settings":
    from clio.server.settings import Settings  # noqa: PLC0415 (loads the server)

    if _is_database(place):
        return Settings(database_url=place, cipher_key=key)
    return Settings(data=_file(place).parent, cipher_key=key)


def _file(place: str) -> Path:
    path = Path(place)
    return path if path.name == _FILE else path / _FILE


def _is_database(place: str) -> bool:
    return place.startswith(_SCHEMES)


def record_unreachable(*places: str) -> Failure:
    """The failure to open an event store, without the password in its URL."""
    # A database's URL may hold a password.
    shown = t(" or ").join(place.rpartition("@")[2] for place in places)
    reason = filled("The record cannot be reached: {place}.", place=shown)
    return Failure(ExitCode.UNREACHABLE, "RECORD_UNAVAILABLE", reason)
