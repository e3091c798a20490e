"""Level 2: the seed is the one committed to, and every draw is what it gives."""

from functools import cache

from clients.verify.verdicts import Level
from domain.games import GAMES
from domain.kernel.chance import Chance, Known, match_seed, seed_commitment
from domain.kernel.fairness import DrawFollower
from domain.kernel.game import GameEvent
from domain.kernel.lifecycle import Opened, Started
from domain.kernel.record import Record


def fairness(record: Record) -> Level:
    """The verdict."""
    seed, opened = record.server_seed, record.opened
    if seed is None or opened is None:
        return Level("pending", None, "the match is not over: the server seed is not known yet")
    if seed_commitment(record.header.match, seed).hex() != opened.seed_commitment:
        return Level("fail", len(record.facts), "the revealed server seed is not the one committed to in event 1")
    if opened.game not in GAMES:
        return Level("fail", None, f"{opened.game} is not installed: its draws are not known")
    return _draws(record, opened, seed)


def _draws(record: Record, opened: Opened, seed: bytes) -> Level:
    """Whether every event shows what chance gives."""
    follower = DrawFollower(GAMES[opened.game].draws, opened.options, opened.seats)
    is_fork = bool(opened.forked_from)
    if not is_fork:
        follower.chance = chance_of(record, seed)
    showing = _showing(opened.game)
    seq = 0
    try:
        for seq, fact in enumerate(record.facts, 1):
            payload = fact.payload
            if type(payload) in showing:
                why = follower.see(payload)  # type: ignore[arg-type]  # only a game's events show draws
            elif payload is None and follower.wants(fact.envelope.type.partition(".")[2]):
                why = fact.unreadable
            else:
                if is_fork and isinstance(payload, Started):
                    follower.chance = chance_of(record, seed, follower.known())
                continue
            if why:
                return Level("fail", seq, why)
    except ValueError as error:
        return Level("fail", seq, str(error))
    return Level("pass")


@cache
def _showing(game: str) -> frozenset[type[GameEvent]]:
    """The types of facts that may show draws."""
    follower = DrawFollower(GAMES[game].draws, {}, 0)
    return frozenset(event for event in GAMES[game].events if follower.wants(event.__name__))


def chance_of(record: Record, seed: bytes, known: Known | None = None) -> Chance:
    """The chance of the match, once its seed is known; worked out once for all levels."""
    if record.chance is None:
        seats = record.opened.seats if record.opened else 0
        entropies = [record.entropies.get(seat, b"") for seat in range(seats)]
        record.chance = Chance(match_seed(record.header.match, seed, entropies), known)
    return record.chance


def shown_so_far(record: Record) -> Known:
    """What a match that goes on has shown of its draws."""
    opened = record.opened
    if opened is None or opened.game not in GAMES:
        return Known()
    follower = DrawFollower(GAMES[opened.game].draws, opened.options, opened.seats)
    for fact in record.facts:
        if isinstance(fact.payload, GameEvent):
            follower.see(fact.payload)
    return follower.known()
