"""Decisions of the referee: the builder of their events, and the steps that several commands share."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec

from clio.kernel.events.event_types import EventTypes
from clio.kernel.events.lifecycle import Finished, Started
from clio.kernel.events.match_event import NOTHING, SERVER_ACTOR, Envelope, MatchEvent, Payload
from clio.kernel.game import GameEvent
from clio.kernel.integrity.canonical import canonical
from clio.kernel.integrity.chain import link
from clio.kernel.integrity.commitments import commitment, salt
from clio.kernel.match.aggregate import Match, joint_chance
from clio.kernel.match.seat import Seat
from clio.kernel.outcome import Outcome
from clio.kernel.rejection import Rejection

_MOVE: Final = "move"


class Decision(msgspec.Struct, frozen=True, gc=False):
    """The events that a command adds, and the game's state after them."""

    events: tuple[MatchEvent, ...]
    state: object = None


class EventBuilder(msgspec.Struct, kw_only=True, gc=False):
    """Builds the events that one command adds to a match: numbers them, seals their secrets, chains their bytes."""

    types: EventTypes
    match_id: str
    seq: int
    digest: bytes
    salt_key: bytes
    request: str
    at: str
    events: list[MatchEvent] = []

    def add(
        self,
        actor: str,
        payload: Payload,
        *,
        secret_move: bool = False,
        private: Mapping[str, str] = {},
    ) -> None:
        """Appends an event; ``secret_move`` seals the move in it."""
        self.seq += 1
        public = payload
        sealed: dict[str, str] | msgspec.UnsetType = msgspec.UNSET
        secrets: Mapping[str, msgspec.Raw] = NOTHING
        if isinstance(payload, GameEvent) and (payload.SEALED or secret_move):
            fields = (*payload.SEALED, _MOVE) if secret_move else payload.SEALED
            secrets = {field: msgspec.Raw(canonical(getattr(payload, field))) for field in fields}
            sealed = {field: self._commit(field, value) for field, value in secrets.items()}
            public = msgspec.structs.replace(payload, **dict.fromkeys(fields, msgspec.UNSET))
        name, schema = self.types.forms[type(payload)]
        data = canonical(
            Envelope(
                actor=actor,
                at=self.at,
                match=self.match_id,
                public=msgspec.Raw(canonical(public)),
                request=self.request,
                schema=schema,
                sealed=sealed,
                seq=self.seq,
                type=name,
            )
        )
        self.digest = link(self.digest, data)
        self.events.append(
            MatchEvent(
                match_id=self.match_id,
                seq=self.seq,
                type=name,
                actor=actor,
                at=self.at,
                request=self.request,
                payload=payload,
                canonical=data,
                digest=self.digest,
                sealed=sealed or {},
                secrets=secrets,
                private=private,
            )
        )

    def _commit(self, field: str, value: msgspec.Raw) -> str:
        return commitment(salt(self.salt_key, self.seq, field), self.seq, field, value).hex()


def start(match: Match, seats: Sequence[Seat | None], draft: EventBuilder) -> Decision:
    """Starts the match: fixes the joint seed and sets the game up."""
    draft.add(SERVER_ACTOR, Started(names=tuple(seat.name for seat in seats if seat)))
    if match.origin is not None:
        return Decision(tuple(draft.events), match.state)
    chance = joint_chance(match.id, match.server_seed, seats)
    state: Any = None
    for event in match.game.setup(match.options, len(seats), chance):
        draft.add(SERVER_ACTOR, event)
        state = match.game.evolve(state, event)
    return conclude(match, state, draft)


def drop_out(match: Match, seat: int, actor: str, rule: str, draft: EventBuilder) -> Decision:
    """Goes on without a seat if the game can, else ends the match by a rule; the remaining seats win."""
    if match.chance is None:
        raise AssertionError("a match that is being played has its chance")
    remaining = [number for number in match.remaining if number != seat]
    facts = match.game.retire(match.state, seat, match.chance) if len(remaining) > 1 else None
    if facts is None:
        return finish(match, match.state, Outcome((), tuple(remaining), rule), draft)
    state = match.state
    for event in facts:
        draft.add(actor, event)
        state = match.game.evolve(state, event)
    return conclude(match, state, draft)


def conclude(match: Match, state: object, draft: EventBuilder) -> Decision:
    """The decision, with the result where the game is over."""
    outcome = match.game.outcome(state)
    if outcome is None:
        return Decision(tuple(draft.events), state)
    return finish(match, state, outcome, draft)


def finish(match: Match, state: object, outcome: Outcome, draft: EventBuilder) -> Decision:
    """The decision with a result."""
    draft.add(
        SERVER_ACTOR,
        Finished(
            decided_by=outcome.decided_by,
            scores=outcome.scores,
            server_seed=match.server_seed.hex(),
            winners=outcome.winners,
        ),
    )
    return Decision(tuple(draft.events), state)


def not_playing(match: Match) -> Rejection | None:
    """Why nobody can play now; None if the match is being played."""
    if match.is_over:
        return Rejection("CLIO-OVER", "The match is over.")
    if match.status == "readying":
        return Rejection(
            "CLIO-READY", "The match has not started: {due} seats are not ready.", {"due": len(due_seats(match))}
        )
    if match.status == "open":
        free = sum(seat is None for seat in match.seats)
        return Rejection("CLIO-WAITING", "The match has not started: {free} seats are free.", {"free": free})
    return None


def due_seats(match: Match) -> tuple[int, ...]:
    """The seats that still have to reveal their entropy."""
    return tuple(number for number, seat in enumerate(match.seats) if seat is not None and seat.is_due)
