"""Garbage below gRPC harms only its sender: other callers are served during and after it."""

import asyncio
from pathlib import Path

import grpc.aio

from clio.v1 import server_service_pb2
from clio.v1.server_service_pb2_grpc import ServerServiceStub
from tests.fuzz import whole_match
from tests.fuzz.raw_connections import attack, hang_up
from tests.fuzz.settings import OF_A_PROCESS
from tests.fuzz.wire_attacks import ATTACKS
from tests.kit.server_process import ServerProcess


async def test_under_every_attack_on_the_wire_the_server_stays_up_and_serves_others(tmp_path: Path) -> None:
    log = tmp_path / "log"
    with log.open("wb") as stderr:
        server = ServerProcess(tmp_path / "data", stderr=stderr, **OF_A_PROCESS)
        await server.start()
        async with grpc.aio.insecure_channel(server.address) as channel:
            honest = ServerServiceStub(channel)
            for dice, name in enumerate(ATTACKS):
                attacking = asyncio.ensure_future(attack(server.port, name, dice))
                answered = await honest.GetServerStatus(server_service_pb2.GetServerStatusRequest(), timeout=30)
                left_open = await attacking
                again = await honest.GetServerStatus(server_service_pb2.GetServerStatusRequest(), timeout=30)
                assert (answered.serving, again.serving, server.is_running) == (True, True, True), name
                await hang_up([left_open])
            await whole_match.play(channel)
        assert await server.stop() == 0
    assert b"call.failed" not in log.read_bytes()


async def test_connections_that_say_nothing_more_keep_nobody_out_and_do_not_hold_up_the_end(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path / "data", CLIO_DRAIN_SECONDS="1", **OF_A_PROCESS)
    await server.start()
    asleep = [await attack(server.port, name, dice) for dice in range(5) for name in ("half-open", "half-a-preface")]
    async with grpc.aio.insecure_channel(server.address) as channel:
        await whole_match.play(channel)
    assert await asyncio.wait_for(server.stop(), 30) == 0
    await hang_up(asleep)
