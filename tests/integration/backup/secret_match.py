"""A match with secrets, and the bytes that only its players may read."""

import json
from hashlib import sha256

from clio.v1 import archive_service_pb2 as records
from clio.v1 import match_service_pb2 as pb
from clio.v1.archive_service_pb2_grpc import ArchiveServiceStub
from tests.kit.records import lines_of
from tests.kit.servers import Connection
from tests.kit.table import Table
from tests.kit.waiting import until

NAMES = ("Zephyrine", "Balthazar")


async def play_secret_match(server: Connection) -> list[bytes]:
    """Plays a match with hidden hands and archives a foreign one; gives what only its players may read."""
    opened = await server.open("akrotiri", 2)
    match_id = opened.match.match_id
    tokens = []
    for name in NAMES:
        joined = await server.matches.JoinMatch(pb.JoinMatchRequest(match_id=match_id, name=name))
        tokens.append(joined.seat_token)
    for turn in range(12):
        match = (await server.matches.GetMatch(pb.GetMatchRequest(match_id=match_id))).match
        metadata = (("authorization", f"Bearer {tokens[match.to_move[0]]}"),)
        listed = await server.matches.ListLegalMoves(pb.ListLegalMovesRequest(match_id=match_id), metadata=metadata)
        move = listed.moves[turn % len(listed.moves)]
        await server.matches.PlayMove(pb.PlayMoveRequest(match_id=match_id, move=move), metadata=metadata)
    foreign = b"".join(line + b"\n" for line in lines_of(Table("amphipolis", 2).finish()))
    stub = ArchiveServiceStub(server.channel)
    await stub.ImportRecord(iter([records.ImportRecordRequest(chunk=foreign, source="Balthazar's attic")]))
    return await _secrets(server, match_id, tokens)


async def _secrets(server: Connection, match_id: str, tokens: list[str]) -> list[bytes]:
    match = await server.clio.matches.get(match_id)
    events = await server.clio.matches.read(match_id, 0)
    moves = [json.loads(event.canonical)["public"].get("move", "") for event in events]
    await until(lambda: all(lag == 0 for lag in server.clio.projections.lags().values()))
    sealed = {bytes(value) for event in events for value in event.secrets.values()}
    assert len(sealed) > 5
    return [
        *(name.encode() for name in NAMES),
        *(sha256(token.encode()).hexdigest().encode() for token in tokens),
        *(move.encode() for move in moves if move),
        *sealed,
        match.server_seed.hex().encode(),
        b"seed_commitment",
        b"Balthazar's attic",
    ]
