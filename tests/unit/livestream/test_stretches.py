"""What is kept of the past: only what cannot change, and never more than there is room for."""

import pytest

from clio.server.app.event_page_cache import STRETCH, EventPage, EventPageCache


def stretch(events: int = STRETCH, *, ends_match: bool = False, letter: bytes = b"x") -> EventPage:
    return EventPage(frames=(letter * 50,) * events, sealed=(), digest=b"", ends_match=ends_match)


@pytest.mark.parametrize(
    ("after", "given", "is_kept"),
    [
        (0, stretch(), True),
        (3 * STRETCH, stretch(), True),
        (0, stretch(STRETCH - 1), False),
        (0, stretch(STRETCH - 1, ends_match=True), True),
        (1, stretch(STRETCH - 1), False),
        (1, stretch(3, ends_match=True), False),
    ],
)
def test_only_a_stretch_that_can_never_grow_is_kept(after: int, given: EventPage, is_kept: object) -> None:
    kept = EventPageCache()
    kept.put("m", after, given)
    assert (kept.get("m", after) is given) == kept.has("m", after) == is_kept
    assert kept.size == (given.size if is_kept else 0)


def test_a_stretch_belongs_to_its_match_and_place() -> None:
    kept = EventPageCache()
    kept.put("m", 0, stretch(letter=b"a"))
    kept.put("n", 0, stretch(letter=b"b"))
    kept.put("m", STRETCH, stretch(letter=b"c"))
    found = [kept.get(*place) for place in (("m", 0), ("n", 0), ("m", STRETCH), ("n", STRETCH))]
    assert [one and one.frames[0][:1] for one in found] == [b"a", b"b", b"c", None]


def test_what_was_not_used_for_longest_makes_room() -> None:
    kept = EventPageCache(room=3 * stretch().size)
    for number in range(3):
        kept.put("m", number * STRETCH, stretch())
    kept.get("m", 0)
    kept.put("m", 3 * STRETCH, stretch())
    assert [kept.has("m", number * STRETCH) for number in range(4)] == [True, False, True, True]
    assert kept.size == 3 * stretch().size


def test_the_room_is_never_exceeded_and_putting_twice_counts_once() -> None:
    kept = EventPageCache(room=1_000)
    kept.put("m", 0, stretch())
    assert (kept.size, kept.has("m", 0)) == (0, False)
    kept = EventPageCache()
    for _ in range(3):
        kept.put("m", 0, stretch())
    assert kept.size == stretch().size
