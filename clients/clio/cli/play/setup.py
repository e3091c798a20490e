"""Match setup: opens, joins or resumes a match, and runs its bots."""

import asyncio
import random
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from clio.cli.errors.exit_codes import ExitCode, Failure
from clio.cli.i18n.translate import filled, t
from clio.cli.play.controller import OVER, PlayController
from clio.cli.play.saved_matches import SavedMatch, SavedMatches
from clio.cli.session.session import Session
from clio.client.entropy import ENTROPY_BYTES
from clio.client.errors import ClioError, NotFoundError, UnreachableError
from clio.v1.match_pb2 import Match

_PATIENCE: Final = 60
"""How often a bot retries a server that cannot be reached."""


@dataclass(frozen=True, slots=True)
class MatchRequest:
    """Parameters of ``clio play``."""

    game: str
    name: str
    bots: tuple[str, ...]
    host: bool
    join: str
    new: bool
    seats: int
    options: Mapping[str, str]
    pause: float
    seed: int | None


async def take_seat(session: Session, saved: SavedMatches, request: MatchRequest) -> SavedMatch:
    """Takes a seat in a saved match, in another host's match, or in a new one."""
    if request.join:
        return await _join(session, saved, request)
    if not (request.host or request.new):
        found = await _unfinished(session, saved, request)
        if found is not None:
            return found
    return await _open(session, saved, request)


@asynccontextmanager
async def bots_at(session: Session, saved: SavedMatch, request: MatchRequest) -> AsyncIterator[None]:
    """Runs the bots of a match while the player plays."""
    holding = session.holding(saved.match_id)
    tasks = [
        asyncio.create_task(_bot_plays(session, saved, seat, holding.seats[seat], request))
        for seat in saved.bots
        if seat in holding.seats
    ]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def controller_of(session: Session, saved: SavedMatch) -> PlayController:
    """Creates the controller of the player's seat."""
    token = session.holding(saved.match_id).seats.get(saved.seat, "")
    if not token:
        raise Failure(
            ExitCode.NOT_ALLOWED, "SEAT_NOT_HELD", filled("Seat {seat} of this match is not yours.", seat=saved.seat)
        )
    return PlayController(session.client, saved.match_id, saved.seat, token)


async def _unfinished(session: Session, saved: SavedMatches, request: MatchRequest) -> SavedMatch | None:
    """Finds the newest unfinished match of the game, against the named bots if any were named."""
    for candidate in saved.of_game(request.game):
        if request.bots and tuple(candidate.bots.values()) != request.bots:
            continue
        try:
            match = await session.client.get_match(candidate.match_id)
        except NotFoundError:
            saved.remove(candidate.match_id)
            continue
        if match.status not in OVER:
            return candidate
        saved.remove(candidate.match_id)
    return None


async def _open(session: Session, saved: SavedMatches, request: MatchRequest) -> SavedMatch:
    bots = request.bots
    if not bots and not request.host:
        game = (await session.client.get_game(request.game)).game
        bots = ("greedy",) * (min(number for number in game.seats if number > 1) - 1)
    seats = request.seats or (0 if request.host and not bots else len(bots) + 1)
    opened = await session.client.open_match(request.game, seats, request.options)
    session.tokens.keep_host(opened.match.match_id, opened.host_token)
    _check(opened.match, bots, host=request.host)
    seat = await _sit(session, opened.match.match_id, request.name)
    found: dict[int, str] = {}
    for kind in bots:
        number = await _sit(session, opened.match.match_id, f"{Path(kind).stem} {len(found) + 1}", request.seed)
        found[number] = kind
    begun = SavedMatch(opened.match.match_id, request.game, seat, found)
    saved.add(begun)
    return begun


def _check(match: Match, bots: Sequence[str], *, host: bool) -> None:
    from clio.bots.bot import NoSuchBotError  # noqa: PLC0415 (bots are loaded only where they play)
    from clio.bots.registry import new_bot  # noqa: PLC0415

    for kind in bots:
        try:
            new_bot(kind, match.game, random.Random())  # noqa: S311 (no secret)
        except NoSuchBotError as error:
            raise Failure(ExitCode.NOT_FOUND, "BOT_NOT_FOUND", filled(error.template, **error.values)) from error
    if not host and len(bots) + 1 != len(match.seats):
        message = t("There are more seats than players: use --host to wait for people, or name more bots.")
        raise Failure(ExitCode.USAGE, "SEATS_LEFT", message)


async def _join(session: Session, saved: SavedMatches, request: MatchRequest) -> SavedMatch:
    match_id = await session.match_id(request.join)
    match = await session.client.get_match(match_id)
    if match.game != request.game:
        message = filled("Match {match} is a match of {game}.", match=match_id, game=match.game)
        raise Failure(ExitCode.USAGE, "OTHER_GAME", message)
    if found := saved.find(match_id):
        return found
    held = session.holding(match_id).seats
    begun = SavedMatch(match_id, request.game, min(held) if held else await _sit(session, match_id, request.name))
    saved.add(begun)
    return begun


async def _sit(session: Session, match_id: str, name: str, seed: int | None = None) -> int:
    entropy = None if seed is None else random.Random(f"{seed}/{name}").randbytes(ENTROPY_BYTES)  # noqa: S311 (asked for)
    joined = await session.client.join_match(match_id, name, entropy=entropy)
    session.tokens.keep_seat(match_id, joined.seat, joined.seat_token)
    return joined.seat


async def _bot_plays(session: Session, saved: SavedMatch, seat: int, token: str, request: MatchRequest) -> None:
    from clio.bots.player import Player  # noqa: PLC0415 (bots are loaded only where they play)
    from clio.bots.registry import new_bot  # noqa: PLC0415

    rng = random.Random(None if request.seed is None else f"{request.seed}/{seat}")  # noqa: S311 (no secret)
    bot = new_bot(saved.bots[seat], saved.game, rng)
    for _ in range(_PATIENCE):
        try:
            await Player(session.client, saved.match_id, {seat: token}, bot, request.pause).play()
        except UnreachableError:
            await asyncio.sleep(1)
        except ClioError:
            # The match has ended; the player's screen shows it.
            return
        else:
            return
