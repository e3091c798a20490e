"""The answers that a server may give to any input: the statuses and reasons of docs/errors.md, without faults."""

import re
from pathlib import Path

from clio.v1 import match_service_pb2 as pb
from tests.fuzz.caller import Answer, reason_of
from tests.fuzz.contract import METHODS, OURS
from tests.fuzz.hostile_call import HostileCall

_PAGE = Path(__file__).parents[2] / "docs" / "errors.md"
DOCUMENTED = frozenset(re.findall(r"^\| `([A-Z_]+)` \| ([A-Z_]+) \|", _PAGE.read_text(), re.MULTILINE))
FAULTS = {"INTERNAL", "UNKNOWN", "DEADLINE_EXCEEDED", "UNAVAILABLE"}
"""None of them is an answer to bad input; the last two mean that the server was stuck or away."""
BY_GRPC = {"RESOURCE_EXHAUSTED", "UNIMPLEMENTED", "CANCELLED", "INVALID_ARGUMENT"}
"""What gRPC itself answers before a handler is asked: too large, no such method, hung up, not as gRPC has it."""
PLAY_STREAM = f"{OURS}MatchService/PlayStream"
WAITING = {"PROJECTION_BEHIND"}
"""The documented reason to retry later."""


def fault_of(call: HostileCall, answer: Answer) -> str | None:
    """What is wrong with the answer; None for one that may be given."""
    if answer.code in FAULTS and answer.reason not in WAITING:
        return f"{answer.code} {answer.reason}: {answer.message}"
    if call.path == PLAY_STREAM and (fault := _fault_on_the_stream(answer)):
        return fault
    if answer.code == "OK" or answer.hung_up:
        return None
    if not answer.reason:
        return _fault_of_grpc(call, answer)
    return None if (answer.reason, answer.code) in DOCUMENTED else f"{answer.code} {answer.reason} is not documented"


def _fault_of_grpc(call: HostileCall, answer: Answer) -> str | None:
    """What is wrong with an answer that no handler has given."""
    if answer.code == "RESOURCE_EXHAUSTED" and not call.is_heavy:
        return f"RESOURCE_EXHAUSTED for a call of usual size: {answer.message}"
    others = call.path in METHODS and not call.path.startswith(OURS)
    return None if answer.code in BY_GRPC or others else f"{answer.code} without a reason: {answer.message}"


def _fault_on_the_stream(answer: Answer) -> str | None:
    reasons = {reason for reason, _ in DOCUMENTED} - {"INTERNAL"}
    for part in answer.parts:
        for told in pb.PlayStreamResponse.FromString(part).answers:
            if told.HasField("refused") and (reason := reason_of(told.refused)) not in reasons:
                return f"on the stream: {reason}: {told.refused.message}"
    return None
