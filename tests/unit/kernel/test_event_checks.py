"""Checks of one event of a record: each in its conditions and just outside of them."""

from collections.abc import Callable

import msgspec
import pytest

from clio.kernel.events.match_event import Envelope
from clio.kernel.limits import MAX_LINE_BYTES
from clio.kernel.record_format import event_checks
from clio.kernel.record_format.event_checks import (
    broken_link,
    check_envelope,
    check_limits,
    check_pools,
    check_request,
    is_plain,
)
from clio.kernel.record_format.record import FlawError, Record
from tests.kit.unread_record import AT, DIGEST, MATCH, opened, record

EARLIER, LATER = "2026-03-01T11:59:59.999999Z", "2026-03-01T12:00:00.000001Z"


def envelope(**changes: object) -> Envelope:
    usual = Envelope(
        actor="server",
        at=AT,
        match=MATCH,
        public=msgspec.Raw(b"{}"),
        request="r",
        schema=1,
        seq=2,
        type="akros.TilesDrawn",
    )
    return msgspec.structs.replace(usual, **changes)


def why(check: Callable[[], object]) -> str:
    try:
        check()
    except FlawError as found:
        return found.why
    return ""


@pytest.mark.parametrize(
    ("changes", "seq", "told"),
    [
        ({}, 2, ""),
        ({"at": LATER}, 2, ""),
        ({"at": "2026-02-30T12:00:00.000000Z"}, 2, "the time is '2026-02-30T12:00:00.000000Z'"),
        ({"schema": 0}, 2, "the schema is 0"),
        ({"schema": 2}, 2, ""),
        ({"type": "akros.tilesDrawn"}, 2, "'akros.tilesDrawn' is no type of event of this game"),
        ({"type": "akrotiri.TilesDrawn"}, 2, "'akrotiri.TilesDrawn' is no type of event of this game"),
        ({"type": "TilesDrawn"}, 2, "'TilesDrawn' is no type of event of this game"),
        ({"type": "match.Joined"}, 2, ""),
        ({"type": "match.Rained"}, 2, "'match.Rained' is none of the events that all games share"),
        ({"type": "match.Opened"}, 1, ""),
        ({"type": "match.Joined"}, 1, "the first event is 'match.Joined', not match.Opened"),
        ({"sealed": {"tiles": DIGEST}}, 2, ""),
        ({"sealed": {}}, 2, "what is sealed is not an object of commitments"),
        ({"sealed": {"tiles": "00"}}, 2, "what is sealed is not an object of commitments"),
        ({"sealed": {"a": DIGEST, "b": "00"}}, 2, "what is sealed is not an object of commitments"),
        ({"sealed": {"a": DIGEST}, "public": msgspec.Raw(b'{"b":1}')}, 2, ""),
        ({"sealed": {"a": DIGEST}, "public": msgspec.Raw(b'{"a":1}')}, 2, "a field is both sealed and public"),
    ],
)
def test_an_envelope_has_a_time_a_schema_a_type_and_commitments(
    changes: dict[str, object], seq: int, told: str
) -> None:
    assert why(lambda: check_envelope(record(), envelope(**changes), seq)) == told


def test_time_goes_back_in_the_first_edition_only() -> None:
    first, second = record(), record(opened(edition=2))
    check_envelope(first, envelope(at=EARLIER), 2)
    assert [note.seq for note in first.notes] == [2]
    assert first.last_time == EARLIER
    assert "before that of the event before" in why(lambda: check_envelope(second, envelope(at=EARLIER), 2))
    same = record(opened(edition=2))
    check_envelope(same, envelope(), 2)
    assert same.notes == []


def test_the_events_of_a_request_stand_side_by_side() -> None:
    into = record(requests={"a"}, last_request="a")
    assert why(lambda: check_request(into, "a", 2)) == ""
    assert why(lambda: check_request(into, "b", 3)) == ""
    assert (into.requests, into.last_request) == ({"a", "b"}, "b")
    assert why(lambda: check_request(into, "a", 4)) == "the events of one request do not stand side by side"
    assert why(lambda: check_request(into, "x" * 64, 4)) == ""
    assert why(lambda: check_request(into, "x" * 65, 4)).startswith("the request is ")


def test_a_line_has_as_many_bytes_as_the_limit_allows(monkeypatch: pytest.MonkeyPatch) -> None:
    assert MAX_LINE_BYTES == 1_048_576
    monkeypatch.setattr(event_checks, "MAX_LINE_BYTES", 8)
    assert why(lambda: check_limits(b'{"a":10}', 2)) == ""
    assert why(lambda: check_limits(b'{"a":100}', 2)) == "the line has more than 8 bytes"
    assert why(lambda: check_limits(b"\xff", 2)).startswith("the line is not JSON as the format has it")


@pytest.mark.parametrize(
    ("pool", "told"),
    [
        (b'{"pool":{"sea":4096}}', ""),
        (b'{"pool":{"sea":4097}}', "the pool pool cannot be"),
        (b'{"pool":{"sea":-1}}', "the pool pool cannot be"),
        (b'{"pool":{"sea":true}}', ""),
        (b'{"pool":[4097]}', ""),
        (b"{}", ""),
    ],
)
def test_pools_are_bounded_before_they_are_expanded(pool: bytes, told: str) -> None:
    laid = envelope(type="akros.BoardLaid", public=msgspec.Raw(pool))
    assert why(lambda: check_pools(record(), laid, 2)) == told
    assert why(lambda: check_pools(record(), envelope(public=msgspec.Raw(pool)), 2)) == ""


def test_no_pool_is_sealed() -> None:
    laid = envelope(type="akros.BoardLaid", sealed={"pool": DIGEST})
    assert why(lambda: check_pools(record(), laid, 2)) == "the pool pool is sealed"


def test_the_pools_of_the_record_s_own_table_are_bounded_too() -> None:
    own = record(own_pools={"senet.Laid": ("sticks",)})
    laid = envelope(type="senet.Laid", public=msgspec.Raw(b'{"sticks":{"a":4097}}'))
    assert why(lambda: check_pools(own, laid, 2)) == "the pool sticks cannot be"


@pytest.mark.parametrize(
    ("public", "plain"), [(b'{"a":1}', True), (b'{"a": 1}', False), (b'{"b":1,"a":1}', False), (b"[1]", False)]
)
def test_plain_bytes_are_the_canonical_ones_of_an_object(public: bytes, *, plain: bool) -> None:
    assert is_plain(msgspec.Raw(public)) is plain


@pytest.mark.parametrize(
    ("changes", "digest", "told"),
    [
        ({}, "", ""),
        ({"seq": 3}, "", "event 2 is expected here, found is 3"),
        ({"match": "other"}, "", f"the event is of match 'other', not {MATCH!r}"),
        ({}, "ff" * 32, "the chain's digest is "),
    ],
)
def test_a_link_continues_the_chain_of_its_match(changes: dict[str, object], digest: str, told: str) -> None:
    into: Record = record()
    found = broken_link(into, envelope(**changes), digest or into.digest.hex(), 2)
    assert (found is None) == (told == "")
    assert found is None or found.why.startswith(told)
