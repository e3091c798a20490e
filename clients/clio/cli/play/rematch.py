"""Rematch: the player and the bots of this command take their seats in the new match."""

from clio.cli.play.saved_matches import SavedMatch
from clio.cli.session.session import Session


async def take_rematch(session: Session, saved: SavedMatch) -> SavedMatch:
    """Asks for the rematch with every token of this command; other people join it when they ask for it too."""
    held = session.holding(saved.match_id).seats
    seats: dict[int, int] = {}
    match_id = ""
    for seat in [saved.seat, *saved.bots]:
        made = await session.client.seat(saved.match_id, held[seat], seat).rematch()
        match_id, seats[seat] = made.match_id, made.seat
        session.tokens.keep_seat(match_id, made.seat, made.token)
    return SavedMatch(match_id, saved.game, seats[saved.seat], {seats[seat]: bot for seat, bot in saved.bots.items()})
