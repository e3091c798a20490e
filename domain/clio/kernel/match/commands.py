"""Commands: the requests to change a match, as values, so that a repeated one can be compared with the first."""

import hmac
from typing import Any

import msgspec

from clio.kernel.events.lifecycle import Aborted, Joined, Left, Opened, Origin, Resigned, TokenRotated
from clio.kernel.events.match_event import HOST_ACTOR, MatchEvent
from clio.kernel.game import Game, GameEvent
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
    metadata: MatchMetadata = DEFAULT


class Fork(msgspec.Struct, frozen=True):
    """Open a match that continues another one from a chosen event; the facts up to there are its history."""

    match_id: str
    origin: Origin
    opened: Opened
    history: tuple[MatchEvent, ...]
    server_seed: bytes
    token_hash: str
    metadata: MatchMetadata = DEFAULT


class Join(msgspec.Struct, frozen=True):
    """Take a seat, or the first free one that the caller may take.

    ``namespace`` is that of the caller's API key, which may act for the seat from then on; ``code_hash`` is that of
    the caller's invitation code.
    """

    seat: int | None
    name: str
    entropy: bytes
    token_hash: str
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


Command = Join | Leave | Play | Resign | Abort | Rotate


def repeats(command: Open | Fork | Command, first: MatchEvent, game: Game[Any, Any]) -> bool:
    """Whether the command is a repetition of the one whose first event is given, not another with the same id."""
    payload = first.payload
    match command:
        case Open():
            return (
                isinstance(payload, Opened)
                and (payload.game, payload.seats) == (command.game, command.seats)
                and command.options.items() <= payload.options.items()
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
            return isinstance(payload, Aborted) and normalised(payload.reason) == normalised(reason)
        case Rotate(seat=holder):
            return (
                isinstance(payload, TokenRotated)
                and (payload.seat if payload.seat is not msgspec.UNSET else None) == holder
                and _same_token(first, command.token_hash)
            )


def _same_token(first: MatchEvent, token_hash: str) -> bool:
    return hmac.compare_digest(first.private.get("token", ""), token_hash)


def _same_metadata(first: MatchEvent, metadata: MatchMetadata) -> bool:
    return first.private.get(FIELD, "") == private_fields(normalised_metadata(metadata)).get(FIELD, "")
