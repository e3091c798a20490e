"""Match setup: opens, joins or resumes a match, and runs its bots."""

import asyncio
import random
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from clio.cli.errors.exit_codes import ExitCode, Failure
from clio.cli.i18n.translate import counted, filled
from clio.cli.play.controller import OVER, Opponents, PlayController
from clio.cli.play.saved_matches import SavedMatch, SavedMatches
from clio.cli.play.seat_lock import is_played
from clio.cli.session.bot_errors import no_such_bot
from clio.cli.session.session import Session, suggesting_match
from clio.client.entropy import ENTROPY_BYTES
from clio.client.errors import ClioError, NotFoundError, UnreachableError
from clio.client.match_settings import MatchSettings

DEFAULT_BOT: Final = "greedy"
UNRATED: Final = {"rated": "no"}
"""The label of matches against bots of this command: who plays both sides could win as often as they like."""
GUEST: Final = "Player"
"""The name of players who give none, where their login name says nothing about them."""
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


def controller_of(session: Session, saved: SavedMatch, opponents: Opponents) -> PlayController:
    """Creates the controller of the player's seat."""
    token = session.holding(saved.match_id).seats.get(saved.seat, "")
    if not token:
        raise Failure(
            ExitCode.NOT_ALLOWED, "SEAT_NOT_HELD", filled("Seat {seat} of this match is not yours.", seat=saved.seat)
        )
    return PlayController(session.client, saved.match_id, saved.seat, token, opponents)


async def _unfinished(session: Session, saved: SavedMatches, request: MatchRequest) -> SavedMatch | None:
    """Finds the newest unfinished match of the game, against the named bots if any were named."""
    for candidate in saved.of_game(request.game):
        if not _is_wanted(candidate, request) or is_played(candidate.match_id, candidate.seat):
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


def _is_wanted(candidate: SavedMatch, request: MatchRequest) -> bool:
    """Whether a saved match has the bots and seats that were named."""
    bots = tuple(candidate.bots.values())
    seats = request.seats or (len(request.bots) + 1 if request.bots else len(bots) + 1)
    return bots[: len(request.bots)] == request.bots and seats == len(bots) + 1


async def _open(session: Session, saved: SavedMatches, request: MatchRequest) -> SavedMatch:
    game = (await session.client.get_game(request.game)).game
    seats, bots = seats_and_bots(request, game.seats)
    _check(request.game, bots)
    settings = None if request.host else MatchSettings(labels=UNRATED)
    opened = await session.client.open_match(request.game, seats, request.options, settings=settings)
    session.tokens.keep_host(opened.match.match_id, opened.host_token)
    seat = await _sit(session, opened.match.match_id, request.name)
    found: dict[int, str] = {}
    for kind in bots:
        number = await _sit(session, opened.match.match_id, f"{bot_name(kind)} {len(found) + 1}", request.seed)
        found[number] = kind
    begun = SavedMatch(opened.match.match_id, request.game, seat, found)
    saved.add(begun)
    return begun


def seats_and_bots(request: MatchRequest, allowed: Sequence[int]) -> tuple[int, tuple[str, ...]]:
    """The number of seats, and the bots on them: without people bots of the last kind named fill the rest."""
    bots = request.bots
    if request.host:
        least = len(bots) + 2 if bots else 0
        return request.seats or min((number for number in allowed if number >= least), default=0) * bool(bots), bots
    seats = request.seats or (len(bots) + 1 if bots else min((number for number in allowed if number > 1), default=1))
    if len(bots) >= seats:
        message = counted(
            "You named {number} bot for {seats} seats, and one of them is yours.",
            "You named {number} bots for {seats} seats, and one of them is yours.",
            len(bots),
            seats=seats,
        )
        raise Failure(ExitCode.USAGE, "TOO_MANY_BOTS", message)
    return seats, bots + (bots[-1] if bots else DEFAULT_BOT,) * (seats - 1 - len(bots))


def bot_name(kind: str) -> str:
    """What a bot is called: its kind, or the name of its file."""
    return Path(kind).stem if kind.endswith(".py") else kind


def _check(game: str, bots: Sequence[str]) -> None:
    from clio.bots.bot import NoSuchBotError  # noqa: PLC0415 (bots are loaded only where they play)
    from clio.bots.registry import new_bot  # noqa: PLC0415

    for kind in bots:
        try:
            new_bot(kind, game, random.Random())  # noqa: S311 (no secret)
        except NoSuchBotError as error:
            raise no_such_bot(error) from error


async def _join(session: Session, saved: SavedMatches, request: MatchRequest) -> SavedMatch:
    with suggesting_match(request.join):
        match_id = await session.match_id(request.join)
        match = await session.client.get_match(match_id)
    if request.game and match.game != request.game:
        message = filled("Match {match} is a match of {game}.", match=match_id, game=match.game)
        raise Failure(ExitCode.USAGE, "OTHER_GAME", message)
    known = saved.of_match(match_id)
    if found := next((seat for seat in known if not is_played(match_id, seat.seat)), None):
        return found
    bots = {seat for each in known for seat in each.bots}
    held = [seat for seat in session.holding(match_id).seats if seat not in bots and not is_played(match_id, seat)]
    if known and not held and all(seat.taken for seat in match.seats):
        message = filled("Match {match} is open in another terminal.", match=match_id)
        raise Failure(ExitCode.REFUSED, "PLAYED_ELSEWHERE", message)
    taken = {seat.name for seat in match.seats if seat.taken}
    name = f"{request.name} {len(taken) + 1}" if request.name in taken else request.name
    begun = SavedMatch(match_id, match.game, min(held) if held else await _sit(session, match_id, name))
    saved.add(begun)
    return begun


async def _sit(session: Session, match_id: str, name: str, seed: int | None = None) -> int:
    entropy = None if seed is None else random.Random(f"{seed}/{name}").randbytes(ENTROPY_BYTES)  # noqa: S311 (asked for)
    taken = await session.client.join(match_id, name, entropy=entropy)
    session.tokens.keep_seat(match_id, taken.seat, taken.token)
    return taken.seat


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
