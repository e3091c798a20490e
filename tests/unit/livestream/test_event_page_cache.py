"""What is kept of the past: only what cannot change, and never more than there is room for."""

import pytest

from clio.server.app.event_page_cache import PAGE_EVENTS, EventPage, EventPageCache


def event_page(events: int = PAGE_EVENTS, *, ends_match: bool = False, letter: bytes = b"x") -> EventPage:
    return EventPage(frames=(letter * 50,) * events, sealed=(), digest=b"", ends_match=ends_match)


@pytest.mark.parametrize(
    ("after", "given", "is_kept"),
    [
        (0, event_page(), True),
        (3 * PAGE_EVENTS, event_page(), True),
        (0, event_page(PAGE_EVENTS - 1), False),
        (0, event_page(PAGE_EVENTS - 1, ends_match=True), True),
        (1, event_page(PAGE_EVENTS - 1), False),
        (1, event_page(3, ends_match=True), False),
    ],
)
def test_only_an_event_page_that_can_never_grow_is_kept(after: int, given: EventPage, is_kept: object) -> None:
    kept = EventPageCache()
    kept.put("m", after, given)
    assert (kept.get("m", after) is given) == kept.has("m", after) == is_kept
    assert kept.size == (given.size if is_kept else 0)


def test_an_event_page_belongs_to_its_match_and_place() -> None:
    kept = EventPageCache()
    kept.put("m", 0, event_page(letter=b"a"))
    kept.put("n", 0, event_page(letter=b"b"))
    kept.put("m", PAGE_EVENTS, event_page(letter=b"c"))
    found = [kept.get(*place) for place in (("m", 0), ("n", 0), ("m", PAGE_EVENTS), ("n", PAGE_EVENTS))]
    assert [one and one.frames[0][:1] for one in found] == [b"a", b"b", b"c", None]


def test_what_was_not_used_for_longest_makes_room() -> None:
    kept = EventPageCache(max_bytes=3 * event_page().size)
    for number in range(3):
        kept.put("m", number * PAGE_EVENTS, event_page())
    kept.get("m", 0)
    kept.put("m", 3 * PAGE_EVENTS, event_page())
    assert [kept.has("m", number * PAGE_EVENTS) for number in range(4)] == [True, False, True, True]
    assert kept.size == 3 * event_page().size


def test_the_room_is_never_exceeded_and_putting_twice_counts_once() -> None:
    kept = EventPageCache(max_bytes=1_000)
    kept.put("m", 0, event_page())
    assert (kept.size, kept.has("m", 0)) == (0, False)
    kept = EventPageCache()
    for _ in range(3):
        kept.put("m", 0, event_page())
    assert kept.size == event_page().size
