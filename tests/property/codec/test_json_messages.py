"""JSON of messages: exactly protobuf's mapping, compared with the library's for every message of the contract."""

import importlib
import json
import pkgutil
import random
from collections.abc import Iterator
from typing import Any

import pytest
from google.protobuf import json_format
from google.protobuf.descriptor import Descriptor, FieldDescriptor
from google.protobuf.message import Message
from hypothesis import example, given, settings
from hypothesis import strategies as st

import clio.v1
from clio.server.codec.json_decoder import JsonError, from_json
from clio.server.codec.json_encoder import to_json
from clio.v1 import match_service_pb2 as pb
from tests.fuzz.contract import message_class
from tests.fuzz.messages import MessageWriter

SEEDS = range(12)


def _nested(message: Descriptor) -> Iterator[Descriptor]:
    if not message.GetOptions().map_entry:
        yield message
        for inner in message.nested_types:
            yield from _nested(inner)


def _all_messages() -> Iterator[Descriptor]:
    for module in pkgutil.iter_modules(clio.v1.__path__):
        if module.name.endswith("_pb2"):
            file = importlib.import_module(f"clio.v1.{module.name}").DESCRIPTOR
            for message in file.message_types_by_name.values():
                yield from _nested(message)


MESSAGES = sorted(_all_messages(), key=lambda each: each.full_name)
every_message = pytest.mark.parametrize("descriptor", MESSAGES, ids=lambda each: each.name)


def _library_text(message: Message) -> str | None:
    try:
        return json_format.MessageToJson(message)
    except (ValueError, TypeError, json_format.Error):  # TypeError: an ``Any`` of a type that does not exist
        return None


def _library_message(text: str, kind: type[Message]) -> bytes | None:
    try:
        message = json_format.Parse(text, kind()).SerializeToString(deterministic=True)
    except (json_format.ParseError, ValueError):
        return None
    # The library takes an empty list, or an empty text, for an empty message.
    return message if isinstance(json.loads(text), dict) else None


def _our_message(text: str, kind: type[Message]) -> bytes | None:
    try:
        return from_json(text.encode(), kind).SerializeToString(deterministic=True)
    except (JsonError, UnicodeEncodeError):
        return None


@every_message
def test_a_message_is_encoded_and_decoded_as_the_library_does_it(descriptor: Descriptor) -> None:
    kind = message_class(descriptor)
    for seed in SEEDS:
        message = MessageWriter(random.Random(seed), "some-match").message(descriptor)
        expected = _library_text(message)
        if expected is None:
            with pytest.raises((ValueError, TypeError, json_format.Error)):
                to_json(message)
            continue
        assert json.loads(to_json(message)) == json.loads(expected)
        assert list(json.loads(to_json(message))) == list(json.loads(expected))
        assert _our_message(expected, kind) == _library_message(expected, kind) is not None


@every_message
def test_both_names_of_every_field_are_read(descriptor: Descriptor) -> None:
    kind = message_class(descriptor)
    for field in descriptor.fields:
        for name in (field.name, field.json_name):
            for value in _VALUES:
                text = json.dumps({name: value})
                assert _our_message(text, kind) == _library_message(text, kind), text


_VALUES: tuple[Any, ...] = (
    0, 1, -1, 2**31 - 1, 2**31, 2**32, 2**63 - 1, 2**63, -(2**63), 2**64, 1.0, 1.5, 1e3, 1e400, True, False, None, "",
    "1", "-1", " 1", "1 ", "1_0", "007", "1.0", "1e2", "9223372036854775807", "9223372036854775808", "NaN", "Infinity",
    "true", "x", "é", "\ud800", "AQI=", "AQI", "AQ-_", "A", "====", "MATCH_STATUS_PLAYING", "2026-01-02T03:04:05Z",
    "2026-01-02T03:04:05.123456789+02:00", "1.5s", [], [1], ["a"], [None], [[]], [{}], {}, {"a": "b"}, {"a": 1},
    {"a": None},
)  # fmt: skip


def _json_values() -> st.SearchStrategy[Any]:
    leaves = st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.sampled_from(_VALUES)
    return st.recursive(
        leaves, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3)
    )


def _names(descriptor: Descriptor, depth: int = 0) -> st.SearchStrategy[Any]:
    """Objects whose keys are mostly fields of the message."""
    fields = {name: field for field in descriptor.fields for name in (field.name, field.json_name)}
    if not fields:
        return st.just({})

    def value(field: FieldDescriptor) -> st.SearchStrategy[Any]:
        inner = field.message_type
        if inner is None or depth > 1 or inner.GetOptions().map_entry:
            return _json_values()
        nested = _names(inner, depth + 1)
        return (st.lists(nested, max_size=2) if field.is_repeated else nested) | _json_values()

    pairs = st.sampled_from(sorted(fields)).flatmap(lambda name: st.tuples(st.just(name), value(fields[name])))
    return st.lists(pairs, max_size=4).map(dict)


@settings(max_examples=60, deadline=None)
@given(_names(pb.PlayBatchRequest.DESCRIPTOR) | _names(pb.ListMatchesRequest.DESCRIPTOR))
def test_any_object_is_read_or_refused_as_the_library_does_it(value: Any) -> None:
    text = json.dumps(value)
    for kind in (pb.PlayBatchRequest, pb.ListMatchesRequest, pb.PlayMoveRequest):
        assert _our_message(text, kind) == _library_message(text, kind)


@given(st.text())
@example('{"matchId":"a","matchId":"b"}')
@example('{"matchId":"a","match_id":"b"}')
@example('{"move":{"notation":"a"},"move":{"notation":"b"}}')
@example("[" * 5_000)
@example('{"move":' * 5_000)
@example("{}garbage")
@example("null")
@example("[]")
@example('"matchId"')
@example('{"expectedSeq":' + "9" * 5_000 + "}")
def test_any_text_is_read_or_refused_as_the_library_does_it(text: str) -> None:
    assert _our_message(text, pb.PlayMoveRequest) == _library_message(text, pb.PlayMoveRequest)
