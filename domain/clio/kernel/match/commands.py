"""Commands: the requests to change a match, as values, so that a repeated one can be compared with the first."""

import hmac
from typing import Any

import msgspec

from clio.kernel.events.fair_play import (
    Abandoned,
    Agreement,
    Consented,
    Lapsed,
    Paused,
    Ready,
    Resumed,
    TimeAdded,
    TimeCredited,
    TimedOut,
)
from clio.kernel.events.lifecycle import Aborted, Joined, Left, Opened, Origin, Resigned, TokenRotated
from clio.kernel.events.match_event import HOST_ACTOR, MatchEvent, Payload
from clio.kernel.game import Game, GameEvent
from clio.kernel.match.fair_play import FairPlay, opening_fields
from clio.kernel.match.match_metadata import DEFAULT, FIELD, MatchMetadata, normalised_metadata, private_fields
from clio.kernel.visible_text import normalised


class Open(msgspec.Struct, frozen=True):
    """Open a match of a game. The caller chooses the id and the seed, because the domain has no randomness."""

    match_id: str
    game: str
    seats: int
    options: dict[str, str]
    server_seed: bytes
    token_hash: str
    fair_play: FairPlay | None = None
    """None for a match as it was before fair play: no clock, no readiness, no roles."""
    metadata: MatchMetadata = DEFAULT


class Fork(msgspec.Struct, frozen=True):
    """Open a match that continues another one from a chosen event; the facts up to there are its history."""

    match_id: str
    origin: Origin
    opened: Opened
    history: tuple[MatchEvent, ...]
    server_seed: bytes
    token_hash: str
    fair_play: bool = False
    """Whether the fork has the rules of fair play, as the server's own matches have."""
    metadata: MatchMetadata = DEFAULT


class Join(msgspec.Struct, frozen=True):
    """Take a seat, or the first free one that the caller may take.

    With commit and reveal a commitment stands in the place of the entropy.
    ``namespace`` is that of the caller's API key, which may act for the seat from then on; ``code_hash`` is that of
    the caller's invitation code.
    """

    seat: int | None
    name: str
    entropy: bytes
    token_hash: str
    commitment: bytes = b""
    namespace: str = ""
    code_hash: str = ""
    bot: str = ""
    """Which bot of the server takes it; empty for everybody else. Not part of the public record."""


class Leave(msgspec.Struct, frozen=True):
    """Give a seat back before the start; ``by_host`` if the host frees it."""

    seat: int
    by_host: bool = False


class Play(msgspec.Struct, frozen=True, gc=False):
    """Make a move."""

    seat: int
    move: msgspec.Struct


class Resign(msgspec.Struct, frozen=True):
    """Give up."""

    seat: int


class Abort(msgspec.Struct, frozen=True):
    """End the match without a result."""

    reason: str


class Rotate(msgspec.Struct, frozen=True):
    """Give a seat, or the host if ``seat`` is None, a new token."""

    seat: int | None
    token_hash: str


class GetReady(msgspec.Struct, frozen=True):
    """Reveal the entropy of a seat, and commit it for a next round."""

    seat: int
    entropy: bytes
    next: bytes


class Lapse(msgspec.Struct, frozen=True):
    """Free the seats that were not ready in time."""


class Expire(msgspec.Struct, frozen=True):
    """End a match whose seats were not taken in time."""


class Flag(msgspec.Struct, frozen=True):
    """Take a seat whose time has run out out of the match."""

    seat: int


class ClaimDue(msgspec.Struct, frozen=True):
    """Record what is due by the clock: a flag, a lapsed round of readiness, an expired match."""


class ClaimAbandoned(msgspec.Struct, frozen=True):
    """Claim that a seat has abandoned the match; ``by`` is the seat that claims, None for the host."""

    seat: int
    by: int | None


class Consent(msgspec.Struct, frozen=True):
    """Agree to abort, pause or resume the match."""

    seat: int
    to: Agreement
    reason: str


class Direct(msgspec.Struct, frozen=True):
    """Pause, resume or void the match, as its director."""

    to: Agreement
    reason: str


class AddTime(msgspec.Struct, frozen=True):
    """Give a seat more time, as the director."""

    seat: int
    milliseconds: int
    reason: str


class Credit(msgspec.Struct, frozen=True):
    """Give all running clocks time back in which no server could record a move."""

    milliseconds: int


