"""Validates a foreign record before it is replayed or forked: its signer may have signed anything."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from clio.kernel.events.lifecycle import Opened
from clio.kernel.events.match_event import MatchEvent
from clio.kernel.game import EVERYTHING, SPECTATOR, Game, GameEvent
from clio.kernel.match.match_options import check_opening
from clio.kernel.match.replay import EVERY
from clio.kernel.message import Message
from clio.kernel.rejection import Rejection
from clio.kernel.state_size import demand_bounded_state
from clio.server import errors
from clio.server.app.pacing import paced
from clio.server.codec.event_encoder import to_message as event_message


@contextmanager
def telling(seq: int | None = None) -> Iterator[None]:
    """Maps any failure while a foreign record is folded to RECORD_NOT_VALID."""
    try:
        yield
    except errors.ServiceError:
        raise
    except Exception as error:
        raise errors.record_not_valid(seq, Message("its events cannot be followed")) from error


def check_plausible(events: Sequence[MatchEvent], games: Mapping[str, Game[Any, Any]]) -> None:
    """Refuses a record with an impossible board, or with facts that cannot be encoded."""
    with telling():
        flaw = _flaw(events, games)
    if flaw is not None:
        raise errors.record_not_valid(*flaw)


def _flaw(events: Sequence[MatchEvent], games: Mapping[str, Game[Any, Any]]) -> tuple[int | None, Message] | None:
    opened = events[0].payload
    if not isinstance(opened, Opened):
        return 1, Message("the first event does not open a match")
    game = games[opened.game].under(opened.rules)
    if refusal := check_opening(game, opened.options, opened.seats):
        return 1, Message("{sentence} [{rule}]", {"sentence": refusal.message, "rule": refusal.rule})
    state: Any = None
    for place, event in enumerate(paced(events), 1):
        event_message(event)
        if not isinstance(event.payload, GameEvent):
            continue
        # The projections count these.
        game.uses(event.payload)
        game.sides(event.payload)
        state = game.evolve(state, event.payload)
        if place % EVERY == 0:
            demand_bounded_state(state)
        ends_a_move = place == len(events) or events[place].request != event.request
        if ends_a_move and isinstance(game.parse_position(game.format_position(state, EVERYTHING)), Rejection):
            return place, Message("no board can be as it is after this event")
    if state is not None:
        for viewpoint in (EVERYTHING, SPECTATOR, *range(opened.seats)):
            game.view(state, viewpoint)
    return None
