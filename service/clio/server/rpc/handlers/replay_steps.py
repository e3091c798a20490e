"""The steps of a replay, the same for matches of this server and for archived records."""

from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import nullcontext

import msgspec

from clio.kernel.game import Viewpoint
from clio.kernel.match.aggregate import Match
from clio.kernel.match.redaction import openings
from clio.kernel.match.replay import Replay
from clio.server import errors
from clio.server.app.authority import Viewer
from clio.server.app.heavy_work import HeavyWork
from clio.server.app.import_validation import telling
from clio.server.app.private_names import show_names
from clio.server.app.replay_cache import KeptReplay
from clio.server.app.replay_cursor import ReplayCursor
from clio.server.auth.rate_limit import WEIGHT_OF_A_VIEW, WEIGHT_OF_AN_EVENT
from clio.server.codec import views as view_wire
from clio.server.codec.event_encoder import to_message as event_message
from clio.server.codec.event_encoder import to_opening
from clio.v1 import archive_service_pb2
from clio.v1 import record_service_pb2 as pb


class ReplaySource(msgspec.Struct, frozen=True):
    """What is replayed, for whom, and the key of its salts."""

    kept: KeptReplay
    viewer: Viewer
    salt_key: bytes
    is_archived: bool = False
    names: Mapping[str, str] = {}
    """Names by pseudonym, where the match has private names."""


async def replay_steps(
    heavy: HeavyWork,
    source: ReplaySource,
    request: pb.ReplayMatchRequest | archive_service_pb2.ReplayArchivedRecordRequest,
) -> AsyncIterator[bytes]:
    """Yields responses as bytes; ``ReplayArchivedRecordResponse`` has the fields of ``ReplayMatchResponse``."""
    viewer, last = source.viewer, source.kept.replay.last
    first, end = request.from_seq or 1, request.to_seq or last
    for seq in (first, end):
        if not 1 <= seq <= last:
            raise errors.no_such_event(seq, last)

    def make_step(replay: Replay, seq: int, match_at: Callable[[], Match]) -> bytes:
        with telling(seq) if source.is_archived else nullcontext():
            step = _step(replay, seq, viewer.viewpoint, source.salt_key)
            if not request.without_views:
                step.view.CopyFrom(view_wire.to_message(match_at(), viewer.viewpoint))
                show_names(step.view.match, source.names)
            return step.SerializeToString()

    weight = WEIGHT_OF_AN_EVENT if request.without_views else WEIGHT_OF_A_VIEW
    seqs = range(first, end + 1) if first <= end else range(first, end - 1, -1)
    cursor = ReplayCursor(source.kept, seqs, make_step)
    while chunk := await heavy.run(cursor.next_chunk):
        for step in chunk:
            await viewer.demand()
            yield step
        await heavy.charge(weight * len(chunk))


def _step(replay: Replay, seq: int, viewpoint: Viewpoint, salt_key: bytes) -> pb.ReplayMatchResponse:
    event = replay.events[seq - 1]
    return pb.ReplayMatchResponse(
        event=event_message(event),
        openings=[to_opening(opening) for opening in openings((event,), viewpoint, salt_key)],
    )
