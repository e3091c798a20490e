"""Agreements: aborting, pausing and resuming by the consent of all remaining seats, or by the director."""

from typing import Final

import msgspec

from clio.kernel.events.fair_play import AbortCause, Agreement, Consented, Paused, Resumed
from clio.kernel.events.lifecycle import Aborted
from clio.kernel.events.match_event import HOST_ACTOR, SERVER_ACTOR
from clio.kernel.match import commands
from clio.kernel.match.aggregate import Match
from clio.kernel.match.decision import Decision, EventBuilder, not_playing
from clio.kernel.moment import SECOND, microseconds
from clio.kernel.rejection import Rejection
from clio.kernel.visible_text import is_far_too_long, normalised, refusal_of_text

MAX_REASON: Final = 200


def checked_reason(reason: str) -> str | Rejection:
    """The reason in normal form, or why it is refused."""
    reason = reason if is_far_too_long(reason, MAX_REASON) else normalised(reason)
    return refusal_of_text("CLIO-REASON", "reason", reason, MAX_REASON) or reason


def abort(match: Match, reason: str, draft: EventBuilder) -> Decision | Rejection:
    """Ends the match, as its host; after the first move only with the consent of all remaining seats."""
    if match.is_over:
        return Rejection("CLIO-OVER", "The match is over.")
    if match.moved and match.opened.roles is not msgspec.UNSET:
        return Rejection(
            "CLIO-ABORT-CONSENT",
            "After the first move, aborting a match needs the consent of all seats that still play.",
        )
    checked = checked_reason(reason)
    if isinstance(checked, Rejection):
        return checked
    draft.add(HOST_ACTOR, Aborted(reason=checked, server_seed=match.server_seed.hex()))
    return Decision(tuple(draft.events), match.state)


def consent(match: Match, command: commands.Consent, at: int, draft: EventBuilder) -> Decision | Rejection:
    """Records the consent of a seat; with that of the last remaining seat it takes effect."""
    if refusal := not_playing(match) or _refusal_to_agree(match, command):
        return refusal
    reason = checked_reason(command.reason)
    if isinstance(reason, Rejection):
        return reason
    draft.add(f"seat:{command.seat}", Consented(reason, command.seat, command.to))
    agreed = {seat for to, seat in match.consents if to == command.to} | {command.seat}
    if agreed >= set(match.remaining) or _may_resume_alone(match, command.to, at):
        _take_effect(match, command.to, reason, SERVER_ACTOR, draft)
    return Decision(tuple(draft.events), match.state)


def direct(match: Match, command: commands.Direct, draft: EventBuilder) -> Decision | Rejection:
    """Pauses, resumes or voids the match, as its director."""
    if refusal := refusal_to_direct(match) or not_playing(match) or _refusal_to_pause(match, command.to):
        return refusal
    reason = checked_reason(command.reason)
    if isinstance(reason, Rejection):
        return reason
    _take_effect(match, command.to, reason, HOST_ACTOR, draft)
    return Decision(tuple(draft.events), match.state)


def refusal_to_direct(match: Match) -> Rejection | None:
    """Why the host cannot direct the match; None if it can."""
    roles = match.opened.roles
    if roles is msgspec.UNSET or roles.director != "host":
        return Rejection("CLIO-DIRECTOR", "This match has no director: it was opened without one.")
    return None


def _refusal_to_agree(match: Match, command: commands.Consent) -> Rejection | None:
    if match.opened.roles is msgspec.UNSET:
        return Rejection(
            "CLIO-CONSENT", "This match was opened before seats could agree to abort: only its host can abort it."
        )
    if command.seat in match.out:
        return Rejection("CLIO-CONSENT", "Your seat is out of the match: the others agree without it.")
    if (command.to, command.seat) in match.consents:
        return Rejection("CLIO-CONSENT-ONCE", "Your seat has agreed already; its consent holds until the next move.")
    return _refusal_to_pause(match, command.to)


def _refusal_to_pause(match: Match, to: Agreement) -> Rejection | None:
    if to == "pause" and match.paused_at:
        return Rejection("CLIO-PAUSED", "The match is paused.")
    if to == "resume" and not match.paused_at:
        return Rejection("CLIO-NOT-PAUSED", "The match is not paused.")
    return None


def _may_resume_alone(match: Match, to: Agreement, at: int) -> bool:
    """A pause that nobody ends would hold the others for ever: after ``abandon_after`` one seat is enough."""
    after = match.opened.abandon_after
    return to == "resume" and after is not msgspec.UNSET and at >= microseconds(match.paused_at) + after * SECOND


def _take_effect(match: Match, to: Agreement, reason: str, actor: str, draft: EventBuilder) -> None:
    match to:
        case "abort":
            cause: AbortCause = "director" if actor == HOST_ACTOR else "consent"
            draft.add(actor, Aborted(reason, match.server_seed.hex(), cause))
        case "pause":
            draft.add(actor, Paused(reason))
        case "resume":
            draft.add(actor, Resumed(reason))
