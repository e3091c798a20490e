"""Compares the answers that callers received with the record: it may hold no unacknowledged event."""

from collections import defaultdict
from collections.abc import Iterator

from google.protobuf.message import DecodeError, Message

from clio.server.identifiers import match_id_for, token_hash, token_namespace
from clio.v1 import match_pb2
from clio.v1 import match_service_pb2 as pb
from tests.fuzz.caller import Answer
from tests.fuzz.contract import METHODS, OURS, message_class
from tests.fuzz.hostile_call import HostileCall
from tests.fuzz.prepared import GUARDED

_MATCHES = f"{OURS}MatchService/"
OPENING = {f"{_MATCHES}OpenMatch", f"{OURS}RecordService/ForkMatch", f"{OURS}ArchiveService/ForkArchivedRecord"}
CHANGING = {f"{_MATCHES}{name}" for name in ("JoinMatch", "LeaveMatch", "ResignMatch", "AbortMatch", "RotateToken")}
PLAY = f"{_MATCHES}PlayMove"
STREAM = f"{_MATCHES}PlayStream"
UNANSWERED = {"CANCELLED", "LOST", "DEADLINE_EXCEEDED", "UNAVAILABLE"}

Heads = dict[str, tuple[int, bytes]]


class Acknowledgements:
    """The acknowledged heads, and the matches with cancelled calls."""

    def __init__(self, before: Heads) -> None:
        self._before = before
        self._acknowledged: dict[str, int] = defaultdict(int, {match_id: seq for match_id, (seq, _) in before.items()})
        self._unsure: set[str] = set()
        self._unnamed = 0

    def note(self, call: HostileCall, answer: Answer) -> None:
        if call.path == STREAM:
            self._unsure.update(move.match_id for part in call.parts for move in _moves(part))
        elif call.path not in OPENING | CHANGING | {PLAY}:
            return
        elif answer.code in UNANSWERED:
            self._doubt(call)
        elif answer.code == "OK":
            for match_id, seq in _heads(call, answer):
                self._acknowledged[match_id] = max(self._acknowledged[match_id], seq)

    def wrongs(self, after: Heads) -> Iterator[str]:
        """Events that were recorded but not acknowledged, or acknowledged but not recorded."""
        for match in GUARDED:
            if after.get(match.match_id) != self._before[match.match_id]:
                yield f"the guarded match of {match.game} has changed"
        unnamed = self._unnamed
        for match_id, (seq, _) in after.items():
            if match_id in self._unsure:
                continue
            if match_id not in self._acknowledged:
                unnamed -= 1
                if unnamed < 0:
                    yield f"match {match_id} is in the record, but was never acknowledged"
            elif seq != self._acknowledged[match_id]:
                yield f"match {match_id} is at event {seq}, but {self._acknowledged[match_id]} was acknowledged"
        yield from (f"match {match_id} was opened and is gone" for match_id in self._acknowledged.keys() - after.keys())

    def _doubt(self, call: HostileCall) -> None:
        for part in call.parts:
            request = _parsed(METHODS[call.path].request, part)
            if request is None:
                continue
            if call.path not in OPENING:
                self._unsure.add(request.match_id)  # type: ignore[attr-defined]  # all of these have one
            elif request.request_id:  # type: ignore[attr-defined]  # so have these
                namespace = token_namespace(token_hash(request.host_token))  # type: ignore[attr-defined]
                self._unsure.add(match_id_for(namespace, request.request_id))  # type: ignore[attr-defined]
            else:
                self._unnamed += 1


def _heads(call: HostileCall, answer: Answer) -> Iterator[tuple[str, int]]:
    for part in answer.parts:
        if call.path == PLAY:
            yield pb.PlayMoveRequest.FromString(call.parts[0]).match_id, pb.PlayMoveResponse.FromString(part).seq
        else:
            match: match_pb2.Match = message_class(METHODS[call.path].response).FromString(part).match  # type: ignore[attr-defined]
            yield match.match_id, match.seq


def _moves(part: bytes) -> Iterator[pb.StreamMove]:
    request = _parsed(pb.PlayStreamRequest.DESCRIPTOR, part)
    if isinstance(request, pb.PlayStreamRequest):
        yield from request.moves


def _parsed(descriptor: object, part: bytes) -> Message | None:
    try:
        return message_class(descriptor).FromString(part)  # type: ignore[arg-type]
    except DecodeError:
        return None


async def heads(stub: object) -> Heads:
    """The heads of all matches, as the list has them once it has caught up with the record."""
    found: Heads = {}
    request = pb.ListMatchesRequest(page_size=500, at_least={"match_id": GUARDED[0].match_id, "min_seq": 1})
    while True:
        page: pb.ListMatchesResponse = await stub.ListMatches(request)  # type: ignore[attr-defined]
        found |= {match.match_id: (match.seq, match.digest) for match in page.matches}
        if not page.next_page_token:
            return found
        request.page_token = page.next_page_token
