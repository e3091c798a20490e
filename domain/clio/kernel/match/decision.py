"""Decisions of the referee, and the steps that several commands share: start, end, a seat that drops out."""

from collections.abc import Sequence
from typing import Any

import msgspec

from clio.kernel.events.lifecycle import Finished, Started
from clio.kernel.events.match_event import SERVER_ACTOR, MatchEvent
from clio.kernel.match.aggregate import Match, joint_chance
from clio.kernel.match.event_builder import EventBuilder
from clio.kernel.match.seat import Seat
from clio.kernel.outcome import Outcome
from clio.kernel.rejection import Rejection


class Decision(msgspec.Struct, frozen=True, gc=False):
    """The events that a command adds, and the game's state after them."""

    events: tuple[MatchEvent, ...]
    state: object = None


def start(match: Match, seats: Sequence[Seat | None], draft: EventBuilder) -> Decision:
    """Starts the match: fixes the joint seed and sets the game up."""
    draft.add(SERVER_ACTOR, Started(names=tuple(seat.name for seat in seats if seat)))
    if match.origin is not None:
        return Decision(tuple(draft.events), match.state)
    chance = joint_chance(match.id, match.server_seed, seats)
    state: Any = None
    for event in match.game.setup(match.options, len(seats), chance):
        draft.add(SERVER_ACTOR, event)
        state = match.game.evolve(state, event)
    return conclude(match, state, draft)


def drop_out(match: Match, seat: int, actor: str, rule: str, draft: EventBuilder) -> Decision:
    """Goes on without a seat if the game can, else ends the match by a rule; the remaining seats win."""
    if match.chance is None:
        raise AssertionError("a match that is being played has its chance")
    remaining = [number for number in match.remaining if number != seat]
    facts = match.game.retire(match.state, seat, match.chance) if len(remaining) > 1 else None
    if facts is None:
        return finish(match, match.state, Outcome((), tuple(remaining), rule), draft)
    state = match.state
    for event in facts:
        draft.add(actor, event)
        state = match.game.evolve(state, event)
    return conclude(match, state, draft)


def conclude(match: Match, state: object, draft: EventBuilder) -> Decision:
    """The decision, with the result where the game is over."""
    outcome = match.game.outcome(state)
    if outcome is None:
        return Decision(tuple(draft.events), state)
    return finish(match, state, outcome, draft)


def finish(match: Match, state: object, outcome: Outcome, draft: EventBuilder) -> Decision:
    """The decision with a result."""
    draft.add(
        SERVER_ACTOR,
        Finished(
            decided_by=outcome.decided_by,
            scores=outcome.scores,
            server_seed=match.server_seed.hex(),
            winners=outcome.winners,
        ),
    )
    return Decision(tuple(draft.events), state)


def not_playing(match: Match) -> Rejection | None:
    """Why nobody can play now; None if the match is being played."""
    if match.is_over:
        return Rejection("CLIO-OVER", "The match is over.")
    if match.status == "readying":
        return Rejection(
            "CLIO-READY", "The match has not started: {due} seats are not ready.", {"due": len(due_seats(match))}
        )
    if match.status == "open":
        free = sum(seat is None for seat in match.seats)
        return Rejection("CLIO-WAITING", "The match has not started: {free} seats are free.", {"free": free})
    return None


def due_seats(match: Match) -> tuple[int, ...]:
    """The seats that still have to reveal their entropy."""
    return tuple(number for number, seat in enumerate(match.seats) if seat is not None and seat.is_due)
