"""The compact table of requests, where keys overlap and copies diverge."""

from clio.kernel.match.seen_requests import SeenRequests


def _keyed(*keys: bytes) -> SeenRequests:
    """Requests whose hashes are chosen."""
    seen = SeenRequests()
    for seq, key in enumerate(keys, 1):
        seen.add(f"request {seq}", seq)
        seen._keys[-8:] = key
    return seen


def test_a_key_that_begins_inside_another_one_is_found_at_its_own_place() -> None:
    sought = hash("sought").to_bytes(8, "little", signed=True)
    seen = _keyed(b"\0" * 3 + sought[:5], sought[5:] + b"\0" * 5, sought)
    assert seen.get("sought") == 3
    assert _keyed(b"\0" * 3 + sought[:5], sought[5:] + b"\0" * 5).get("sought") is None
    assert _keyed(sought, b"\0" * 8).get("sought") == 1
    assert SeenRequests().get("sought") is None


def test_a_request_is_added_once_however_many_events_it_has() -> None:
    seen = SeenRequests()
    for seq, request in enumerate(("a", "a", "b", "b", "c"), 1):
        seen.add(request, seq)
    assert (seen.get("a"), seen.get("b"), seen.get("c"), seen.last) == (1, 3, 5, "c")
    assert (len(seen._firsts), len(seen._keys)) == (3, 24)


def test_a_copy_shares_entries_until_it_diverges() -> None:
    first = SeenRequests()
    first.add("a", 1)
    second = first.copy()
    first.add("b", 2)
    second.add("b", 2)
    assert second._keys is first._keys
    assert second == first
    third = second.copy()
    second.add("c", 3)
    third.add("d", 3)
    assert third._keys is not second._keys
    assert ("c" in second, "d" in second, "c" in third, "d" in third) == (True, False, False, True)
    assert second != third
    fourth = first.copy()
    fourth.add("c", 4)
    assert (fourth.get("c"), second.get("c")) == (4, 3)


class Hashed(str):
    """A request whose key is eight times the same byte."""

    __slots__ = ()

    def __hash__(self) -> int:
        return 0x0101010101010101


def test_a_key_is_found_right_after_a_false_one() -> None:
    assert _keyed(b"\0" * 7 + b"\1", b"\1" * 8).get(Hashed("sought")) == 2
    assert _keyed(b"\0" * 7 + b"\1", b"\1" * 7 + b"\0").get(Hashed("sought")) is None
