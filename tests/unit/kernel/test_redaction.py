"""What a viewpoint gets of an event: no more than it may know, and no less."""

import msgspec
import pytest

from clio.kernel.game import EVERYTHING, SPECTATOR
from clio.kernel.match.redaction import may_open, openings, redact
from tests.kit.table import Table

EVENTS = Table("akrotiri", 2, seed=5).play(60).events
SECRET = [event for event in EVENTS if event.secrets]


@pytest.mark.parametrize("viewpoint", [SPECTATOR, 0, 1, EVERYTHING])
def test_a_viewpoint_that_may_see_gets_every_secret_and_no_other_does(viewpoint: int) -> None:
    seen = set()
    for event in SECRET:
        may = viewpoint in (EVERYTHING, event.owner)
        seen.add(may)
        redacted = redact(event, viewpoint)
        assert may_open(event, viewpoint) is may
        assert redacted.secrets == (event.secrets if may else {})
        for field in event.secrets:
            value = getattr(redacted.payload, field)
            assert (value is msgspec.UNSET) is not may
            assert value == (getattr(event.payload, field) if may else msgspec.UNSET)
    assert seen == ({True} if viewpoint == EVERYTHING else {False} if viewpoint == SPECTATOR else {True, False})


@pytest.mark.parametrize("viewpoint", [SPECTATOR, 0, 1, EVERYTHING])
def test_what_is_not_secret_stays_and_what_is_private_goes(viewpoint: int) -> None:
    for event in EVENTS:
        redacted = redact(event, viewpoint)
        assert redacted.private == {}
        assert (redacted.seq, redacted.canonical, redacted.digest) == (event.seq, event.canonical, event.digest)
        public = set(event.payload.__struct_fields__) - set(event.secrets)
        assert all(getattr(redacted.payload, name) == getattr(event.payload, name) for name in public)
    assert any(event.private for event in EVENTS)


@pytest.mark.parametrize("viewpoint", [SPECTATOR, 0, 1, EVERYTHING])
def test_openings_are_those_of_the_fields_that_may_be_seen(viewpoint: int) -> None:
    told = [(opening.seq, opening.field) for opening in openings(EVENTS, viewpoint, b"salt" * 8)]
    assert told == [
        (event.seq, field)
        for event in SECRET
        if viewpoint in (EVERYTHING, event.owner)
        for field in sorted(event.secrets)
    ]
