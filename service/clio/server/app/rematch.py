"""A rematch: the players of a match that is over meet again in one new match, each a seat further."""

from collections.abc import Awaitable, Callable, Iterable
from typing import Final, Protocol, TypeAlias

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

BOT_CODE: Final = "bot of this server"
"""The code hash of seats reserved for bots: no invitation code has such a hash."""

OpenMatch: TypeAlias = Callable[[Open, str], Awaitable[CommandResult]]


class BotPlayers(Protocol):
    """The server's bots, as far as a rematch needs them."""

    def check(self, bots: Iterable[str]) -> None:
        """Refuses bots that the server does not offer."""

    async def return_to(self, match: Match, seat: int, bot: str, name: str) -> object:
        """Seats a bot in a match, unless it sits there."""


class RematchRequest(msgspec.Struct, frozen=True):
    """A player's wish for a rematch; ``seat`` is the one in the new match that the commitment is for."""

    match_id: str
    request_id: str
    caller: Caller
    entropy: bytes
    token_hash: str
    seat: int | None
    commitment: bytes


class Rematches:
    """Opens rematches and fills them with the players of the old matches."""

    def __init__(self, matches: MatchService, open_match: OpenMatch, bots: BotPlayers) -> None:
        self._matches: Final = matches
        self._open: Final = open_match
        self._bots: Final = bots

    async def join(self, request: RematchRequest) -> tuple[CommandResult, int]:
        """Opens the rematch unless it is open, and takes the caller's seat in it; returns the result and the seat."""
        old = await self._matches.get(request.match_id)
        seat = seat_with(old, request.caller)
        if not old.is_over:
            raise errors.refused(
                Rejection("CLIO-REMATCH", "The match goes on: a rematch follows a match that is over.")
            )
        player = old.seats[seat]
        # A bot's token follows from the seed, which is public by now.
        if player is None or player.bot:
            raise errors.refused(Rejection("CLIO-REMATCH", "Nobody sits at seat {seat}.", {"seat": seat}))
        taken = next_seat(old, seat)
        if request.seat is not None and request.seat != taken:
            raise errors.other_seat(taken)
        self._bots.check(each.bot for each in old.seats if each is not None and each.bot)
        # The first caller of all players opens it; its id and request follow from the old match, so all mean the same.
        opened = await self._open(_opening(old), f"rematch-{old.id}")
        join = Join(
            seat=taken,
            name=player.name,
            entropy=request.entropy,
            commitment=request.commitment,
            token_hash=request.token_hash,
            namespace=player.namespace,
            code_hash=player.token_hash,
        )
        await self._seat_bots(old, opened.match)
        return await self._matches.execute(opened.match.id, request.request_id, join), taken

    async def _seat_bots(self, old: Match, new: Match) -> None:
        """Gives the bots of the old match their seats; a call that is repeated finds them there."""
        for number, player in enumerate(old.seats):
            if player is not None and player.bot:
                taken = next_seat(old, number)
                await self._bots.return_to(new, taken, player.bot, player.name)


def _opening(old: Match) -> Open:
    """The same game with the same options, visibility and host; each seat is reserved for the player who gets it."""
    metadata = msgspec.structs.replace(
        old.metadata,
        external_id="",
        rematch_of=old.id,
        reservations=tuple(
            sorted(
                (
                    Reservation(next_seat(old, number), seat.namespace, BOT_CODE if seat.bot else seat.token_hash)
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
    """The same clock, readiness and roles."""
    opened = old.opened
    if opened.roles is msgspec.UNSET:
        return None
    return FairPlay(
        clock=opened.clock or "",
        commit_reveal=opened.commit_reveal is True,
        abandon_after=opened.abandon_after or None,
        director=opened.roles.director,
    )


def next_seat(old: Match, seat: int) -> int:
    """The seat in the rematch of the player who had ``seat`` in the old match."""
    return (seat + 1) % len(old.seats)
