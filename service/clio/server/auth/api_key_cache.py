"""An in-memory cache of API keys that follows the key store, so that a revocation elsewhere reaches this server."""

import asyncio
from collections.abc import Callable
from typing import Final, TypeVar

import msgspec

from clio.server import errors
from clio.server.auth import auth_errors
from clio.server.auth.api_key_store import KeyStore, KeysUnavailableError
from clio.server.auth.api_keys import ApiKey, is_hash_of, split
from clio.server.auth.revocations import RevocationList, RevocationsUnavailableError
from clio.server.clock import timestamp
from clio.supervision.outage import Outage
from clio.supervision.supervised_task import supervised

POLL_SECONDS: Final = 1.0
MAX_KEYS: Final = 10_000
T = TypeVar("T")


class ApiKeyCache:
    """Authenticates API keys. Sees its own changes at once, those of other servers within two seconds."""

    def __init__(self, store: KeyStore, revocations: RevocationList | None = None) -> None:
        """``revocations`` lists each key before it is revoked."""
        self._store: Final = store
        self._revocations: Final = revocations
        self._version = store.version()
        self._keys = {key.id: key for key in store.all()}
        self._adding = 0
        self._polling: asyncio.Task[None] | None = None
        self._outage: Final = Outage("keys.not_read", "keys.read")

    def authenticate(self, text: str) -> ApiKey:
        """Returns the valid key with this text. Only a caller with the secret learns why a key is invalid."""
        parts = split(text)
        key = self._keys.get(parts[0]) if parts else None
        if parts is None or not is_hash_of(key, parts[1]) or key is None:
            raise auth_errors.key_wrong()
        self.check_valid(key.id)
        return key

    def check_valid(self, key_id: str) -> None:
        """Rejects a key that is revoked or has expired."""
        key = self._keys[key_id]
        if key.revoked_at:
            raise auth_errors.key_revoked()
        if key.expires_at and not key.holds(timestamp()):
            raise auth_errors.key_expired(key.expires_at)

    def listed(self) -> list[ApiKey]:
        """Returns all keys, newest first."""
        return sorted(self._keys.values(), key=lambda key: (key.created_at, key.id), reverse=True)

    def stored(self) -> list[ApiKey]:
        """Reads all keys from the store, oldest first. Blocking."""
        try:
            return sorted(self._store.all(), key=lambda key: (key.created_at, key.id))
        except KeysUnavailableError as error:
            raise errors.record_unavailable(str(error)) from error

    async def add(self, key: ApiKey) -> None:
        """Stores a new key."""
        # Keys being stored count too: concurrent calls share the limit.
        if len(self._keys) + self._adding >= MAX_KEYS:
            raise auth_errors.too_many_keys(MAX_KEYS)
        self._adding += 1
        try:
            if not await self._stored(self._store.add, key):
                raise auth_errors.key_exists()
            self._keys[key.id] = key
        finally:
            self._adding -= 1

    async def revoke(self, key_id: str) -> ApiKey:
        """Revokes a key; does nothing for a key that is revoked already."""
        await self._catch_up()
        key = self._keys.get(key_id)
        if key is None:
            raise auth_errors.key_not_found(key_id)
        if not key.revoked_at:
            key = msgspec.structs.replace(key, revoked_at=timestamp())
            if self._revocations is not None:
                await self._stored(self._revocations.note_key, key_id, key.revoked_at)
            await self._stored(self._store.replace, key)
            self._keys[key_id] = key
        return key

    def start(self, on_poll: Callable[[], None]) -> None:
        """Polls the store; calls ``on_poll`` after each poll, also while the store is unavailable."""
        self._polling = asyncio.create_task(supervised("clio-keys", lambda: self._poll(on_poll)), name="clio-keys")

    async def stop(self) -> None:
        """Stops polling and closes the store."""
        if self._polling is not None:
            self._polling.cancel()
            await asyncio.gather(self._polling, return_exceptions=True)
        self._store.close()

    async def _poll(self, on_poll: Callable[[], None]) -> None:
        while True:
            await asyncio.sleep(POLL_SECONDS)
            try:
                await self._catch_up()
                self._outage.ended()
            except errors.ServiceError as error:
                # While the store is unavailable, no server can revoke a key either.
                self._outage.failed(error.message)
            on_poll()

    async def _catch_up(self) -> None:
        version = await self._stored(self._store.version)
        if version != self._version:
            keys = await self._stored(self._store.all)
            self._keys = {key.id: key for key in keys}
            self._version = version

    async def _stored(self, act: Callable[..., T], *args: object) -> T:
        try:
            return await asyncio.to_thread(act, *args)
        except (KeysUnavailableError, RevocationsUnavailableError) as error:
            raise errors.record_unavailable(str(error)) from error
