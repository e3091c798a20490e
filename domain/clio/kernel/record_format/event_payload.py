"""The fact in an event of a record: the values of opened fields, and the typed payload."""

import msgspec

from clio.kernel.events.event_types import EventTypes
from clio.kernel.events.match_event import Envelope, Payload
from clio.kernel.integrity.canonical import canonical
from clio.kernel.integrity.commitments import commitment
from clio.kernel.message import NO_MESSAGE, Message, message
from clio.kernel.record_format.event_checks import PLAIN
from clio.kernel.record_format.lifecycle_checks import is_digest
from clio.kernel.record_format.record import FlawError, Opening, Record


def opened_values(record: Record, envelope: Envelope, openings: list[Opening], seq: int) -> dict[str, msgspec.Raw]:
    """The values of the opened fields, each compared with its commitment."""
    sealed = envelope.sealed or {}
    secrets: dict[str, msgspec.Raw] = {}
    for opening in openings:
        if not is_digest(opening.salt):
            raise FlawError(seq, "an opening's salt is not what it must be")
        if canonical(PLAIN.decode(opening.value)) != bytes(opening.value):
            raise FlawError(seq, "an opening's value is not in canonical form")
        flaw = NO_MESSAGE
        if opening.seq != seq or opening.field not in sealed:
            flaw = message(
                "an opening of event {seq}, {field}, opens nothing here", seq=opening.seq, field=ascii(opening.field)
            )
        elif opening.field in secrets:
            flaw = message("{field} is opened twice", field=ascii(opening.field))
        elif commitment(bytes.fromhex(opening.salt), seq, opening.field, opening.value).hex() != sealed[opening.field]:
            flaw = message("the opening of {field} is not what was committed to", field=ascii(opening.field))
        if flaw and record.broken is None:
            record.broken = FlawError(seq, flaw)
        secrets[opening.field] = opening.value
    if list(secrets) != sorted(secrets) and record.broken is None:
        record.broken = FlawError(seq, "the openings are not sorted by field")
    return secrets


def typed_payload(
    types: EventTypes, envelope: Envelope, secrets: dict[str, msgspec.Raw]
) -> tuple[Payload | None, bool, Message]:
    """The typed fact, whether it encodes to the bytes of the file, and why it is None if it is."""
    try:
        if not secrets and (read := types.direct.get((envelope.type, envelope.schema))) is not None:
            payload = read(envelope.public)
            return payload, canonical(payload) == bytes(envelope.public), NO_MESSAGE
        if envelope.type not in types.classes:
            return None, False, message("{type} is no event that is known here", type=ascii(envelope.type))
        payload = types.decode(envelope.type, envelope.public, secrets, envelope.schema)
    except (msgspec.DecodeError, ValueError) as error:
        return None, False, message("this is no {type}: {error}", type=envelope.type, error=str(error))
    return payload, not secrets and canonical(payload) == bytes(envelope.public), NO_MESSAGE
