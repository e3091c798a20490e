"""Matches prepared for hostile calls, with the same ids and tokens on every server."""

from collections.abc import AsyncIterator
from dataclasses import dataclass

import grpc
import grpc.aio

from clio.games.registry import GAMES
from clio.server.identifiers import match_id_for, token_hash, token_namespace
from clio.v1 import archive_service_pb2 as record_pb
from clio.v1 import match_service_pb2 as pb
from clio.v1.archive_service_pb2_grpc import ArchiveServiceStub
from clio.v1.match_service_pb2_grpc import MatchServiceStub
from tests.corpus.grow import FOLDER
from tests.kit.servers import bearer

SEATS = 2
ARCHIVED = ("akros-resigned", "amphipolis-2-resigned", "akrotiri-resigned")


@dataclass(frozen=True)
class PreparedMatch:
    """A match of a game; ``state`` says what was done with it before."""

    game: str
    state: str

    @property
    def request_id(self) -> str:
        return f"fuzz-{self.game}-{self.state}"

    @property
    def match_id(self) -> str:
        return match_id_for(token_namespace(token_hash(self.host_token)), self.request_id)

    @property
    def host_token(self) -> str:
        return f"host-of-{self.game}-{self.state}".ljust(43, "h")

    def seat_token(self, seat: int) -> str:
        return f"seat-{seat}-of-{self.game}-{self.state}".ljust(43, "s")

    @property
    def tokens(self) -> tuple[str, ...]:
        return self.host_token, *(self.seat_token(seat) for seat in range(SEATS))


GUARDED = tuple(PreparedMatch(game, "guarded") for game in GAMES)
"""Running matches whose tokens the attacker does not have: they must never change."""
LENT = tuple(PreparedMatch(game, state) for game in GAMES for state in ("played", "waiting", "finished", "aborted"))
"""Matches whose tokens the attacker has, and uses at these and at other matches."""
PREPARED = GUARDED + LENT


async def prepare(channel: grpc.aio.Channel) -> None:
    """Opens all matches on a server and archives a few records."""
    for match in PREPARED:
        await _prepare(MatchServiceStub(channel), match)
    for name in ARCHIVED:
        await ArchiveServiceStub(channel).ImportRecord(_parts((FOLDER / f"{name}.clio.gz").read_bytes()))


async def _prepare(stub: MatchServiceStub, match: PreparedMatch) -> None:
    await stub.OpenMatch(
        pb.OpenMatchRequest(game=match.game, seats=SEATS, request_id=match.request_id, host_token=match.host_token)
    )
    if match.state == "waiting":
        return
    for seat in range(SEATS):
        await stub.JoinMatch(
            pb.JoinMatchRequest(
                match_id=match.match_id, seat=seat, name=f"Player {seat}", seat_token=match.seat_token(seat)
            )
        )
    if match.state == "finished":
        await stub.ResignMatch(pb.ResignMatchRequest(match_id=match.match_id), metadata=bearer(match.seat_token(0)))
    if match.state == "aborted":
        await stub.AbortMatch(
            pb.AbortMatchRequest(match_id=match.match_id, reason="prepared"), metadata=bearer(match.host_token)
        )


async def _parts(content: bytes) -> AsyncIterator[record_pb.ImportRecordRequest]:
    yield record_pb.ImportRecordRequest(chunk=content, source="prepared")
