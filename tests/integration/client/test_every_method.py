"""Every public method of the client is called; what it returns follows from the answer's message by one rule."""

import typing
from collections.abc import AsyncIterator, Awaitable
from pathlib import Path
from typing import Any

import pytest
from google.protobuf import descriptor_pool
from google.protobuf.descriptor import Descriptor
from google.protobuf.message import Message

import clio.v1
from clio.client import ChangeFeed, Client, ClioError, HostHandle, MatchHandle, MatchWatcher, SeatHandle
from clio.client.pages import Paged
from tests.integration.client.every_method import CALLS, OPERATOR, REFUSED, World, world
from tests.kit.call_recorder import RecordedCall, record_calls
from tests.kit.client_methods import CALLERS, LOCAL, public_methods
from tests.kit.servers import running

METHODS = dict(public_methods(*CALLERS))
BY_ITSELF = {"GetMatch", "ReadySeat", "WatchMatch"}
"""A client reads the events of a match before it gets ready in it."""
"""What the client calls before or after the call that was asked for."""


def output_types() -> dict[str, Descriptor]:
    """The answer's message of every method of the contract."""
    pool, found = descriptor_pool.Default(), {}
    for file in Path(next(iter(clio.v1.__path__))).glob("*_service.proto"):
        for service in pool.FindFileByName(f"clio/v1/{file.name}").services_by_name.values():
            found |= {method.name: method.output_type for method in service.methods}
    return found


ANSWERS = output_types()


def follows(result: Any, answer: Descriptor) -> bool:
    """The rule: one field, its value (a list for several); none, None; more, the whole answer."""
    fields = answer.fields
    if not fields:
        return result is None
    if len(fields) > 1:
        return isinstance(result, Message) and result.DESCRIPTOR.full_name == answer.full_name
    (field,) = fields
    if field.is_repeated:
        return isinstance(result, list) and all(is_of(each, field) for each in result)
    return is_of(result, field)


def is_of(value: Any, field: Any) -> bool:
    if field.message_type is not None:
        return isinstance(value, Message) and value.DESCRIPTOR.full_name == field.message_type.full_name
    return isinstance(value, bytes if field.type == field.TYPE_BYTES else int)


def is_annotated(result: Any, name: str) -> bool:
    returned = typing.get_type_hints(METHODS[name])["return"]
    if returned is typing.Self:
        return isinstance(result, HostHandle | SeatHandle)
    origin, arguments = typing.get_origin(returned) or returned, typing.get_args(returned)
    if origin is list:
        return isinstance(result, list) and all(isinstance(each, arguments[0]) for each in result)
    if origin is AsyncIterator:
        return isinstance(result, arguments[0])
    return isinstance(result, origin)


async def checked(name: str, made: World, calls: list[RecordedCall]) -> None:
    result = await CALLS[name](made)
    if isinstance(result, Paged):
        calls.clear()
        page = await result.first_page()
        (asked,) = {call.method for call in calls} - BY_ITSELF
        assert page.DESCRIPTOR.full_name == ANSWERS[asked].full_name
        listed = next(field for field in page.DESCRIPTOR.fields if field.is_repeated)
        items = await result.all()
        assert all(is_of(item, listed) for item in items)
        assert [item async for each in result.pages() for item in getattr(each, listed.name)] == items
        return
    asked = next(
        call.method
        for call in reversed(calls)
        if call.method not in BY_ITSELF or name.endswith(("get", "get_match", "ready", "watch", "watch_match"))
    )
    assert is_annotated(result, name), result
    if not isinstance(result, MatchHandle | MatchWatcher | ChangeFeed):
        assert follows(result, ANSWERS[asked]), (asked, result)


async def answered(call: Awaitable[Any]) -> None:
    result = await call
    if isinstance(result, Paged):
        await result.first_page()


def test_every_method_has_its_call() -> None:
    assert set(CALLS) == set(METHODS) - LOCAL


async def test_what_every_method_returns_follows_from_its_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One server for all: each call makes the matches that it needs."""
    calls = record_calls(monkeypatch)
    seen: set[str] = set()
    async with (
        running(tmp_path, admin_token=OPERATOR) as server,
        Client(f"127.0.0.1:{server.clio.port}") as client,
    ):
        made = await world(client)
        async with client.play_session() as session:
            host, mover, _ = await made.seats()
            await session.play(host.match_id, (await mover.list_legal_moves().all())[0], mover.token, timeout=10)
        for name in CALLS:
            seen |= {call.method for call in calls}
            calls.clear()
            if name in REFUSED:
                with pytest.raises(ClioError) as refused:
                    await answered(CALLS[name](made))
                assert refused.value.reason == REFUSED[name], name
                continue
            try:
                await checked(name, made, calls)
            except (AssertionError, ClioError, TypeError) as error:
                raise AssertionError(f"{name}: {error!r}") from error
        seen |= {call.method for call in calls}
    assert seen == set(ANSWERS), "every method of the contract is called by some method of the client"
