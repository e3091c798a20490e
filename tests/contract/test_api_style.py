"""The rules of docs/api-style.md that the descriptors show."""

from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

from google.protobuf.descriptor import Descriptor, EnumDescriptor, FieldDescriptor, FileDescriptor, MethodDescriptor

from clio.games.registry import BUILT_IN
from clio.server.auth.scopes import OF_A_MATCH, SCOPE_OF

ROOT = Path(__file__).parents[2]
FILES: list[FileDescriptor] = [
    import_module(f"clio.v1.{path.stem}_pb2").DESCRIPTOR for path in sorted((ROOT / "proto/clio/v1").glob("*.proto"))
]
GAMES = frozenset(name for game in BUILT_IN for name in (game, f"{game}_components"))
EVENTS = frozenset({"event", "outcome"})
TIME_ENDINGS = ("_time", "_time_from", "_time_before")
BYTES_ENDINGS = ("digest", "seed", "salt", "commitment", "entropy", "signature", "signer_key", "sha256")
TYPES = {
    "match_id": FieldDescriptor.TYPE_STRING,
    "request_id": FieldDescriptor.TYPE_STRING,
    "key_id": FieldDescriptor.TYPE_STRING,
    "player": FieldDescriptor.TYPE_STRING,
    "option": FieldDescriptor.TYPE_STRING,
    "seat": FieldDescriptor.TYPE_INT32,
    "seq": FieldDescriptor.TYPE_INT64,
}
OTHER_NAMES = {"id", "key", "number", "archived", "opened_at", "min_seq", "seconds", "milliseconds"}
ALLOWED = {
    "clio.v1.AtLeast.min_seq",
    "clio.v1.CreateKeyResponse.key",  # the API key itself, once
    "clio.v1.Difference.key",  # a document's key in its table
    "clio.v1.BackupSummary.archived",  # a count
    "clio.v1.MatchTimeAdded.milliseconds",  # as the record has it
    "clio.v1.MatchTimeCredited.milliseconds",
}
SHORT_LISTS = {"ListBots", "ListGames", "ListHeadKeys", "ListLegalMoves", "ListProjections"}
MAPS_BY_ID = {
    "clio.v1.AkrotiriTableLaid.tiles",
    "clio.v1.AkrotiriTableLaid.easy",
    "clio.v1.AkrotiriTableLaid.medium",
    "clio.v1.AkrotiriTableLaid.hard",
    "clio.v1.AkrotiriTilesReshuffled.tiles",
}
"""Maps by the string ids of a data set."""


def stem(file: Any) -> str:
    return str(file.name).rpartition("/")[2].removesuffix(".proto")


def messages() -> Iterator[Descriptor]:
    for file in FILES:
        yield from file.message_types_by_name.values()


def fields() -> Iterator[FieldDescriptor]:
    for message in messages():
        yield from message.fields


def api_fields() -> list[FieldDescriptor]:
    """The fields whose names the record does not hash."""
    return [field for field in fields() if stem(field.file) not in GAMES | EVENTS]


def methods() -> list[MethodDescriptor]:
    return [method for file in FILES for service in file.services_by_name.values() for method in service.methods]


def type_name(field: FieldDescriptor) -> str:
    return field.message_type.full_name if field.message_type is not None else ""


def test_moments_are_timestamps_that_end_in_time() -> None:
    for field in fields():
        is_moment = type_name(field) == "google.protobuf.Timestamp"
        assert is_moment == field.name.endswith(TIME_ENDINGS), field.full_name
        assert not field.name.endswith("_at"), field.full_name


def test_durations_are_messages_or_distributions_of_milliseconds() -> None:
    for field in fields():
        assert not field.name.endswith(("_seconds", "_ms", "_minutes")), field.full_name
        if field.name.endswith("_millis"):
            assert type_name(field) == "clio.v1.Distribution", field.full_name


def test_digests_seeds_and_keys_are_bytes() -> None:
    for field in fields():
        if field.name.endswith(BYTES_ENDINGS):
            assert field.type == FieldDescriptor.TYPE_BYTES, field.full_name


def test_one_thing_has_one_name_and_type() -> None:
    for field in api_fields():
        assert field.name not in OTHER_NAMES or field.full_name in ALLOWED, field.full_name
        if field.name in TYPES:
            assert field.type == TYPES[field.name], field.full_name
        if field.name.endswith("_seq"):
            assert field.type == FieldDescriptor.TYPE_INT64, field.full_name


def test_components_are_counted_by_what_lists_name() -> None:
    for field in fields():
        if stem(field.file) not in GAMES:
            continue
        if field.message_type is not None and field.message_type.GetOptions().map_entry:
            assert field.full_name in MAPS_BY_ID, field.full_name
        if type_name(field).endswith("Count"):
            assert field.message_type is not None
            component, count = field.message_type.fields
            assert (field.is_repeated, component.enum_type is not None, count.name) == (True, True, "count")


def test_the_first_value_of_an_enum_is_unspecified() -> None:
    enums: list[EnumDescriptor] = [enum for file in FILES for enum in file.enum_types_by_name.values()]
    for enum in enums:
        assert enum.values_by_number[0].name.endswith("_UNSPECIFIED"), enum.full_name


def test_every_call_has_its_own_messages() -> None:
    for method in methods():
        assert method.input_type.name == f"{method.name}Request"
        assert method.output_type.name == f"{method.name}Response"


def test_lists_have_pages() -> None:
    for method in methods():
        if method.name.startswith("List") and method.name not in SHORT_LISTS:
            assert {"page_size", "page_token"} <= set(method.input_type.fields_by_name), method.full_name
            assert "next_page_token" in method.output_type.fields_by_name, method.full_name


def test_freshness_is_asked_for_in_one_way() -> None:
    for field in fields():
        assert (field.name == "at_least") == (type_name(field) == "clio.v1.AtLeast"), field.full_name


def test_refusals_are_statuses() -> None:
    refused = [field for field in fields() if field.name == "refused"]
    assert [type_name(field) for field in refused] == ["google.rpc.Status"]


def test_a_call_about_one_match_says_so() -> None:
    """These take a token of the match; every other call takes the operator's token or none."""
    archive = {f"/clio.v1.{name}" for name in ("ArchiveService", "ArchiveAdminService")}
    named = {
        f"/{method.containing_service.full_name}/{method.name}"
        for method in methods()
        if "match_id" in method.input_type.fields_by_name
    }
    assert {name for name in named if name.rpartition("/")[0] not in archive} == OF_A_MATCH
    assert set(SCOPE_OF) >= OF_A_MATCH
