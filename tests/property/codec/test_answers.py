"""Answers written by hand are the bytes of the messages they stand for."""

from google.rpc import error_details_pb2, status_pb2
from hypothesis import given
from hypothesis import strategies as st

from clio.kernel.match.aggregate import Match
from clio.server.app.command_request import CommandResult
from clio.server.codec.matches import STATUSES
from clio.server.rpc.move_responses import durable_answer, durable_move, refused_answer
from clio.v1 import match_service_pb2 as pb
from tests.kit.table import Table

TABLES = [Table("akros", 2), Table("amphipolis", 3), Table("akrotiri", 2), Table("akros", 2).finish()]
WORDS = st.text(st.characters(min_codepoint=33, max_codepoint=126), min_size=1, max_size=64)
POSITIONS = st.one_of(st.integers(1, 300), st.integers(1, 2**40))


def as_bytes(answer: pb.StreamAnswer) -> bytes:
    return pb.PlayStreamResponse(answers=[answer]).SerializeToString()


@given(st.sampled_from(TABLES), WORDS, POSITIONS)
def test_a_durable_move_is_told_in_the_bytes_of_its_message(table: Table, request_id: str, first_seq: int) -> None:
    match: Match = table.match
    done = CommandResult(match, first_seq, table.events[-1])
    played = pb.PlayMoveResponse(
        first_seq=first_seq,
        seq=done.last.seq,
        digest=done.last.digest,
        status=STATUSES[match.status],
        to_move=match.to_move,
    )
    assert durable_move(done) == played.SerializeToString()
    answer = pb.StreamAnswer(match_id=match.id, request_id=request_id, played=played)
    assert durable_answer(match.id, request_id, done) == as_bytes(answer)


@given(st.text(max_size=300), st.text(max_size=300), st.text(max_size=300))
def test_a_refused_move_is_told_in_the_bytes_of_its_message(match_id: str, request_id: str, message: str) -> None:
    refusal = status_pb2.Status(code=9, message=message)
    refusal.details.add().Pack(error_details_pb2.ErrorInfo(reason="ILLEGAL_MOVE", metadata={"rule": "AKROS-1"}))
    answer = pb.StreamAnswer(match_id=match_id, request_id=request_id, refused=refusal)
    assert refused_answer(match_id, request_id, refusal) == as_bytes(answer)
