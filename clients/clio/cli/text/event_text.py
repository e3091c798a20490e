"""Parts of the texts about events: actors, openings, ends."""

from google.protobuf.message import Message

from clio.cli.i18n.translate import t
from clio.cli.render.json_output import fields_of
from clio.cli.text.match_text import abort_in_words, outcome_in_words
from clio.cli.text.message_text import Names, label, seat_name
from clio.v1.event_pb2 import Event, Opening
from clio.v1.fair_play_pb2 import AbortCause
from clio.v1.outcome_pb2 import Outcome

WIDEST_SEQ = 4


def opening_in_words(opening: Opening) -> str:
    """Formats an opening: a sealed value that the viewer may now see."""
    value = opening.value.decode(errors="replace")
    return f"{opening.seq:>{WIDEST_SEQ}}  {t('opened')}: {t(label(opening.field))} {value}"


def end_in_words(event: Event, names: Names) -> str:
    """Describes how an event ended the match; empty for other events."""
    match event.WhichOneof("payload"):
        case "finished":
            finished = event.finished
            outcome = Outcome(scores=finished.scores, winners=finished.winners, decided_by=finished.decided_by)
            return outcome_in_words(outcome, names)
        case "aborted":
            cause = AbortCause.Value(f"ABORT_CAUSE_{event.aborted.cause.upper() or 'UNSPECIFIED'}")
            return abort_in_words(cause, event.aborted.reason)
        case _:
            return ""


def innermost(payload: Message) -> Message:
    """Unwraps an event from the message that holds any event of its game."""
    oneofs = payload.DESCRIPTOR.oneofs
    if len(oneofs) == 1 and oneofs[0].name == "event" and len(oneofs[0].fields) == len(fields_of(payload)):
        which = payload.WhichOneof("event")
        return getattr(payload, which) if which else payload
    return payload


def actor_in_words(event: Event, names: Names) -> str:
    """Names the actor of an event."""
    kind, _, seat = event.actor.partition(":")
    return seat_name(int(seat), names) if kind == "seat" else t(kind)
