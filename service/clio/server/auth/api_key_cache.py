"""The keys that hold, in memory: kept up with the store, so that a revocation elsewhere reaches this server."""

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

LOOK_AGAIN: Final = 1.0
MAX_KEYS: Final = 10_000
T = TypeVar("T")


class ApiKeyCache:
    """Judges keys. What changes here is known here at once, what other servers change within a second or two."""

    def __init__(self, store: KeyStore, revocations: RevocationList | None = None) -> None:
        """``revocations`` hears of each key before it is revoked."""
        self._store: Final = store
        self._revocations: Final = revocations
        self._version = store.version()
        self._keys = {key.id: key for key in store.all()}
        self._adding = 0
        self._looking: asyncio.Task[None] | None = None
        self._outage: Final = Outage("keys.not_read", "keys.read")

    def judge(self, text: str) -> ApiKey:
        """The key that a caller has; refuses one that is none. Only who has the secret learns more than that."""
        parts = split(text)
        key = self._keys.get(parts[0]) if parts else None
        if parts is None or not is_hash_of(key, parts[1]) or key is None:
            raise auth_errors.key_wrong()
        self.demand(key.id)
        return key

    def demand(self, key_id: str) -> None:
        """Refuses a key that is worth nothing any more."""
        key = self._keys[key_id]
        if key.revoked_at:
            raise auth_errors.key_revoked()
        if key.expires_at and not key.holds(timestamp()):
            raise auth_errors.key_expired(key.expires_at)

    def listed(self) -> list[ApiKey]:
        """All keys, the newest first."""
        return sorted(self._keys.values(), key=lambda key: (key.created_at, key.id), reverse=True)

    def stored(self) -> list[ApiKey]:
        """All keys as the store has them now. Blocking."""
        try:
            return sorted(self._store.all(), key=lambda key: (key.created_at, key.id))
        except KeysUnavailableError as error:
            raise errors.record_unavailable(str(error)) from error

    async def add(self, key: ApiKey) -> None:
        """Keeps a new key."""
        # Keys on their way to the store count too: calls that come at the same time share the bound.
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
        """Makes a key worthless; one that was revoked stays so."""
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

    def start(self, on_look: Callable[[], None]) -> None:
        """Looks at the store now and then; says so each time, also while the store is away."""
        self._looking = asyncio.create_task(supervised("clio-keys", lambda: self._look(on_look)), name="clio-keys")

    async def stop(self) -> None:
        """Looks no more."""
        if self._looking is not None:
            self._looking.cancel()
            await asyncio.gather(self._looking, return_exceptions=True)
        self._store.close()

    async def _look(self, on_look: Callable[[], None]) -> None:
        while True:
            await asyncio.sleep(LOOK_AGAIN)
            try:
                await self._catch_up()
                self._outage.ended()
            except errors.ServiceError as error:
                # Nobody can revoke a key either while the store is away.
                self._outage.failed(error.message)
            on_look()

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
