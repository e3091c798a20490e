"""Checks the lifecycle events of a record: whether each is allowed where it is, and what it changes."""

import re
from typing import Final

import msgspec

from clio.kernel.events.lifecycle import (
    EDITION,
    Aborted,
    Finished,
    Joined,
    Left,
    Opened,
    Resigned,
    Started,
    TokenRotated,
)
from clio.kernel.events.match_event import HOST_ACTOR, SERVER_ACTOR, Payload
from clio.kernel.game import GameEvent
from clio.kernel.integrity.chain import GENESIS
from clio.kernel.integrity.chance import MAX_ENTROPY_BYTES
from clio.kernel.integrity.draw_rows import forms_of
from clio.kernel.integrity.draw_table_validation import fault_in
from clio.kernel.limits import MAX_DETAIL_PARAMS, MAX_DETAIL_TEXT, MAX_EVENTS, MAX_SEATS
from clio.kernel.outcome import ScoreLine
from clio.kernel.record_format.fair_play_checks import (
    check_commitment,
    check_settings,
    drop,
    due_to_reveal,
    end_of_abort,
    follow_fair_play,
    void_round,
)
from clio.kernel.record_format.record import FlawError, Record

is_digest: Final = re.compile(r"[0-9a-f]{64}").fullmatch
_is_name: Final = re.compile(r"[a-z][a-z0-9_]{0,63}").fullmatch
"""Ids of score details and names of their parameters."""
is_id: Final = re.compile(r"[!-~]{1,64}").fullmatch
"""Ids of matches and requests, and rules versions: visible ASCII."""
_OF_THE_GAME: Final = -1
"""The seat number of an opponent that the game itself plays; it has a score."""


def follow(record: Record, payload: Payload, actor: str, seq: int) -> None:  # noqa: C901 (a case for every type)
    """Applies a lifecycle event to the record; FlawError if it is not allowed there."""
    match payload:
        case Opened():
            due = HOST_ACTOR
            _open(record, payload, seq)
        case Joined(seat=seat):
            due = f"seat:{seat}"
            _join(record, payload, seq)
        case Left(seat=seat):
            # The host may free a seat.
            due = HOST_ACTOR if actor == HOST_ACTOR else f"seat:{seat}"
            _leave(record, seat, seq)
        case Started():
            due = SERVER_ACTOR
            _start(record, payload, seq)
        case Resigned(seat=seat):
            due = f"seat:{seat}"
            drop(record, seat, seq)
        case TokenRotated(seat=seat):
            due = HOST_ACTOR if seat is msgspec.UNSET else f"seat:{seat}"
            if seat is not msgspec.UNSET and seat not in record.names:
                raise FlawError(seq, "nobody sits at seat {seat}", seat=seat)
        case Finished():
            due = SERVER_ACTOR
            _check_details(payload, record.facts[-1].envelope.schema, seq)
            _finish(record, payload, seq)
        case Aborted(server_seed=seed):
            due = end_of_abort(record, payload, seq)
            _reveal(record, seed, seq)
        case GameEvent():
            raise TypeError(payload)
        case _:
            due = follow_fair_play(record, payload, actor, seq)
    if actor != due:
        raise FlawError(seq, "this is of {due}, not of {actor}", due=due, actor=ascii(actor))


def may_play(record: Record, request: str) -> bool:
    """Whether a game event or a resignation is allowed here: after the start, or in a fork's history."""
    return record.started or (record.opening_request == request and is_fork(record))


def is_fork(record: Record) -> bool:
    """Whether the match continues another one."""
    return record.opened is not None and bool(record.opened.forked_from)


def _open(record: Record, opened: Opened, seq: int) -> None:
    if seq != 1:
        raise FlawError(seq, "a match opens with its first event only")
    if (opened.game, opened.rules) != (record.header.game, record.header.rules):
        raise FlawError(seq, "the header and event 1 do not name the same game and rules")
    if not 1 <= opened.seats <= MAX_SEATS:
        raise FlawError(seq, "the number of seats is {seats}", seats=opened.seats)
    if opened.edition is not msgspec.UNSET and opened.edition != EDITION:
        raise FlawError(seq, "there is no edition {edition}", edition=opened.edition)
    if not is_digest(opened.seed_commitment):
        raise FlawError(seq, "the seed commitment is {seed_commitment}", seed_commitment=ascii(opened.seed_commitment))
    if not is_digest(opened.data.digest):
        raise FlawError(seq, "the digest of the data is {digest}", digest=ascii(opened.data.digest))
    origin = opened.forked_from
    if origin and not (is_digest(origin.digest) and is_id(origin.match) and 1 <= origin.seq <= MAX_EVENTS):
        raise FlawError(seq, "event 1 does not say where the match was forked from")
    check_settings(opened, record.last_time, seq)
    if opened.draws and (why := fault_in(opened.draws)):
        raise FlawError(seq, why.template, **why.params)
    record.opened = opened
    if opened.draws and opened.game not in record.types.games:
        forms = forms_of(opened.draws)
        record.own_pools = {
            f"{opened.game}.{event}": tuple(field for field, form in fields.items() if form == "pool")
            for event, fields in forms.items()
        }
    record.players = frozenset({SERVER_ACTOR, *(f"seat:{seat}" for seat in range(opened.seats))})


