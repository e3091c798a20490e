"""Matches and their results as messages."""

from typing import Final

from clio.kernel.events.lifecycle import Origin, Status
from clio.kernel.match.aggregate import Match
from clio.kernel.match.match_metadata import MatchMetadata, Visibility
from clio.kernel.match.visibility import ANYONE, Caller, is_owner, shows_labels
from clio.kernel.outcome import Outcome
from clio.server.codec.fair_play import to_fair_play
from clio.server.codec.struct_messages import fill
from clio.server.codec.timestamps import to_timestamp
from clio.server.identifiers import rematch_id_for
from clio.v1 import match_pb2, outcome_pb2

STATUSES: Final[dict[Status, match_pb2.MatchStatus.ValueType]] = {
    "open": match_pb2.MATCH_STATUS_OPEN,
    "readying": match_pb2.MATCH_STATUS_READYING,
    "playing": match_pb2.MATCH_STATUS_PLAYING,
    "finished": match_pb2.MATCH_STATUS_FINISHED,
    "aborted": match_pb2.MATCH_STATUS_ABORTED,
}


VISIBILITIES: Final[dict[Visibility, match_pb2.Visibility.ValueType]] = {
    "public": match_pb2.VISIBILITY_PUBLIC,
    "unlisted": match_pb2.VISIBILITY_UNLISTED,
    "invited": match_pb2.VISIBILITY_INVITED,
}


def to_message(match: Match, caller: Caller = ANYONE) -> match_pb2.Match:
    """The match without its board, as a caller may see it."""
    message = match_pb2.Match(
        match_id=match.id,
        game=match.game.name,
        rules_version=match.rules,
        options=match.options,
        status=STATUSES[match.status],
        seats=[
            match_pb2.Seat(
                seat=number,
                name=seat.name if seat else "",
                taken=seat is not None,
                resigned=number in match.resigned,
                bot=seat.bot if seat else "",
            )
            for number, seat in enumerate(match.seats)
        ],
        to_move=match.to_move,
        seq=match.seq,
        digest=match.digest,
        create_time=to_timestamp(match.opened_at),
        update_time=to_timestamp(match.updated_at),
        abort_reason=match.aborted_because,
        seed_commitment=bytes.fromhex(match.seed_commitment),
        forked_from=to_fork_origin(match.origin),
        data_set=match.data.name,
        data_digest=bytes.fromhex(match.data.digest),
        fair_play=to_fair_play(match),
    )
    add_metadata(message, match.metadata, caller)
    if match.is_over:
        message.rematch = rematch_id_for(match.id)
    if match.outcome is not None:
        message.outcome.CopyFrom(to_outcome(match.outcome))
    return message


def add_metadata(message: match_pb2.Match, metadata: MatchMetadata, caller: Caller) -> None:
    """Adds the metadata that a caller may see."""
    message.visibility = VISIBILITIES[metadata.visibility]
    message.title, message.rematch_of = metadata.title, metadata.rematch_of
    message.private_names = metadata.private_names
    message.own = is_owner(metadata, caller)
    if shows_labels(metadata, caller):
        message.external_id = metadata.external_id
        message.labels.update(metadata.labels)


def to_fork_origin(origin: Origin | None) -> match_pb2.ForkOrigin | None:
    """The event that a fork continues; None for a match that is no fork."""
    if origin is None:
        return None
    return match_pb2.ForkOrigin(match_id=origin.match, seq=origin.seq, digest=bytes.fromhex(origin.digest))


def to_outcome(outcome: Outcome) -> outcome_pb2.Outcome:
    """A result as a message."""
    message = outcome_pb2.Outcome()
    fill(message, outcome)
    return message
