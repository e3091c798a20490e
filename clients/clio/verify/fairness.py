"""Level 2: the seed is the one committed to, and every draw is what it gives."""

from collections.abc import Collection
from contextlib import suppress
from functools import cache
from typing import Any

import msgspec

from clio.games.registry import GAMES
from clio.kernel.events.lifecycle import Opened, Started
from clio.kernel.game import Game, GameEvent
from clio.kernel.integrity.chance import Chance, Known, match_seed, seed_commitment
from clio.kernel.integrity.draw_table import fields_of
from clio.kernel.match.draw_checker import DrawChecker
from clio.kernel.message import NO_MESSAGE, Message, message
from clio.kernel.record_format.record import Fact, Record
from clio.verify.own_table import by_own_table
from clio.verify.record_files import TYPES
from clio.verify.verdicts import Level


def fairness(record: Record) -> Level:
    """The verdict."""
    seed, opened = record.server_seed, record.opened
    if seed is None or opened is None:
        return Level("pending", None, Message("the match is not over: the server seed is not known yet"))
    if seed_commitment(record.header.match, seed).hex() != opened.seed_commitment:
        return Level(
            "fail", len(record.facts), Message("the revealed server seed is not the one committed to in event 1")
        )
    if opened.game not in GAMES and opened.draws is not msgspec.UNSET:
        return by_own_table(record, opened.draws, seed)
    if not knows_rules(record):
        return Level(
            "not judged",
            None,
            message(
                "version {rules} of the rules of {game} is not installed", rules=ascii(opened.rules), game=opened.game
            ),
        )
    return _draws(record, opened, seed)


def knows_rules(record: Record, version: str = "") -> bool:
    """Whether the game is installed, with this version of its rules; the one that the record names if none is given."""
    game = GAMES.get(record.header.game)
    return game is not None and (version or record.header.rules) in (game.rules_version, *game.earlier_rules)


def unknown_schema(record: Record, wanted: Collection[str] | None = None) -> Level | None:
    """Why events of a form that is not known yet cannot be judged; ``wanted`` are the types that count."""
    for fact in record.facts:
        kind, schema = fact.envelope.type, fact.envelope.schema
        if (
            fact.payload is None
            and kind in TYPES.classes
            and schema > TYPES.upcasters.latest(kind)
            and (wanted is None or kind.partition(".")[2] in wanted)
        ):
            return Level(
                "not judged",
                fact.envelope.seq,
                message("schema {schema} of {kind} is not known", schema=schema, kind=kind),
            )
    return None


def _draws(record: Record, opened: Opened, seed: bytes) -> Level:
    """Whether every event shows what chance gives."""
    game = GAMES[opened.game]
    if opened.draws is not msgspec.UNSET and opened.draws != game.draw_rows():
        return Level("fail", 1, message("event 1 has another draw table than {game}", game=opened.game))
    if unknown := unknown_schema(record, fields_of(game.draws)):
        return unknown
    follower = DrawChecker(game.draws, opened.options, opened.seats)
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
            elif payload is None:
                why = _see_part(follower, game, fact)
            else:
                if is_fork and isinstance(payload, Started):
                    follower.chance = chance_of(record, seed, follower.known())
                continue
            if why:
                return Level("fail", seq, why)
    except ValueError as error:
        return Level("fail", seq, Message(str(error)))
    return Level("pass")


def _see_part(follower: DrawChecker, game: Game[Any, Any], fact: Fact) -> Message:
    """Reads of an event that is not one of its type the fields that show draws: the others are for level 3."""
    kind = fact.envelope.type
    name = kind.partition(".")[2]
    if not follower.wants(name) or kind not in TYPES.classes:
        return NO_MESSAGE
    shown = msgspec.json.decode(fact.public) | {
        field: msgspec.json.decode(value) for field, value in fact.secrets.items()
    }
    types = {field.name: field.type for field in msgspec.structs.fields(TYPES.classes[kind])}
    readable = {}
    for field in fields_of(game.draws)[name] & shown.keys():
        with suppress(msgspec.ValidationError):
            readable[field] = msgspec.convert(shown[field], types[field])
    return follower.see_fields(name, readable)


@cache
def _showing(game: str) -> frozenset[type[GameEvent]]:
    """The types of facts that may show draws."""
    follower = DrawChecker(GAMES[game].draws, {}, 0)
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
    follower = DrawChecker(GAMES[opened.game].draws, opened.options, opened.seats)
    for fact in record.facts:
        if isinstance(fact.payload, GameEvent):
            follower.see(fact.payload)
    return follower.known()
