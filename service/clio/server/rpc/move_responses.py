"""Encodes the responses to moves as protobuf bytes: there is one per move."""

from typing import Final

from google.rpc import status_pb2

from clio.server.app.command_request import CommandResult
from clio.server.codec.matches import STATUSES
from clio.server.codec.struct_encoder import delimited, varint
from clio.v1 import match_service_pb2 as pb

_ANSWER: Final = b"\x0a"
"""The tag of ``PlayStreamResponse.answers``."""
_NEAR: Final = tuple(varint(number) for number in range(1 << 14))
"""The varints of small numbers, which most answers use."""


def durable_move(done: CommandResult) -> bytes:
    """The ``PlayMoveResponse`` of a durable move."""
    match, last = done.match, done.last
    seats = b"".join([_number(seat) for seat in match.to_move])
    return b"\x08%b\x10%b\x1a%b%b\x20%b%b" % (
        _number(done.first_seq),
        _number(last.seq),
        _NEAR[len(last.digest)],
        last.digest,
        _NEAR[STATUSES[match.status]],
        b"\x2a%b%b" % (_NEAR[len(seats)], seats) if seats else b"",
    )


def durable_answer(match_id: str, request_id: str, done: CommandResult) -> bytes:
    """The part of a ``PlayStreamResponse`` for a durable move."""
    played = durable_move(done)
    about, asked = match_id.encode(), request_id.encode()
    answer = b"\x0a%b%b\x12%b%b\x1a%b%b" % (
        _number(len(about)),
        about,
        _number(len(asked)),
        asked,
        _NEAR[len(played)],
        played,
    )
    return delimited(_ANSWER, answer)


def refused_answer(match_id: str, request_id: str, refusal: status_pb2.Status) -> bytes:
    """The part for a refused move."""
    answer = pb.StreamAnswer(match_id=match_id, request_id=request_id, refused=refusal)
    return delimited(_ANSWER, answer.SerializeToString())


def _number(number: int) -> bytes:
    return _NEAR[number] if number < len(_NEAR) else varint(number)
