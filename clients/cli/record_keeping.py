"""Work on a record without a server: creating its schema, and copying it elsewhere."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Final

from clients.cli.exit_codes import ExitCode, Failure

if TYPE_CHECKING:
    from service.record.copying import Copied
    from service.record.match_record import MatchRecord
    from service.settings import Settings

_SCHEMES: Final = ("postgresql://", "postgres://")
_FILE: Final = "record.db"


def configured_place() -> str:
    """Where the CLIO_* settings of this shell put the record."""
    from service.bootstrap import settings_from_environment  # noqa: PLC0415 (loads the server)

    settings = settings_from_environment()
    return settings.database_url or str(settings.data)


def migrate(place: str) -> bool:
    """Creates what a record needs in a place; False if it was all there."""
    was_there = not _is_database(place) and _file(place).exists()
    record = _open(place)
    try:
        created = getattr(record.recorder, "has_created", not was_there)
    finally:
        record.close()
    _create_keys(place)
    return bool(created)


def _create_keys(place: str) -> None:
    """API keys are kept with the record."""
    from eventsourcing.persistence import PersistenceError  # noqa: PLC0415 (loads the server)

    from service.bootstrap import open_key_store  # noqa: PLC0415

    try:
        open_key_store(_settings(place)).close()
    except PersistenceError as error:
        raise _unreachable(place) from error


def copy(source: str, target: str, on_progress: Callable[[int], None]) -> "Copied":
    """Copies all matches, verifying every chain."""
    from eventsourcing.persistence import PersistenceError  # noqa: PLC0415 (loads the server)

    from service.record.copying import CopyError, copy_record  # noqa: PLC0415

    if not _is_database(source) and not _file(source).exists():
        raise Failure(ExitCode.NOT_FOUND, "RECORD_NOT_FOUND", f"There is no record in {source}.")
    from_record = _open(source)
    try:
        to_record = _open(target)
        try:
            return copy_record(from_record, to_record, on_progress)
        finally:
            to_record.close()
    except CopyError as error:
        raise Failure(ExitCode.NOT_VERIFIED, "NOT_COPIED", str(error)) from error
    except PersistenceError as error:
        raise _unreachable(source, target) from error
    finally:
        from_record.close()


def _open(place: str) -> "MatchRecord":
    from eventsourcing.persistence import PersistenceError  # noqa: PLC0415 (loads the server)

    from domain.games import GAMES  # noqa: PLC0415
    from domain.kernel.referee import Referee  # noqa: PLC0415
    from service.record.choice import open_record  # noqa: PLC0415
    from service.settings import SettingsError  # noqa: PLC0415

    try:
        return open_record(_settings(place), Referee(GAMES).types)
    except SettingsError as error:
        raise Failure(ExitCode.USAGE, "SETTINGS", str(error)) from error
    except (PersistenceError, OSError) as error:
        raise _unreachable(place) from error


def _settings(place: str) -> "Settings":
    from service.settings import Settings  # noqa: PLC0415 (loads the server)

    return Settings(database_url=place) if _is_database(place) else Settings(data=_file(place).parent)


def _file(place: str) -> Path:
    path = Path(place)
    return path if path.name == _FILE else path / _FILE


def _is_database(place: str) -> bool:
    return place.startswith(_SCHEMES)


def _unreachable(*places: str) -> Failure:
    # A database's URL may hold a password.
    shown = " or ".join(place.rpartition("@")[2] for place in places)
    return Failure(ExitCode.UNREACHABLE, "RECORD_UNAVAILABLE", f"The record cannot be reached: {shown}.")
