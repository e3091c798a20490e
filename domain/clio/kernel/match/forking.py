"""Forking: who may fork a match, after which events, and which events the fork takes over."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec

from clio.kernel.events.fair_play import Abandoned, TimedOut
from clio.kernel.events.lifecycle import Opened, Origin, Resigned, Started
from clio.kernel.events.match_event import MatchEvent, Payload
from clio.kernel.game import Game, GameEvent
from clio.kernel.limits import MAX_FORK_EVENTS
from clio.kernel.match.aggregate import Match
from clio.kernel.match.commands import Fork
from clio.kernel.match.replay import EVERY, Pace
from clio.kernel.match.rules_version import refusal_of_rules
from clio.kernel.missing_game import game_or_missing
from clio.kernel.rejection import Rejection
from clio.kernel.state_size import demand_bounded_state

TAKEN_OVER: Final = GameEvent | Resigned | TimedOut | Abandoned
"""The events of its origin that a fork takes over. Clocks, pauses and consents stay behind."""


def without_clock(payload: Payload) -> Payload:
    """The fact as a fork takes it over: without the time that was left."""
    if isinstance(payload, GameEvent) and payload.clock is not msgspec.UNSET:
        return msgspec.structs.replace(payload, clock=msgspec.UNSET)
    return payload


def may_fork(match: Match, holder: int | None) -> Rejection | None:
    """Anyone may fork a match that is over; in progress, its host and players may if the game has no secrets."""
    if match.is_over:
        return None
    if has_secrets(match.game):
        return Rejection(
            "CLIO-FORK-SECRETS", "The match is in progress and has secrets: it can be forked once it is over."
        )
    if holder is None:
        return Rejection("CLIO-FORK-OWN", "The match is in progress: only its players and its host can fork it.")
    return None


def has_secrets(game: Game[Any, Any]) -> bool:
    """Whether the game hides anything from some of the players."""
    return any(event.SEALED for event in game.events)


class Opening(msgspec.Struct, frozen=True):
    """The random values of a new match, which the caller chooses because the domain has no randomness."""

    match_id: str
    server_seed: bytes
    token_hash: str
    fair_play: bool = False
    """Whether the fork has the rules of fair play."""


def fork_length(source: Sequence[MatchEvent], seq: int) -> Rejection | None:
    """Why a fork would take over too many events; None if it would not."""
    taken = sum(isinstance(event.payload, TAKEN_OVER) for event in source[: seq or len(source)])
    if taken <= MAX_FORK_EVENTS:
        return None
    return Rejection(
        "CLIO-FORK",
        "A fork can copy at most {most} events: fork the match at an earlier event.",
        {"most": MAX_FORK_EVENTS},
    )


def fork_command(
    source: Sequence[MatchEvent], seq: int, games: Mapping[str, Game[Any, Any]], new: Opening, pace: Pace = iter
) -> Fork | Rejection:
    """The command that forks a match after event ``seq``; ``source`` has its events from the first on.

    If ``seq`` is inside a move, the fork leaves the whole move out. 0 means the last event that can be forked at.
    ``pace`` lets a long fold pause.
    """
    opened = source[0].payload
    if not isinstance(opened, Opened):
        raise TypeError("a match begins by being opened")
    if refusal := fork_length(source, seq):
        return refusal
    game = game_or_missing(games, opened.game).under(opened.rules)
    if refusal := refusal_of_rules(game, opened.rules):
        return refusal
    check = _ForkCheck(opened, game)
    if seq:
        last = whole_moves(source, seq)
        for event in pace(source[:last]):
            check.apply(event)
        refusal = check.refusal()
    else:
        last, refusal = _last_fork_point(source, check, pace)
    if refusal is not None:
        return refusal
    history = tuple(event for event in source[:last] if isinstance(event.payload, TAKEN_OVER))
    origin = Origin(digest=source[last - 1].digest.hex(), match=source[0].match_id, seq=last)
    return Fork(new.match_id, origin, opened, history, new.server_seed, new.token_hash, new.fair_play)


class _ForkCheck:
    """Decides after each event whether a match can be forked there, in one pass over the match."""

    def __init__(self, opened: Opened, game: Game[Any, Any]) -> None:
        self._game: Final = game
        self._seats: Final = opened.seats
        self._resigned: Final[set[int]] = set()
        self._started = False
        self._state: Any = None

    def apply(self, event: MatchEvent) -> None:
        """Applies the next event."""
        payload = event.payload
        if isinstance(payload, GameEvent):
            self._state = self._game.evolve(self._state, payload)
            if event.seq % EVERY == 0:
                demand_bounded_state(self._state)
        elif isinstance(payload, Started):
            self._started = True
        elif isinstance(payload, Resigned | TimedOut | Abandoned):
            self._resigned.add(payload.seat)

    def refusal(self) -> Rejection | None:
        """Why the match cannot be forked after the last event; None if it can."""
        if not self._started or self._state is None:
            return Rejection("CLIO-FORK", "Nothing was played up to there: open a new match instead.")
        over = self._game.outcome(self._state) is not None
        if over or self._seats - len(self._resigned) < min(self._seats, 2):
            return Rejection("CLIO-FORK", "The game was over there: fork it at an earlier event.")
        return None


def _last_fork_point(source: Sequence[MatchEvent], check: _ForkCheck, pace: Pace) -> tuple[int, Rejection | None]:
    """The last end of a move after which the match can be forked, or why there is none."""
    last, refusal = 0, check.refusal()
    for seq, event in enumerate(pace(source), 1):
        check.apply(event)
        if _ends_request(source, seq) and check.refusal() is None:
            last, refusal = seq, None
    return last, refusal


def _ends_request(source: Sequence[MatchEvent], seq: int) -> bool:
    return seq == len(source) or source[seq].request != source[seq - 1].request


def whole_moves(source: Sequence[MatchEvent], seq: int) -> int:
    """The last event up to ``seq`` that ends a request."""
    last = min(seq, len(source))
    while last and not _ends_request(source, last):
        last -= 1
    return last
