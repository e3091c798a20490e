"""Which credentials of a backup are valid after a restore: seat tokens, API keys and signing keys.

A backup does not know what was revoked after it was taken. So its tokens and API keys are void, unless the operator
provides the servers' lists of revocations, or vouches that nothing was revoked.
"""

from collections.abc import Iterable
from pathlib import Path
from typing import Final

import msgspec

from clio.kernel.events.match_event import MatchEvent
from clio.projections.storage.private_files import make_private_folder
from clio.server.auth.api_key_store import KeyStore
from clio.server.auth.api_keys import ApiKey
from clio.server.auth.revocations import Revocations, issues_token
from clio.server.backup.errors import BackupError
from clio.server.backup.payload import Keys
from clio.server.clock import timestamp
from clio.server.signing_keys import RetiredKey, keep_retired, keep_signing, public_half

_TOKEN: Final = "token"  # noqa: S105 (the name of a field)


class Credentials(msgspec.Struct, frozen=True):
    """``void`` invalidates every token and API key; otherwise all are valid except the revoked ones."""

    void: bool
    revocations: Revocations

    def apply(self, event: MatchEvent) -> MatchEvent:
        """Returns the event with its valid token hash, empty if void. The hash chain does not cover it."""
        if not issues_token(event) or _TOKEN not in event.private:
            return event
        token = "" if self.void else self.revocations.hash_after(event)
        return msgspec.structs.replace(event, private={**event.private, _TOKEN: token})

    def merge(self, keys: Iterable[ApiKey], store: KeyStore, now: str) -> None:
        """Adds the backup's API keys to a store; a key that the store has is newer, and stays."""
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
    """Rejects inconsistent keys, and a signing key that differs from the one in the data folder."""
    try:
        private = bytes.fromhex(keys.private)
        consistent = not private or public_half(private).hex() == keys.public
    except ValueError:
        consistent = False
    if not consistent:
        raise BackupError("CONTENT_WRONG", why="its keys do not belong together")
    if place.exists() and public_half(place.read_bytes()).hex() != keys.public:
        raise BackupError("HEAD_KEY_DIFFERS", place=str(place))


def restore_signing_keys(place: Path, keys: Keys) -> bool:
    """Stores the backup's signing keys; True if heads will be signed with the same key as before."""
    make_private_folder(place.parent)
    if keys.private and not place.exists():
        keep_signing(place, bytes.fromhex(keys.private))
    for retired in keys.retired:
        keep_retired(place, retired)
    if not place.exists():
        keep_retired(place, RetiredKey(keys.public, timestamp()))
    return place.exists()
