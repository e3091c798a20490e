"""Times: each is a real one, of one spelling, and none lies before the one above it."""

from collections.abc import Iterator

from tests.mutants.draft import Draft
from tests.mutants.kind import INTEGRITY, PASS, Case, Kind, all_events, with_values

NO_TIMES: dict[str, tuple[str, ...]] = {
    "month 13": ("2026-13-02T03:04:05.000000Z",),
    "month 0": ("2026-00-02T03:04:05.000000Z",),
    "30 February": ("2026-02-30T03:04:05.000000Z",),
    "29 February of no leap year": ("2026-02-29T03:04:05.000000Z", "2100-02-29T03:04:05.000000Z"),
    "31 April": ("2026-04-31T03:04:05.000000Z",),
    "day 0": ("2026-01-00T03:04:05.000000Z",),
    "day 32": ("2026-01-32T03:04:05.000000Z",),
    "year 0": ("0000-01-02T03:04:05.000000Z",),
    "hour 24": ("2026-01-02T24:00:00.000000Z", "2026-01-02T25:04:05.000000Z"),
    "minute 60": ("2026-01-02T03:60:05.000000Z",),
    "second 60": ("2026-01-02T03:04:60.000000Z", "2026-12-31T23:59:60.000000Z"),
    "no fraction": ("2026-01-02T03:04:05Z",),
    "milliseconds": ("2026-01-02T03:04:05.000Z",),
    "nanoseconds": ("2026-01-02T03:04:05.000000000Z",),
    "another zone": ("2026-01-02T03:04:05.000000+00:00", "2026-01-02T03:04:05.000000", "2026-01-02T03:04:05.000000z"),
    "another separator": ("2026-01-02 03:04:05.000000Z", "2026-01-02t03:04:05.000000Z", "2026-01-02T03:04:05,000000Z"),
    "digits that are not ASCII": (
        "\uff12\uff10\uff12\uff16-01-02T03:04:05.000000Z",
        "2026-01-0\u0662T03:04:05.000000Z",
    ),
    "something around it": (" 2026-01-02T03:04:05.000000Z", "2026-01-02T03:04:05.000000Z\n", ""),
    "a year of five digits": ("+12026-01-02T03:04:05.000000Z", "12026-01-02T03:04:05.000000Z"),
}


def _set(draft: Draft, place: int, at: str) -> None:
    draft.entries[place].event["at"] = at


def _set_from(draft: Draft, place: int, at: str) -> None:
    for entry in draft.entries[place:]:
        entry.event["at"] = at


def _later(draft: Draft) -> Iterator[Case]:
    for place in range(1, len(draft.entries)):
        yield place, "2026-01-02T03:04:04.999999Z"
        yield place, "2025-12-31T23:59:59.000000Z"
        yield place, "0001-01-01T00:00:00.000000Z"


KINDS = (
    *(Kind(f"time: {name}", INTEGRITY, with_values(all_events, values), _set) for name, values in NO_TIMES.items()),
    Kind("time: running backwards", INTEGRITY, _later, _set),
    Kind("time: running backwards from here on", INTEGRITY, _later, _set_from),
    Kind(
        "time: running backwards, old record",
        PASS,
        _later,
        _set,
        reason="earlier servers wrote the clock as it was: a note",
        marked=False,
    ),
    Kind(
        "time: later from here on",
        PASS,
        with_values(all_events, ["2028-02-29T23:59:59.999999Z", "9999-12-31T00:00:00.000000Z"]),
        _set_from,
        reason="a real time that does not run backwards",
    ),
)
