"""The rules of the Python client, over every public method: docs/client.md states them."""

import inspect
import types
import typing
from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest
from google.protobuf.message import Message

import clio.client
from clio.client import (
    ChangeFeed,
    Client,
    Credentials,
    HostHandle,
    MatchHandle,
    MatchSettings,
    MatchWatcher,
    SeatHandle,
)
from clio.client.pages import Paged
from clio.client.record_file import write_record
from clio.client.stream_moves import refusal, stream_move
from tests.kit.client_methods import CALLERS, GROUPS, HANDLES, LOCAL, OPERATOR_GROUPS, OTHERS, public_methods

METHODS = dict(public_methods(*CALLERS))
EVERYTHING: dict[str, Callable[..., Any]] = METHODS | dict(public_methods(*OTHERS))
EVERYTHING |= {each.__name__: each for each in (write_record, stream_move, refusal)}
EVERYTHING |= {f"{each.__name__}()": each.__init__ for each in (Client, Credentials, MatchSettings)}  # type: ignore[misc]
CALLS = {name: method for name, method in METHODS.items() if name not in LOCAL}


def is_optional(annotation: Any) -> bool:
    return type(None) in typing.get_args(annotation)


async def test_the_groups_of_a_client_are_those_that_are_tested() -> None:
    async with Client("127.0.0.1:1") as client:
        made = attributes(client)
        assert {name: each for name, each in made.items() if name in GROUPS} == GROUPS
        calling = {name for name, each in made.items() if each.__module__.startswith("clio.client")}
        assert calling - set(GROUPS) == {"credentials", "readiness", "retries"}
        assert attributes(client.operator()) == OPERATOR_GROUPS
    with pytest.raises(RuntimeError, match="closed"):
        client.operator()


def attributes(value: object) -> dict[str, type]:
    return {name: type(each) for name, each in vars(value).items() if not name.startswith("_")}


@pytest.mark.parametrize("name", EVERYTHING)
def test_what_is_not_given_is_none(name: str) -> None:
    """No parameter stands for "nothing" by an empty text, empty bytes or a zero."""
    hints = typing.get_type_hints(EVERYTHING[name])
    for parameter in inspect.signature(EVERYTHING[name]).parameters.values():
        default = parameter.default
        assert default is False or default not in ("", b"", 0), parameter
        if default is None:
            assert is_optional(hints[parameter.name]), parameter


@pytest.mark.parametrize("name", [*CALLS, "PlaySession.play", "write_record"])
def test_every_call_takes_a_timeout(name: str) -> None:
    parameter = inspect.signature(EVERYTHING[name]).parameters.get("timeout")
    assert parameter is not None
    assert parameter.kind is inspect.Parameter.KEYWORD_ONLY
    assert typing.get_type_hints(EVERYTHING[name])["timeout"] == float | None


@pytest.mark.parametrize("name", CALLS)
def test_the_return_rule_holds_for_the_annotations(name: str) -> None:
    method = CALLS[name]
    returned = typing.get_type_hints(method)["return"]
    origin, arguments = typing.get_origin(returned), typing.get_args(returned)
    if name.rpartition(".")[2].startswith("list_") or name == "OperatorCalls.diff_projection":
        assert origin is Paged
        assert issubclass(arguments[1], Message)
    elif inspect.iscoroutinefunction(method):
        if origin is list:
            assert arguments[0] is int or issubclass(arguments[0], Message)
        else:
            handles = typing.Self, HostHandle, SeatHandle
            assert returned in handles or returned is types.NoneType or issubclass(returned, Message)
    elif returned not in (MatchWatcher, ChangeFeed):
        assert origin is AsyncIterator
        assert arguments[0] is bytes or issubclass(arguments[0], Message)


def test_a_move_has_the_same_type_everywhere() -> None:
    from clio.v1.move_pb2 import Move  # noqa: PLC0415 (only here)

    moves = [name for name, method in EVERYTHING.items() if "move" in inspect.signature(method).parameters]
    assert {name.rpartition(".")[2] for name in moves} == {
        "play",
        "play_move",
        "preview",
        "preview_move",
        "stream_move",
    }
    for name in moves:
        assert typing.get_type_hints(EVERYTHING[name])["move"] == str | Move


def test_what_handles_have_in_common_with_the_client_is_named_alike() -> None:
    """Every call about one match is a method of a handle, too."""
    of_handles = {name.rpartition(".")[2] for name, _ in public_methods(*HANDLES)}
    about_a_match = {
        name.rpartition(".")[2]
        for name, method in CALLS.items()
        if name.partition(".")[0]
        in ("Client", "BotCalls", "FairPlayCalls", "PlatformCalls", "Records", "ProjectionCalls")
        and "match_id" in inspect.signature(method).parameters
    }
    renamed = {"seat": "seat_bot", "rotate_token": "rotate"}
    short = {
        renamed.get(name, name.removeprefix("get_").removesuffix("_match").removesuffix("_move"))
        for name in about_a_match
    }
    assert short - {"get", "head"} <= of_handles | {"match"}
    assert {"get", "head", "ready"} <= of_handles


def test_the_exported_names_are_there_and_each_once() -> None:
    assert all(hasattr(clio.client, name) for name in clio.client.__all__)
    assert len(set(clio.client.__all__)) == len(clio.client.__all__)
    imported = {name for name, value in vars(clio.client).items() if not name.startswith("_")} - set(
        clio.client.__all__
    )
    assert all(inspect.ismodule(getattr(clio.client, name)) for name in imported), "everything imported is exported"


def test_every_class_that_a_public_method_names_is_exported() -> None:
    """What users must write in their own annotations can be imported from ``clio.client``; groups are attributes."""
    inner = {*GROUPS.values(), *OPERATOR_GROUPS.values()}
    for name, method in EVERYTHING.items():
        for hint in typing.get_type_hints(method).values():
            for each in (hint, *typing.get_args(hint)):
                if inspect.isclass(each) and each.__module__.startswith("clio.client.") and each not in inner:
                    assert each.__name__ in {*clio.client.__all__, "Calls"}, name


async def test_a_handle_does_not_show_its_token_in_logs() -> None:
    async with Client("127.0.0.1:1") as client:
        for handle in (client.match("m", "secret"), client.seat("m", "secret", 1), client.host("m", "secret")):
            assert isinstance(handle, MatchHandle)
            assert "secret" not in repr(handle)
