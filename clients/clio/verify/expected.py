"""Compares the facts of a record with those that the rules give."""

from typing import Final

import msgspec

from clio.kernel.events.lifecycle import Finished
from clio.kernel.events.match_event import Payload
from clio.kernel.game import GameEvent
from clio.kernel.integrity.canonical import canonical
from clio.kernel.message import NO_MESSAGE, Message, message
from clio.kernel.outcome import ScoreDetails, with_sentences
from clio.kernel.record_format.record import Fact
from clio.verify.record_files import TYPES

_MOVE: Final = "move"


class Expected(msgspec.Struct, frozen=True, gc=False):
    """A fact as the rules give it."""

    actor: str
    payload: Payload
    secret_move: bool = False


def difference(fact: Fact, expected: Expected) -> Message:
    """Why a fact is not the one expected; empty where it is."""
    envelope, payload = fact.envelope, expected.payload
    secrets = _secrets(expected)
    if fact.exact and not secrets and fact.payload == payload and envelope.actor == expected.actor:
        # A payload of another type is never equal.
        return NO_MESSAGE
    name = TYPES.name_of(payload)
    if envelope.type != name:
        return message("the rules give {name} here, not {type}", name=name, type=envelope.type)
    if envelope.actor != expected.actor:
        return message("this is of {due}, not of {actor}", due=expected.actor, actor=ascii(envelope.actor))
    if envelope.schema != TYPES.schema_of(payload):
        return NO_MESSAGE if fact.payload == payload else message("the rules give another {field}", field=name)
    if secrets:
        if why := _sealed_difference(fact, payload, secrets):
            return why
        payload = msgspec.structs.replace(payload, **dict.fromkeys(secrets, msgspec.UNSET))
    elif envelope.sealed:
        return Message("something is sealed that the rules leave open")
    due, recorded = canonical(payload), fact.public
    return NO_MESSAGE if due == recorded else _differing_part(due, recorded)


def _secrets(expected: Expected) -> tuple[str, ...]:
    """The fields that have to be sealed."""
    if not isinstance(expected.payload, GameEvent):
        return ()
    sealed = expected.payload.SEALED
    return (*sealed, _MOVE) if expected.secret_move else sealed


def _sealed_difference(fact: Fact, payload: Payload, fields: tuple[str, ...]) -> Message:
    if set(fact.envelope.sealed or ()) != set(fields):
        return Message("the rules seal other fields")
    for field in fields:
        recorded = fact.secrets.get(field)
        if recorded is not None and bytes(recorded) != canonical(getattr(payload, field)):
            return message("the rules give another {field}", field=field)
    return NO_MESSAGE


def _differing_part(due: bytes, recorded: bytes) -> Message:
    expected, found = msgspec.json.decode(due), msgspec.json.decode(recorded)
    field = next(name for name in sorted({*expected, *found}) if expected.get(name) != found.get(name))
    return message(
        "the rules give {field} {due}, the record says {recorded}",
        field=field,
        due=ascii(expected.get(field)),
        recorded=ascii(found.get(field)),
    )


def wrong_result(recorded: Finished, due: Finished, schema: int, sentences: ScoreDetails) -> Message:
    """Why a result is not the one due; empty where it is. Schema 1 has the game's ``sentences`` in place of ids."""
    if schema == 1:
        due = msgspec.structs.replace(due, scores=with_sentences(sentences, due.scores))
    if recorded.winners != due.winners:
        return message(
            "the winners are {winners}, not {recorded}", winners=_seats(due.winners), recorded=_seats(recorded.winners)
        )
    if recorded.decided_by != due.decided_by:
        return message(
            "the match is decided by {rule}, not {recorded}", rule=due.decided_by, recorded=ascii(recorded.decided_by)
        )
    if recorded.scores != due.scores:
        mine = {score.seat: score for score in due.scores}
        for score in recorded.scores:
            if score != mine.get(score.seat):
                right = mine[score.seat].total if score.seat in mine else Message("no score")
                return message(
                    "the score of seat {seat} is {right}, in the parts that the rules give, not {total}",
                    seat=score.seat,
                    right=right,
                    total=score.total,
                )
        return Message("a seat's score is missing")
    return NO_MESSAGE


def _seats(winners: tuple[int, ...]) -> str:
    return ", ".join(map(str, winners)) or "-"
