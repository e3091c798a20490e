"""Where a match may be forked, by whom, and what of it the fork takes over."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from domain.kernel.commands import Fork
from domain.kernel.game import Game, GameEvent
from domain.kernel.lifecycle import Opened, Origin, Resigned, Started
from domain.kernel.match import Match
from domain.kernel.match_event import MatchEvent
from domain.kernel.rejection import Rejection


def may_fork(match: Match, holder: int | None) -> Rejection | None:
    """A match that is over is everybody's; one that goes on is its players', if nobody would learn a secret by it."""
    if match.is_over:
        return None
    if has_secrets(match.game):
        return Rejection("CLIO-FORK-SECRETS", "The match goes on and has secrets: it can be forked when it is over.")
    if holder is None:
        return Rejection("CLIO-FORK-OWN", "The match goes on: only those who play or host it can fork it.")
    return None


def has_secrets(game: Game[Any, Any]) -> bool:
    """Whether anything in the game is hidden from some of the players."""
    return any(event.SEALED for event in game.events)


class Opening(msgspec.Struct, frozen=True):
    """What a new match needs from outside, for the domain has no randomness."""

    match_id: str
    server_seed: bytes
    token_hash: str


def fork_command(
    source: Sequence[MatchEvent], seq: int, games: Mapping[str, Game[Any, Any]], new: Opening
) -> Fork | Rejection:
    """The command that forks a match, given by its events from the first on, after event ``seq``.

    A move of which ``seq`` cuts off a part is left out as a whole. 0 means the last point that can be forked.
    """
    opened = source[0].payload
    if not isinstance(opened, Opened):
        raise TypeError("a match begins by being opened")
    last = whole_moves(source, seq or len(source))
    while not seq and last and _refusal(source[:last], opened, games) is not None:
        last = whole_moves(source, last - 1)
    history = tuple(event for event in source[:last] if isinstance(event.payload, GameEvent | Resigned))
    if refusal := _refusal(source[:last], opened, games):
        return refusal
    origin = Origin(digest=source[last - 1].digest.hex(), match=source[0].match_id, seq=last)
    return Fork(new.match_id, origin, opened, history, new.server_seed, new.token_hash)


def whole_moves(source: Sequence[MatchEvent], seq: int) -> int:
    """The last event up to ``seq`` that ends a request."""
    last = min(seq, len(source))
    while 0 < last < len(source) and source[last].request == source[last - 1].request:
        last -= 1
    return last


def _refusal(source: Sequence[MatchEvent], opened: Opened, games: Mapping[str, Game[Any, Any]]) -> Rejection | None:
    if not any(isinstance(event.payload, Started) for event in source):
        return Rejection("CLIO-FORK", "Nothing was played up to there: open a new match instead.")
    game = games[opened.game]
    state: Any = None
    for event in source:
        if isinstance(event.payload, GameEvent):
            state = game.evolve(state, event.payload)
    over = game.outcome(state) is not None
    resigned = {event.payload.seat for event in source if isinstance(event.payload, Resigned)}
    if over or opened.seats - len(resigned) < min(opened.seats, 2):
        return Rejection("CLIO-FORK", "The game was over there: fork it at an earlier event.")
    return None
