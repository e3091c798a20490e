"""Plays an honest match from opening to end, to show that the server still works."""

import grpc.aio

from clio.v1 import match_pb2
from clio.v1 import match_service_pb2 as pb
from clio.v1.match_service_pb2_grpc import MatchServiceStub
from tests.kit.servers import bearer


async def play(channel: grpc.aio.Channel, game: str = "akros") -> match_pb2.Match:
    stub = MatchServiceStub(channel)
    match_id = (await stub.OpenMatch(pb.OpenMatchRequest(game=game, seats=2))).match.match_id
    tokens = []
    for seat in range(2):
        joined = await stub.JoinMatch(pb.JoinMatchRequest(match_id=match_id, name=f"Honest {seat}"))
        tokens.append(joined.seat_token)
    while True:
        match = (await stub.GetMatch(pb.GetMatchRequest(match_id=match_id))).match
        if match.status != match_pb2.MATCH_STATUS_PLAYING:
            assert match.status == match_pb2.MATCH_STATUS_FINISHED
            return match
        token = bearer(tokens[match.to_move[0]])
        moves = (await stub.ListLegalMoves(pb.ListLegalMovesRequest(match_id=match_id), metadata=token)).moves
        await stub.PlayMove(pb.PlayMoveRequest(match_id=match_id, move=moves[0]), metadata=token)
