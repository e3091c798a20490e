"""Builds the next events of a match: numbers them, seals their secrets, chains their canonical bytes."""

from collections.abc import Mapping
from typing import Final

import msgspec

from clio.kernel.events.event_types import EventTypes
from clio.kernel.events.match_event import NOTHING, Envelope, MatchEvent, Payload
from clio.kernel.game import GameEvent
from clio.kernel.integrity.canonical import canonical
from clio.kernel.integrity.chain import link
from clio.kernel.integrity.commitments import commitment, salt

_MOVE: Final = "move"


class EventBuilder:
    """Collects the events that one command adds to a match."""

    __slots__ = ("_digest", "_match_id", "_request", "_salt_key", "_seq", "_types", "at", "events")

    def __init__(  # noqa: PLR0913 (the envelope has that many parts)
        self,
        types: EventTypes,
        match_id: str,
        *,
        seq: int,
        digest: bytes,
        salt_key: bytes,
        request: str,
        at: str,
    ) -> None:
        self._types = types
        self._match_id = match_id
        self._seq = seq
        self._digest = digest
        self._salt_key = salt_key
        self._request = request
        self.at = at
        self.events: list[MatchEvent] = []

    def add(
        self,
        actor: str,
        payload: Payload,
        *,
        secret_move: bool = False,
        private: Mapping[str, str] = {},
    ) -> None:
        """Appends an event; ``secret_move`` seals the move in it."""
        self._seq += 1
        public = payload
        sealed: dict[str, str] | msgspec.UnsetType = msgspec.UNSET
        secrets: Mapping[str, msgspec.Raw] = NOTHING
        if isinstance(payload, GameEvent) and (payload.SEALED or secret_move):
            fields = (*payload.SEALED, _MOVE) if secret_move else payload.SEALED
            secrets = {field: msgspec.Raw(canonical(getattr(payload, field))) for field in fields}
            sealed = {field: self._commit(field, value) for field, value in secrets.items()}
            public = msgspec.structs.replace(payload, **dict.fromkeys(fields, msgspec.UNSET))
        name, schema = self._types.forms[type(payload)]
        data = canonical(
            Envelope(
                actor=actor,
                at=self.at,
                match=self._match_id,
                public=msgspec.Raw(canonical(public)),
                request=self._request,
                schema=schema,
                sealed=sealed,
                seq=self._seq,
                type=name,
            )
        )
        self._digest = link(self._digest, data)
        self.events.append(
            MatchEvent(
                match_id=self._match_id,
                seq=self._seq,
                type=name,
                actor=actor,
                at=self.at,
                request=self._request,
                payload=payload,
                canonical=data,
                digest=self._digest,
                sealed=sealed or {},
                secrets=secrets,
                private=private,
            )
        )

    def _commit(self, field: str, value: msgspec.Raw) -> str:
        return commitment(salt(self._salt_key, self._seq, field), self._seq, field, value).hex()
