"""Bytes of every form that an event ever had are kept, and are read as they always were."""

import msgspec
import pytest

from clio.games.registry import GAMES
from clio.kernel.events.event_types import EventTypes
from clio.kernel.events.storage_codec import decode_event
from clio.kernel.integrity.canonical import canonical
from tests.vectors.schema.freeze import frozen

TYPES = EventTypes(GAMES.values())
FROZEN = frozen()


@pytest.mark.parametrize("name", sorted(FROZEN))
def test_a_released_form_is_read_as_it_always_was(name: str) -> None:
    kept = FROZEN[name]
    secrets = {field: msgspec.Raw(value.encode()) for field, value in kept["secrets"].items()}  # type: ignore[attr-defined]
    event = decode_event(TYPES, str(kept["canonical"]).encode(), b"", secrets, {})
    assert canonical(event.payload).decode() == kept["fact"]


def test_every_type_of_event_is_frozen_in_its_latest_form() -> None:
    due = {f"{name}/{TYPES.upcasters.latest(name)}" for name in TYPES.classes}
    assert due <= set(FROZEN), "run: python -m tests.vectors.schema.freeze"


def test_no_released_form_is_forgotten() -> None:
    released = {f"{name}/{schema}" for name in TYPES.classes for schema in range(1, TYPES.upcasters.latest(name) + 1)}
    assert {name.partition(" ")[0] for name in FROZEN} == released
