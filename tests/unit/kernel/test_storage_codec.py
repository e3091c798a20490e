"""Stored events: what a reader takes from the bytes without decoding all of them."""

import msgspec

from clio.kernel.events.storage_codec import has_secrets, shown, to_bytes
from clio.kernel.integrity.canonical import canonical
from tests.kit.table import Table


def test_an_event_with_values_of_sealed_fields_is_known_by_its_bytes() -> None:
    events = Table("akrotiri", 2).play(30).events
    assert [has_secrets(to_bytes(event)) for event in events] == [bool(event.secrets) for event in events]
    assert len({bool(event.secrets) for event in events}) == 2


def test_the_public_part_is_read_from_any_order_of_the_server_s_fields() -> None:
    event = Table("akros", 2).events[1]
    assert event.private
    assert shown(to_bytes(event)) == (event.canonical, event.digest)
    other_order = msgspec.json.encode({"private": dict(event.private), "digest": event.digest.hex(), "secrets": {}})
    assert shown(event.canonical + b"\n" + other_order) == (event.canonical, event.digest)


def test_the_digest_is_taken_from_its_place_without_decoding_the_rest() -> None:
    event = Table("akros", 2).events[1]
    cut = event.canonical + b"\n" + canonical({"digest": event.digest.hex()})[:-2] + b'" what follows is not read'
    assert shown(cut) == (event.canonical, event.digest)