FairPlayCommand = GetReady | Lapse | Expire | Flag | ClaimDue | ClaimAbandoned | Consent | Direct | AddTime | Credit
Command = Join | Leave | Play | Resign | Abort | Rotate | FairPlayCommand


def repeats(command: Open | Fork | Command, first: MatchEvent, game: Game[Any, Any]) -> bool:
    """Whether the command is a repetition of the one whose first event is given, not another with the same id."""
    payload = first.payload
    match command:
        case Open():
            return (
                isinstance(payload, Opened)
                and (payload.game, payload.seats) == (command.game, command.seats)
                and command.options.items() <= payload.options.items()
                and _same_fair_play(command, payload, first.at)
                and _same_token(first, command.token_hash)
                and _same_metadata(first, command.metadata)
            )
        case Fork():
            return (
                isinstance(payload, Opened)
                and payload.forked_from == command.origin
                and _same_token(first, command.token_hash)
                and _same_metadata(first, command.metadata)
            )
        case Join():
            return (
                isinstance(payload, Joined)
                and payload.entropy == command.entropy.hex()
                and (payload.commitment or "") == command.commitment.hex()
                and normalised(payload.name) == normalised(command.name)
                and command.seat in (None, payload.seat)
                and _same_token(first, command.token_hash)
            )
        case Leave(seat=seat, by_host=by_host):
            return isinstance(payload, Left) and payload.seat == seat and (first.actor == HOST_ACTOR) == by_host
        case Play(seat=seat, move=move):
            return (
                isinstance(payload, GameEvent)
                and first.actor == f"seat:{seat}"
                and payload.move == game.format_move(move)
            )
        case Resign(seat=seat):
            return isinstance(payload, Resigned) and payload.seat == seat
        case Abort(reason=reason):
            return isinstance(payload, Aborted) and not payload.cause and _same_text(payload.reason, reason)
        case Rotate(seat=holder):
            return (
                isinstance(payload, TokenRotated)
                and (payload.seat if payload.seat is not msgspec.UNSET else None) == holder
                and _same_token(first, command.token_hash)
            )
        case _:
            return _repeats_fair_play(command, payload)


def _repeats_fair_play(command: FairPlayCommand, payload: Payload) -> bool:  # noqa: C901 (a case for every command)
    match command:
        case GetReady(seat=seat, entropy=entropy, next=following):
            return payload == Ready(entropy.hex(), following.hex(), seat)
        case Lapse():
            return isinstance(payload, Lapsed)
        case Expire():
            return isinstance(payload, Aborted) and payload.cause == "expired"
        case Flag(seat=seat):
            return payload == TimedOut(seat)
        case ClaimDue():
            return isinstance(payload, TimedOut | Lapsed) or (
                isinstance(payload, Aborted) and payload.cause == "expired"
            )
        case ClaimAbandoned(seat=seat, by=by):
            return payload == (Abandoned(seat) if by is None else Abandoned(seat, by))
        case Consent(seat=seat, to=to, reason=reason):
            return (
                isinstance(payload, Consented)
                and (payload.seat, payload.to) == (seat, to)
                and _same_text(payload.reason, reason)
            )
        case Direct(to=to, reason=reason):
            return (
                isinstance(payload, Aborted | Paused | Resumed)
                and type(payload).__name__ == {"abort": "Aborted", "pause": "Paused", "resume": "Resumed"}[to]
                and _same_text(payload.reason, reason)
            )
        case AddTime(seat=seat, milliseconds=milliseconds, reason=reason):
            return (
                isinstance(payload, TimeAdded)
                and (payload.seat, payload.milliseconds) == (seat, milliseconds)
                and _same_text(payload.reason, reason)
            )
        case Credit(milliseconds=milliseconds):
            return payload == TimeCredited(milliseconds)


def _same_fair_play(command: Open, payload: Opened, at: str) -> bool:
    if command.fair_play is None:
        return payload.roles is msgspec.UNSET
    fields = opening_fields(command.fair_play, command.seats, at)
    return isinstance(fields, dict) and all(getattr(payload, name) == value for name, value in fields.items())


def _same_text(first: str, second: str) -> bool:
    return normalised(first) == normalised(second)


def _same_token(first: MatchEvent, token_hash: str) -> bool:
    return hmac.compare_digest(first.private.get("token", ""), token_hash)


def _same_metadata(first: MatchEvent, metadata: MatchMetadata) -> bool:
    return first.private.get(FIELD, "") == private_fields(normalised_metadata(metadata)).get(FIELD, "")
