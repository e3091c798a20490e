"""Which tokens and API keys of a backup are worth something after it was restored.

A backup does not know what was revoked after it was taken. So everything in it is void, unless the operator brings the
lists of revocations that the servers kept, or vouches that nothing was revoked.
"""

from collections.abc import Iterable
from pathlib import Path
from typing import Final

import msgspec

from clio.kernel.events.match_event import MatchEvent
from clio.projections.storage.private_files import make_private_folder
from clio.server.auth.api_key_store import KeyStore
from clio.server.auth.api_keys import ApiKey
from clio.server.auth.revocations import Revocations, bears_token
from clio.server.backup.errors import BackupError
from clio.server.backup.payload import Keys
from clio.server.clock import timestamp
from clio.server.signing_keys import RetiredKey, keep_retired, keep_signing, public_half

_TOKEN: Final = "token"  # noqa: S105 (the name of a field)


class Credentials(msgspec.Struct, frozen=True):
    """``void``: nothing of the backup is worth anything; else all but what the revocations say."""

    void: bool
    revocations: Revocations

    def judged(self, event: MatchEvent) -> MatchEvent:
        """The event with the hash of the token that holds from now on; empty for none. No chain covers it."""
        if not bears_token(event) or _TOKEN not in event.private:
            return event
        token = "" if self.void else self.revocations.hash_after(event)
        return msgspec.structs.replace(event, private={**event.private, _TOKEN: token})

    def merge(self, keys: Iterable[ApiKey], store: KeyStore, now: str) -> None:
        """Puts the backup's API keys beside those of the place; what the place knows of a key is newer, and stays."""
        known = {key.id: key for key in store.all()}
        for key in keys:
            revoked = self.revocations.keys.get(key.id, "")
            if key.id in known:
                continue
            at = key.revoked_at or revoked or (now if self.void else "")
            store.add(msgspec.structs.replace(key, revoked_at=at))
        for key_id, at in self.revocations.keys.items():
            if key_id in known and not known[key_id].revoked_at:
                store.replace(msgspec.structs.replace(known[key_id], revoked_at=at))


def check_signing_keys(place: Path, keys: Keys) -> None:
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


def restore_signing_keys(place: Path, keys: Keys) -> bool:
    """Writes the keys that came along; whether heads will be signed as before."""
    make_private_folder(place.parent)
    if keys.private and not place.exists():
        keep_signing(place, bytes.fromhex(keys.private))
    for retired in keys.retired:
        keep_retired(place, retired)
    if not place.exists():
        keep_retired(place, RetiredKey(keys.public, timestamp()))
    return place.exists()
