"""Local work on backups: verify and restore."""

import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from clio.cli.errors.exit_codes import ExitCode, Failure
from clio.cli.errors.system_errors import folder_in_use
from clio.cli.i18n.translate import filled, t, translated
from clio.cli.local.event_store import OLD_KEY, record_unreachable
from clio.cli.text.backup_text import backup_refused

if TYPE_CHECKING:
    from clio.kernel.events.event_types import EventTypes
    from clio.server.backup.credentials import Credentials
    from clio.server.backup.restoration import Restored
    from clio.server.settings import Settings

OnProgress = Callable[[int], None]


def restore_backup(
    file: Path, on_progress: OnProgress, revocations: Sequence[Path] = (), *, keep: bool = False
) -> "Restored":
    """Restores a file to where the CLIO_* settings of this shell put the record.

    No token or API key in it is worth anything, unless ``revocations`` say which are not, or ``keep`` vouches for all.
    """
    from clio.server.backup.restore import restore  # noqa: PLC0415 (loads the server)

    settings = _settings()
    return _work(
        file,
        settings,
        lambda source, keys, types: restore(
            source,
            keys,
            settings,
            types,
            verify=_judge,
            on_progress=on_progress,
            credentials=_credentials(settings, revocations, keep=keep),
        ),
    )


def _credentials(settings: "Settings", revocations: Sequence[Path], *, keep: bool) -> "Credentials":
    from clio.server.auth.revocations import read_revocations  # noqa: PLC0415 (loads the server)
    from clio.server.backup.credentials import Credentials  # noqa: PLC0415
    from clio.server.backup.errors import BackupError  # noqa: PLC0415

    own = settings.revocations_file
    try:
        # What the place itself has revoked is never forgotten, whatever else is said.
        listed = read_revocations([*revocations, *([own] if own.exists() else [])])
    except ValueError as error:
        raise BackupError("REVOCATIONS_WRONG", why=str(error)) from error
    return Credentials(void=not revocations and not keep, revocations=listed)


def verify_backup(file: Path, on_progress: OnProgress) -> "Restored":
    """Verifies a file by restoring it to a temporary store."""
    from clio.server.backup.restore import rehearse  # noqa: PLC0415 (loads the server)

    return _work(
        file,
        _settings(),
        lambda source, keys, types: rehearse(source, keys, types, verify=_judge, on_progress=on_progress),
    )


def _work(
    file: Path, settings: "Settings", work: "Callable[[BinaryIO, Sequence[bytes], EventTypes], Restored]"
) -> "Restored":
    from eventsourcing.persistence import PersistenceError  # noqa: PLC0415 (loads the server)

    from clio.games.registry import GAMES  # noqa: PLC0415
    from clio.kernel.match.referee import Referee  # noqa: PLC0415
    from clio.server.backup.errors import BackupError  # noqa: PLC0415
    from clio.server.eventstore.data_folder import FolderInUseError  # noqa: PLC0415
    from clio.server.eventstore.encryption import key_bytes  # noqa: PLC0415
    from clio.server.settings import SettingsError  # noqa: PLC0415

    try:
        keys = [key_bytes(key) for key in (settings.cipher_key, os.environ.get(OLD_KEY, "")) if key]
        with file.open("rb") as source:
            return work(source, keys, Referee(GAMES).types)
    except FolderInUseError as error:
        raise folder_in_use(error.folder) from error
    except BackupError as error:
        raise backup_refused(error.reason, error.params) from error
    except SettingsError as error:
        raise Failure(ExitCode.USAGE, "SETTINGS", translated(error.message)) from error
    except OSError as error:
        reason = filled("{file} cannot be used: {error}.", file=error.filename or file, error=error.strerror or error)
        code = ExitCode.NOT_FOUND if isinstance(error, FileNotFoundError) else ExitCode.REFUSED
        raise Failure(code, "FILE", reason) from error
    except PersistenceError as error:
        raise record_unreachable(settings.database_url) from error


def _judge(lines: Sequence[bytes], level: int) -> str:
    from clio.verify.verifier import verify_lines  # noqa: PLC0415 (loads the rules)

    report = verify_lines(lines, rules=False)
    if not 0 < report.failed_level <= level:
        return ""
    name, found = report.levels()[report.failed_level - 1]
    where = [t(name)] if found.seq is None else [t(name), filled("event {seq}", seq=found.seq)]
    return ": ".join([*where, translated(found.message)])


def _settings() -> "Settings":
    from clio.server.bootstrap import settings_from_environment  # noqa: PLC0415 (loads the server)
    from clio.server.settings import SettingsError  # noqa: PLC0415

    try:
        return settings_from_environment()
    except SettingsError as error:
        raise Failure(ExitCode.USAGE, "SETTINGS", translated(error.message)) from error
