"""A rematch: the players of a match that is over meet again in one new match, each a seat further."""

from collections.abc import Awaitable, Callable
from typing import TypeAlias

import msgspec

from clio.kernel.match.aggregate import Match
from clio.kernel.match.commands import Join, Open
from clio.kernel.match.fair_play import FairPlay
from clio.kernel.match.match_metadata import Reservation
from clio.kernel.match.visibility import Caller
from clio.kernel.rejection import Rejection
from clio.server import errors
from clio.server.app.authority import seat_with
from clio.server.app.command_request import CommandResult
from clio.server.app.match_service import MatchService
from clio.server.identifiers import new_server_seed, rematch_id_for

OpenMatch: TypeAlias = Callable[[Open, str], Awaitable[CommandResult]]


class RematchRequest(msgspec.Struct, frozen=True):
    """A player's wish for a rematch."""

    match_id: str
    request_id: str
    caller: Caller
    entropy: bytes
    token_hash: str


async def rematch(matches: MatchService, open_match: OpenMatch, request: RematchRequest) -> tuple[CommandResult, int]:
    """Opens the rematch unless it is open, and takes the caller's seat in it; returns the result and the seat."""
    old = await matches.get(request.match_id)
    seat = seat_with(old, request.caller)
    if not old.is_over:
        raise errors.refused(Rejection("CLIO-REMATCH", "The match goes on: a rematch follows a match that is over."))
    player = old.seats[seat]
    if player is None:
        raise errors.refused(Rejection("CLIO-REMATCH", "Nobody sits at seat {seat}.", {"seat": seat}))
    # The first caller of all players opens it; its id and request follow from the old match, so all mean the same one.
    opened = await open_match(_opening(old), f"rematch-{old.id}")
    join = Join(
        seat=_next_seat(old, seat),
        name=player.name,
        entropy=request.entropy,
        token_hash=request.token_hash,
        namespace=player.namespace,
        code_hash=player.token_hash,
    )
    done = await matches.execute(opened.match.id, request.request_id, join)
    return done, _next_seat(old, seat)


def _opening(old: Match) -> Open:
    """The same game with the same options, visibility and host; each seat is reserved for the player who gets it."""
    metadata = msgspec.structs.replace(
        old.metadata,
        external_id="",
        rematch_of=old.id,
        reservations=tuple(
            sorted(
                (
                    Reservation(_next_seat(old, number), seat.namespace, seat.token_hash)
                    for number, seat in enumerate(old.seats)
                    if seat is not None and (seat.namespace or seat.token_hash)
                ),
                key=lambda each: each.seat,
            )
        ),
    )
    return Open(
        match_id=rematch_id_for(old.id),
        game=old.game.name,
        seats=len(old.seats),
        options=dict(old.options),
        server_seed=new_server_seed(),
        token_hash=old.host_hash,
        metadata=metadata,
        fair_play=_fair_play(old),
    )


def _fair_play(old: Match) -> FairPlay | None:
    """The same clock and roles. Players bring their entropy with the call: there is no round of readiness."""
    opened = old.opened
    if opened.roles is msgspec.UNSET:
        return None
    return FairPlay(
        clock=opened.clock or "",
        commit_reveal=False,
        abandon_after=opened.abandon_after or None,
        director=opened.roles.director,
    )


def _next_seat(old: Match, seat: int) -> int:
    return (seat + 1) % len(old.seats)
