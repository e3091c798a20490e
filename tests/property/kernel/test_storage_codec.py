"""The fast path of the storage codec, compared with the encoder."""

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from clio.kernel.events.match_event import MatchEvent
from clio.kernel.events.storage_codec import from_bytes, to_bytes
from clio.kernel.integrity.canonical import canonical
from tests.kit.table import REFEREE, Table

EVENTS = Table("akrotiri", 2).play(30).events + Table("amphipolis", 3).play(30).events


@given(st.sampled_from(EVENTS))
def test_every_event_is_stored_as_the_encoder_would_write_it(event: MatchEvent) -> None:
    kept = {"digest": event.digest.hex(), "private": dict(event.private), "secrets": dict(event.secrets)}
    assert to_bytes(event) == event.canonical + b"\n" + canonical(kept)


@given(st.sampled_from(EVENTS))
def test_an_event_comes_back_as_it_was_stored(event: MatchEvent) -> None:
    assert from_bytes(REFEREE.types, to_bytes(event)) == event


def test_the_events_are_of_both_kinds() -> None:
    assert {bool(event.secrets) for event in EVENTS} == {bool(event.private) for event in EVENTS} == {True, False}
    assert all(isinstance(value, msgspec.Raw) for event in EVENTS for value in event.secrets.values())
