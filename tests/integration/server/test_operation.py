"""How the server shows itself to operators: health, reflection, logs, and a quiet end."""

import asyncio
import json
from pathlib import Path

import grpc
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection_pb2, reflection_pb2_grpc

from clio.v1 import match_service_pb2 as pb
from clio.v1.match_service_pb2_grpc import MatchServiceStub
from tests.kit.logging_server import LoggingServer
from tests.kit.servers import Connection, bearer


async def test_health_says_serving_for_the_server_and_each_service(server: Connection) -> None:
    stub = health_pb2_grpc.HealthStub(server.channel)
    for service in ("", "clio.v1.MatchService", "clio.v1.GameService"):
        answer = await stub.Check(health_pb2.HealthCheckRequest(service=service))
        assert answer.status == health_pb2.HealthCheckResponse.SERVING


async def test_reflection_lists_the_services(server: Connection) -> None:
    stub = reflection_pb2_grpc.ServerReflectionStub(server.channel)
    asked = iter([reflection_pb2.ServerReflectionRequest(list_services="")])
    async for answer in stub.ServerReflectionInfo(asked):
        names = {service.name for service in answer.list_services_response.service}
        assert {"clio.v1.MatchService", "clio.v1.GameService", "grpc.health.v1.Health"} <= names


PASSING = (grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.CANCELLED)


async def test_the_log_has_a_json_line_per_call_with_its_context_and_never_a_secret(tmp_path: Path) -> None:
    server = LoggingServer(tmp_path)
    async with server as channel:
        seated = await Connection(None, channel).seated("akrotiri")  # type: ignore[arg-type]
        await seated.play_first(request_id="a-request")
        stub = MatchServiceStub(channel)
        for token in (seated.host_token, "a-wrong-token-that-nobody-holds-at-all"):
            call = stub.PlayMove(pb.PlayMoveRequest(match_id=seated.id), metadata=bearer(token))
            assert await call.code() is not grpc.StatusCode.OK
        await seated.abort()
        seed = await _revealed_seed(stub, seated.id)
    assert server.exit_code == 0
    lines = [json.loads(line) for line in server.log.splitlines()]
    played = [line for line in lines if line.get("method") == "PlayMove"]
    assert [(line["match_id"], line["request_id"], line.get("code")) for line in played[:1]] == [
        (seated.id, "a-request", "OK")
    ]
    assert played[0]["seat"] in (0, 1)
    assert [line["reason"] for line in played[1:]] == ["TOKEN_WRONG", "TOKEN_WRONG"]
    for secret in (*seated.tokens, seated.host_token, "a-wrong-token", seed.hex()):
        assert secret not in server.log


async def _revealed_seed(stub: MatchServiceStub, match_id: str) -> bytes:
    async for part in stub.WatchMatch(pb.WatchMatchRequest(match_id=match_id)):
        for event in part.events:
            if event.HasField("aborted"):
                return event.aborted.server_seed
    raise AssertionError("an aborted match reveals its seed")


async def test_a_server_told_to_stop_finishes_what_it_has_begun(tmp_path: Path) -> None:
    first = LoggingServer(tmp_path)
    async with first as channel:
        tables = [await Connection(None, channel).seated() for _ in range(20)]  # type: ignore[arg-type]
        moving = [asyncio.create_task(table.play_first()) for table in tables]
        await asyncio.wait(moving, return_when=asyncio.FIRST_COMPLETED)
        first.tell_to_stop()
        answers = await asyncio.gather(*moving, return_exceptions=True)
    assert first.exit_code == 0
    refused = [answer for answer in answers if isinstance(answer, BaseException)]
    assert all(isinstance(error, grpc.aio.AioRpcError) and error.code() in PASSING for error in refused), refused
    async with LoggingServer(tmp_path) as channel:
        stub = MatchServiceStub(channel)
        for table, answer in zip(tables, answers, strict=True):
            match = (await stub.GetMatch(pb.GetMatchRequest(match_id=table.id))).match
            if isinstance(answer, pb.PlayMoveResponse):
                assert (match.seq, match.digest) == (answer.seq, answer.digest)
