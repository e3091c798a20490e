"""The keys under the heads of matches, out of a backup into their files."""

from pathlib import Path

from clio.projections.storage.private_files import make_private_folder
from clio.server.backup.errors import BackupError
from clio.server.backup.payload import Keys
from clio.server.clock import timestamp
from clio.server.signing_keys import RetiredKey, keep_retired, keep_signing, public_half


def demand_fitting_key(place: Path, keys: Keys) -> None:
    """Refuses to sign with another key than before where one is there already."""
    try:
        private = bytes.fromhex(keys.private)
        sound = not private or public_half(private).hex() == keys.public
    except ValueError:
        sound = False
    if not sound:
        raise BackupError("CONTENT_WRONG", why="its keys do not belong together")
    if place.exists() and public_half(place.read_bytes()).hex() != keys.public:
        raise BackupError("HEAD_KEY_DIFFERS", place=str(place))


def restore_keys(place: Path, keys: Keys) -> bool:
    """Writes the keys that came along; whether heads will be signed as before."""
    make_private_folder(place.parent)
    if keys.private and not place.exists():
        keep_signing(place, bytes.fromhex(keys.private))
    for retired in keys.retired:
        keep_retired(place, retired)
    if not place.exists():
        keep_retired(place, RetiredKey(keys.public, timestamp()))
    return place.exists()
