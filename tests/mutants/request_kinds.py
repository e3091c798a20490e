"""Requests: 1 to 64 visible ASCII characters, and all events of one request side by side."""

from collections.abc import Iterator

from tests.mutants.draft import Draft
from tests.mutants.kind import INTEGRITY, PASS, Case, Kind, all_events, at, with_values

NO_REQUESTS: dict[str, tuple[str, ...]] = {
    "empty": ("",),
    "with a control character": ("a\x00b", "a\x1bb", "a\nb", "\t", "a\x7fb", "a\x85b"),
    "with a bidi mark": ("a\u202eb", "\u200fab", "a\u2066b", "\u061cab"),
    "with an invisible character": ("a\u200bb", "a\u00adb", "\ufeffab", "a\u2028b", "\u3164"),
    "with a blank": (" ", "a b", " ab", "ab ", "a\u00a0b"),
    "not ASCII": ("é", "запрос", "a\U0001f600"),
    "too long": ("x" * 65, "x" * 5000),
}


def _rename(draft: Draft, place: int, request: str) -> None:
    """Another name for the whole request that this event belongs to."""
    old = draft.entries[place].event["request"]
    for entry in draft.entries:
        if entry.event["request"] == old:
            entry.event["request"] = request


def _split(draft: Draft) -> Iterator[Case]:
    """Events whose own request can be named after an earlier one that is not beside them."""
    for place in range(2, len(draft.entries)):
        earlier = {draft.entries[other].event["request"] for other in range(place - 1)}
        near = {draft.entries[other].event["request"] for other in (place - 1, place)}
        for request in sorted(earlier - near)[:2]:
            yield place, request


def _take(draft: Draft, place: int, request: str) -> None:
    draft.entries[place].event["request"] = request


def _inner(draft: Draft) -> Iterator[Case]:
    """Events within a request of at least three."""
    requests = [entry.event["request"] for entry in draft.entries]
    for place in range(1, len(requests) - 1):
        if requests[place - 1] == requests[place] == requests[place + 1]:
            yield (place,)


def _interrupt(draft: Draft, place: int) -> None:
    draft.entries[place].event["request"] = "another"


LONGEST = ("x" * 64, "~", "!", "a/b:c")

KINDS = (
    *(Kind(f"request {name}", INTEGRITY, with_values(all_events, v), _rename) for name, v in NO_REQUESTS.items()),
    *(
        Kind(f"request of the opening {name}", INTEGRITY, with_values(at("match.Opened"), v), _rename)
        for name, v in NO_REQUESTS.items()
    ),
    Kind("request split: a later event joins it", INTEGRITY, _split, _take),
    Kind("request split: another one within it", INTEGRITY, _inner, _interrupt),
    Kind(
        "request of another name",
        PASS,
        with_values(all_events, LONGEST),
        _rename,
        reason="a request's id is the caller's own choice",
    ),
)
