"""Fair play settings of a match: clock, readiness, abandonment, expiry and roles, as its host asks for them."""

from typing import Any, Final

import msgspec

from clio.kernel.events.fair_play import Director, Roles
from clio.kernel.limits import MAX_DURATION_SECONDS
from clio.kernel.moment import SECOND, microseconds, timestamp_of
from clio.kernel.rejection import Rejection
from clio.kernel.time_control import parse_time_control, refusal_of_clock

ABANDON_AFTER_SECONDS: Final = 7 * 86_400
"""The default of ``abandon_after``."""
LIVE_READY_SECONDS: Final = 120
"""The default of ``ready_within`` with a live clock; else it is ``abandon_after``."""
OPEN_SECONDS: Final = 30 * 86_400
"""The default time for which a match waits for players."""


class FairPlay(msgspec.Struct, frozen=True):
    """What the host asks for; None stands for the default."""

    clock: str = ""
    commit_reveal: bool = True
    ready_within: int | None = None
    abandon_after: int | None = None
    open_until: str | None = None
    director: Director = "nobody"


def opening_fields(asked: FairPlay, seats: int, at: str) -> dict[str, Any] | Rejection:
    """The fields of ``match.Opened`` for these settings, or why they are refused."""
    for seconds in (asked.ready_within, asked.abandon_after):
        if seconds is not None and not 1 <= seconds <= MAX_DURATION_SECONDS:
            return Rejection(
                "CLIO-DURATION",
                "{seconds} seconds are too short or too long: 1 second to {most} days are allowed.",
                {"seconds": seconds, "most": MAX_DURATION_SECONDS // 86_400},
            )
    control = parse_time_control(asked.clock) if asked.clock else None
    if asked.clock and control is None:
        return refusal_of_clock(asked.clock)
    until = timestamp_of(microseconds(at) + OPEN_SECONDS * SECOND) if asked.open_until is None else asked.open_until
    if not at < until <= timestamp_of(microseconds(at) + MAX_DURATION_SECONDS * SECOND):
        return Rejection("CLIO-OPEN-UNTIL", "A match can wait for players for at most a year.")
    abandon_after = ABANDON_AFTER_SECONDS if asked.abandon_after is None else asked.abandon_after
    fields: dict[str, Any] = {
        "abandon_after": abandon_after,
        "open_until": until,
        "roles": Roles(asked.director),
    }
    if control is not None:
        fields["clock"] = asked.clock
    if seats > 1:
        fields["commit_reveal"] = asked.commit_reveal
        if asked.commit_reveal:
            usual = LIVE_READY_SECONDS if control is not None and control.is_live else abandon_after
            fields["ready_within"] = usual if asked.ready_within is None else asked.ready_within
    return fields


def fork_fields() -> dict[str, Any]:
    """The fields of a fork, which inherits none of its origin's: no clock, no readiness, no director."""
    return {"abandon_after": ABANDON_AFTER_SECONDS, "roles": Roles("nobody")}
