"""Level 2 of a game that is not installed: its draws against the draw table that the record itself carries.

The author of the record wrote the table too, so the verdict names it by its digest and is never ``pass``.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec

from clio.kernel.events.lifecycle import Started
from clio.kernel.integrity.chance import Chance, match_seed
from clio.kernel.integrity.draw_rows import DrawRow, Form, digest_of, forms_of, to_draws
from clio.kernel.match.draw_checker import DrawChecker
from clio.kernel.message import Message, message
from clio.kernel.record_format.record import Fact, Record
from clio.verify.verdicts import OWN_TABLE, Level

_TYPES: Final[Mapping[Form, Any]] = {
    "integer": int,
    "text": str,
    "texts": tuple[str, ...],
    "pool": dict[str, int],
}
_SCHEMA: Final = 1


def by_own_table(record: Record, rows: Sequence[DrawRow], seed: bytes) -> Level:
    """The verdict by the record's own table."""
    opened = record.opened
    if opened is None:
        raise ValueError("the record does not open a match")
    forms = forms_of(rows)
    showing = [fact for fact in record.facts if fact.envelope.type.partition(".")[2] in forms and _is_own(fact)]
    if other := next((fact for fact in showing if fact.envelope.schema != _SCHEMA), None):
        return Level("not judged", other.envelope.seq, Message("an event of the draw table has another schema than 1"))
    checker = DrawChecker(to_draws(rows), opened.options, opened.seats)
    started = next((fact.envelope.seq for fact in record.facts if isinstance(fact.payload, Started)), 0)
    for fact in showing:
        if checker.chance is None and (not opened.forked_from or fact.envelope.seq > started):
            checker.chance = _chance(record, seed, checker if opened.forked_from else None)
        name = fact.envelope.type.partition(".")[2]
        try:
            why = checker.see_fields(name, _readable(fact, forms[name]))
        except ValueError as error:
            why = Message(str(error))
        if why:
            return Level("fail", fact.envelope.seq, why)
    return Level(OWN_TABLE, None, message("fair by the record's own table, SHA-256 {digest}", digest=digest_of(rows)))


def _is_own(fact: Fact) -> bool:
    return not fact.envelope.type.startswith("match.")


def _chance(record: Record, seed: bytes, history: DrawChecker | None) -> Chance:
    seats = record.opened.seats if record.opened else 0
    entropies = [record.entropies.get(seat, b"") for seat in range(seats)]
    return Chance(match_seed(record.header.match, seed, entropies), None if history is None else history.known())


def _readable(fact: Fact, forms: Mapping[str, Form]) -> dict[str, object]:
    """The fields of an event: those of the table where they have their form, the others as they are."""
    found = msgspec.json.decode(fact.public) | {
        field: msgspec.json.decode(value) for field, value in fact.secrets.items()
    }
    readable = {}
    for field, value in found.items():
        try:
            readable[field] = msgspec.convert(value, _TYPES[forms[field]]) if field in forms else value
        except msgspec.ValidationError:
            continue
    return readable
