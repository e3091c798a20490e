"""Coming to a table: opening a match, joining one, returning to one, and the bots beside the player."""

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
from clio.client.client import ENTROPY_BYTES
from clio.client.errors import ClioError, NotFoundError, UnreachableError
from clio.v1.match_pb2 import Match

_PATIENCE: Final = 60
"""How often a bot comes back to a server that is away."""


@dataclass(frozen=True, slots=True)
class MatchRequest:
    """What the player asked for."""

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


async def take_seat(session: Session, kept: SavedMatches, wish: MatchRequest) -> SavedMatch:
    """A seat: of a match begun earlier, of somebody's match, or of a new one."""
    if wish.join:
        return await _join(session, kept, wish)
    if not (wish.host or wish.new):
        found = await _unfinished(session, kept, wish)
        if found is not None:
            return found
    return await _open(session, kept, wish)


@asynccontextmanager
async def bots_at(session: Session, kept: SavedMatch, wish: MatchRequest) -> AsyncIterator[None]:
    """Has the bots of a match play while the player does."""
    holding = session.holding(kept.match_id)
    tasks = [
        asyncio.create_task(_bot_plays(session, kept, seat, holding.seats[seat], wish))
        for seat in kept.bots
        if seat in holding.seats
    ]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def controller_of(session: Session, kept: SavedMatch) -> PlayController:
    """The player's own place at the table."""
    token = session.holding(kept.match_id).seats.get(kept.seat, "")
    if not token:
        raise Failure(
            ExitCode.NOT_ALLOWED, "SEAT_NOT_HELD", filled("You do not hold seat {seat} of this match.", seat=kept.seat)
        )
    return PlayController(session.client, kept.match_id, kept.seat, token)


async def _unfinished(session: Session, kept: SavedMatches, wish: MatchRequest) -> SavedMatch | None:
    """The newest match of the game, against the bots that were named if any were."""
    for candidate in kept.of_game(wish.game):
        if wish.bots and tuple(candidate.bots.values()) != wish.bots:
            continue
        try:
            match = await session.client.get_match(candidate.match_id)
        except NotFoundError:
            kept.forget(candidate.match_id)
            continue
        if match.status not in OVER:
            return candidate
        kept.forget(candidate.match_id)
    return None


async def _open(session: Session, kept: SavedMatches, wish: MatchRequest) -> SavedMatch:
    bots = wish.bots
    if not bots and not wish.host:
        game = (await session.client.get_game(wish.game)).game
        bots = ("greedy",) * (min(number for number in game.seats if number > 1) - 1)
    seats = wish.seats or (0 if wish.host and not bots else len(bots) + 1)
    opened = await session.client.open_match(wish.game, seats, wish.options)
    session.tokens.keep_host(opened.match.match_id, opened.host_token)
    _check(opened.match, bots, host=wish.host)
    seat = await _sit(session, opened.match.match_id, wish.name)
    found: dict[int, str] = {}
    for kind in bots:
        number = await _sit(session, opened.match.match_id, f"{Path(kind).stem} {len(found) + 1}", wish.seed)
        found[number] = kind
    begun = SavedMatch(opened.match.match_id, wish.game, seat, found)
    kept.keep(begun)
    return begun


def _check(match: Match, bots: Sequence[str], *, host: bool) -> None:
    from clio.bots.bot import NoSuchBotError  # noqa: PLC0415 (bots are loaded only where they play)
    from clio.bots.registry import new_bot  # noqa: PLC0415

    for kind in bots:
        try:
            new_bot(kind, match.game, random.Random())  # noqa: S311 (a bot's taste)
        except NoSuchBotError as error:
            raise Failure(ExitCode.NOT_FOUND, "BOT_NOT_FOUND", filled(error.template, **error.values)) from error
    if not host and len(bots) + 1 != len(match.seats):
        message = t("There are more seats than players; say --host to wait for people, or name more bots.")
        raise Failure(ExitCode.USAGE, "SEATS_LEFT", message)


async def _join(session: Session, kept: SavedMatches, wish: MatchRequest) -> SavedMatch:
    match_id = await session.match_id(wish.join)
    match = await session.client.get_match(match_id)
    if match.game != wish.game:
        message = filled("Match {match} is one of {game}.", match=match_id, game=match.game)
        raise Failure(ExitCode.USAGE, "OTHER_GAME", message)
    if found := kept.find(match_id):
        return found
    held = session.holding(match_id).seats
    begun = SavedMatch(match_id, wish.game, min(held) if held else await _sit(session, match_id, wish.name))
    kept.keep(begun)
    return begun


async def _sit(session: Session, match_id: str, name: str, seed: int | None = None) -> int:
    entropy = None if seed is None else random.Random(f"{seed}/{name}").randbytes(ENTROPY_BYTES)  # noqa: S311 (asked for)
    joined = await session.client.join_match(match_id, name, entropy=entropy)
    session.tokens.keep_seat(match_id, joined.seat, joined.seat_token)
    return joined.seat


async def _bot_plays(session: Session, kept: SavedMatch, seat: int, token: str, wish: MatchRequest) -> None:
    from clio.bots.player import Player  # noqa: PLC0415 (bots are loaded only where they play)
    from clio.bots.registry import new_bot  # noqa: PLC0415

    rng = random.Random(None if wish.seed is None else f"{wish.seed}/{seat}")  # noqa: S311 (a bot's taste)
    bot = new_bot(kept.bots[seat], kept.game, rng)
    for _ in range(_PATIENCE):
        try:
            await Player(session.client, kept.match_id, {seat: token}, bot, wish.pause).play()
        except UnreachableError:
            await asyncio.sleep(1)
        except ClioError:
            # The match ended under its hands; the player's own screen says so.
            return
        else:
            return
