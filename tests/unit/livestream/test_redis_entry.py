"""An entry of the live stream: only a server of the same epoch can have written it, for that match and place alone."""

import secrets

import msgspec
import pytest

from clio.games.registry import GAMES
from clio.kernel.match.referee import Referee
from clio.server.codec.event_encoder import live_event
from clio.server.livestream.redis_entry import Fields, UnauthenticError, entry_decoder, to_fields
from clio.server.livestream.stream_identity import StreamIdentity, new_identity
from tests.kit.table import Table

DECODE = entry_decoder(Referee(GAMES).types)
TABLE = Table("akrotiri", 2).finish()
MATCH = TABLE.match.id
EVENT = live_event(next(event for event in TABLE.events if event.sealed))
LAST = live_event(TABLE.events[-1])
HERE = new_identity()


def entry(identity: StreamIdentity = HERE, match_id: str = MATCH) -> dict[bytes, bytes]:
    """As Redis gives it back."""
    return _stored(to_fields(identity, match_id, EVENT))


def _stored(fields: dict[str | bytes, str | bytes]) -> dict[bytes, bytes]:
    def plain(text: str | bytes) -> bytes:
        return text if isinstance(text, bytes) else text.encode()

    return {plain(name): plain(value) for name, value in fields.items()}


def decoded(fields: Fields, *, match_id: str = MATCH, place: bytes = b"%d-0" % EVENT.seq) -> int:
    return DECODE(HERE, match_id, place, fields).seq


def test_what_a_server_of_the_epoch_wrote_is_believed() -> None:
    event = DECODE(HERE, MATCH, b"%d-0" % EVENT.seq, entry())
    assert (event.canonical, event.digest, event.wire) == (EVENT.canonical, EVENT.digest, EVENT.wire)
    assert event.has_secrets
    assert not event.ends_match
    assert DECODE(HERE, MATCH, b"%d-0" % LAST.seq, _stored(to_fields(HERE, MATCH, LAST))).ends_match


@pytest.mark.parametrize("field", [b"event", b"digest", b"flags", b"mac"])
def test_a_field_that_is_missing_or_of_another_entry_is_not_believed(field: bytes) -> None:
    other = _stored(to_fields(HERE, MATCH, LAST))
    assert entry()[field] != other[field]
    for fields in (
        entry() | {field: other[field]},
        {name: value for name, value in entry().items() if name != field},
        entry() | {field: b""},
        entry() | {field: b"\xff"},
    ):
        with pytest.raises(UnauthenticError):
            decoded(fields)


def test_an_entry_cannot_be_moved_to_another_place_match_or_epoch() -> None:
    with pytest.raises(UnauthenticError):
        decoded(entry(), place=b"%d-0" % (EVENT.seq + 1))
    with pytest.raises(UnauthenticError):
        decoded(entry(), place=b"%d-1" % EVENT.seq)
    with pytest.raises(UnauthenticError):
        decoded(entry(), match_id=f"{MATCH}x")
    with pytest.raises(UnauthenticError):
        decoded(entry(StreamIdentity("another epoch", HERE.key)))
    with pytest.raises(UnauthenticError):
        decoded(entry(StreamIdentity(HERE.epoch, secrets.token_bytes(32))))


def test_bytes_of_one_part_cannot_be_taken_for_those_of_the_next() -> None:
    """With the parts merely joined, both would be the same message."""
    one = StreamIdentity("ab", HERE.key).mac("m", 1, b"d", b"0", b"{}")
    assert one != StreamIdentity("b", HERE.key).mac("ma", 1, b"d", b"0", b"{}")
    assert one != StreamIdentity("ab", HERE.key).mac("m", 1, b"", b"d0", b"{}")
    assert one != StreamIdentity("ab", HERE.key).mac("m", 1, b"d0", b"", b"{}")


def test_flags_that_are_not_those_of_the_event_are_not_believed_even_with_a_sound_mac() -> None:
    flags = b"3"
    mac = HERE.mac(MATCH, EVENT.seq, EVENT.digest, flags, EVENT.canonical)
    with pytest.raises(UnauthenticError, match="flags"):
        decoded(entry() | {b"flags": flags, b"mac": mac.hex().encode()})


def test_an_event_that_this_version_cannot_read_is_left_to_the_record() -> None:
    canonical = EVENT.canonical.replace(b'"type":"akrotiri.', b'"type":"akrotiri.Newer')
    assert msgspec.json.decode(canonical)
    mac = HERE.mac(MATCH, EVENT.seq, EVENT.digest, b"1", canonical)
    with pytest.raises(UnauthenticError, match="another version"):
        decoded(entry() | {b"event": canonical, b"mac": mac.hex().encode()})