def _join(record: Record, joined: Joined, seq: int) -> None:
    _check_seat(record, joined.seat, seq)
    _check_open(record, seq)
    if joined.seat in record.names:
        raise FlawError(seq, "seat {seat} is taken", seat=joined.seat)
    added = _from_hex(joined.entropy, seq, "the entropy")
    if len(added) > MAX_ENTROPY_BYTES:
        raise FlawError(seq, "the entropy is too long")
    check_commitment(record, joined, seq)
    record.names[joined.seat] = joined.name
    record.entropies[joined.seat] = added
    record.commitments[joined.seat] = joined.commitment or ""
    if record.opened and len(record.names) == record.opened.seats and due_to_reveal(record):
        record.round_at = record.last_time


def _leave(record: Record, seat: int, seq: int) -> None:
    _check_seat(record, seat, seq)
    _check_open(record, seq)
    if seat not in record.names:
        record.excuse(seq, "seat {seat} is left, but nobody sat there", seat=seat)
        return
    void_round(record)
    del record.names[seat], record.entropies[seat], record.commitments[seat]


def _start(record: Record, started: Started, seq: int) -> None:
    _check_open(record, seq)
    if record.opened is None or len(record.names) < record.opened.seats:
        raise FlawError(seq, "the match starts while a seat is free")
    if started.names != tuple(record.names[seat] for seat in range(record.opened.seats)):
        raise FlawError(seq, "these are not the names that the seats were joined with")
    if due_to_reveal(record):
        raise FlawError(seq, "the match starts before all seats have revealed their entropy")
    record.started, record.round_at = True, ""


def _finish(record: Record, finished: Finished, seq: int) -> None:
    if not record.started:
        raise FlawError(seq, "the match finishes before it starts")
    for seat in (*finished.winners, *(score.seat for score in finished.scores if score.seat != _OF_THE_GAME)):
        _check_seat(record, seat, seq)
    _reveal(record, finished.server_seed, seq)


def _check_details(finished: Finished, schema: int, seq: int) -> None:
    """Schema 1 has a sentence for every score line, schema 2 the id of a template and its parameters."""
    for line in (line for score in finished.scores for line in score.lines):
        if schema == 1 and line.params is not msgspec.UNSET:
            raise FlawError(seq, "a score line of schema 1 has parameters")
        if schema > 1 and not _is_detail(line):
            raise FlawError(seq, "the detail of a score line is not an id with parameters")


def _is_detail(line: ScoreLine) -> bool:
    return (
        line.params is not msgspec.UNSET
        and len(line.params) <= MAX_DETAIL_PARAMS
        and all(map(_is_name, (line.detail, *line.params)))
        and all(isinstance(value, int) or len(value) <= MAX_DETAIL_TEXT for value in line.params.values())
    )


def _reveal(record: Record, seed: str, seq: int) -> None:
    record.server_seed = _from_hex(seed, seq, "the server seed")
    if len(record.server_seed) != len(GENESIS):
        raise FlawError(seq, "the server seed has not 32 bytes")


def _check_open(record: Record, seq: int) -> None:
    if record.started:
        raise FlawError(seq, "the match has started before")


def _check_seat(record: Record, seat: int, seq: int) -> None:
    if record.opened is None or not 0 <= seat < record.opened.seats:
        raise FlawError(seq, "there is no seat {seat}", seat=seat)


def _from_hex(text: str, seq: int, what: str) -> bytes:
    if not re.fullmatch(r"(?:[0-9a-f]{2})*", text):
        raise FlawError(seq, "{what} is {text}", what=what, text=ascii(text[:80]))
    return bytes.fromhex(text)
