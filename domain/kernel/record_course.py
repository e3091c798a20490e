"""What the events that all games share change in a record, and what they must be."""

import re
from typing import Final

from domain.kernel.chain import GENESIS
from domain.kernel.chance import MAX_ENTROPY_BYTES
from domain.kernel.lifecycle import Aborted, Finished, Joined, Left, Opened, Resigned, Started, TokenRotated
from domain.kernel.limits import MAX_SEATS
from domain.kernel.match_event import Payload
from domain.kernel.record import FlawError, Record

is_digest: Final = re.compile(r"[0-9a-f]{64}").fullmatch


def follow(record: Record, payload: Payload, seq: int) -> None:
    """What an event that all games share changes, and what it must be."""
    match payload:
        case Opened():
            _open(record, payload, seq)
        case Joined():
            _join(record, payload, seq)
        case Left(seat=seat):
            _check_seat(record, seat, seq)
            if not record.started:
                record.entropies.pop(seat, None)
        case Resigned(seat=seat) | TokenRotated(seat=int() as seat):
            _check_seat(record, seat, seq)
        case Started():
            record.started = True
        case Finished(server_seed=seed) | Aborted(server_seed=seed):
            record.server_seed = _from_hex(seed, seq, "the server seed")
            if len(record.server_seed) != len(GENESIS):
                raise FlawError(seq, "the server seed has not 32 bytes")
        case _:
            pass


def _open(record: Record, opened: Opened, seq: int) -> None:
    if seq != 1:
        raise FlawError(seq, "a match opens with its first event only")
    if (opened.game, opened.rules) != (record.header.game, record.header.rules):
        raise FlawError(seq, "the header and event 1 do not name the same game and rules")
    if not 1 <= opened.seats <= MAX_SEATS:
        raise FlawError(seq, f"the number of seats is {opened.seats}")
    if not is_digest(opened.seed_commitment):
        raise FlawError(seq, f"the seed commitment is {opened.seed_commitment!a}")
    if opened.forked_from and (not is_digest(opened.forked_from.digest) or opened.forked_from.seq < 1):
        raise FlawError(seq, "event 1 does not say where the match was forked from")
    record.opened = opened
    record.entropies = {}
    record.actors |= {f"seat:{seat}" for seat in range(opened.seats)}


def _join(record: Record, joined: Joined, seq: int) -> None:
    _check_seat(record, joined.seat, seq)
    added = _from_hex(joined.entropy, seq, "the entropy")
    if len(added) > MAX_ENTROPY_BYTES:
        raise FlawError(seq, "the entropy is too long")
    if not record.started:
        record.entropies[joined.seat] = added


def _check_seat(record: Record, seat: int, seq: int) -> None:
    if record.opened is None or not 0 <= seat < record.opened.seats:
        raise FlawError(seq, f"there is no seat {seat}")


def _from_hex(text: str, seq: int, what: str) -> bytes:
    if not re.fullmatch(r"(?:[0-9a-f]{2})*", text):
        raise FlawError(seq, f"{what} is {text[:80]!a}")
    return bytes.fromhex(text)
