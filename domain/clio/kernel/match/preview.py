"""Previews of moves: the facts up to the first one that the mover cannot know yet. Nothing is recorded.

A preview never sees the match's chance, nor what other seats hide: the game decides the move on the state as the mover
knows it, in two made-up worlds whose chance is public. What both worlds agree on before the first draw is what the
mover could work out alone.
"""

from collections.abc import Iterator
from hashlib import sha256
from itertools import takewhile
from typing import Any, Final, Literal

import msgspec

from clio.kernel.game import Game, GameEvent
from clio.kernel.integrity.chance import Chance
from clio.kernel.integrity.draw_table import Draw, NumberDraw
from clio.kernel.rejection import Rejection

End = Literal["complete", "match-over", "chance", "secret"]
_SEEDS: Final = tuple(sha256(f"clio-preview/1/{world}".encode()).digest() for world in range(2))
"""Constants: anybody can work out what they draw."""


class Preview(msgspec.Struct, frozen=True):
    """The facts of a move that the mover can know, the state after them as the mover knows it, and why they end."""

    facts: tuple[GameEvent, ...]
    state: Any
    end: End


def preview_move(game: Game[Any, Any], state: object, seat: int, move: msgspec.Struct) -> Preview | Rejection:
    """Previews a move of a seat whose turn it is; a Rejection if a rule forbids it."""
    known = game.known_state(state, seat)
    worlds = []
    for seed in _SEEDS:
        decided = game.decide(known, seat, move, Chance(seed))
        if isinstance(decided, Rejection):
            return decided
        worlds.append(decided)
    facts = tuple(_knowable(game, seat, *worlds))
    for fact in facts:
        known = game.evolve(known, fact)
    end = _end(game, known, facts, worlds)
    if facts:
        facts = (msgspec.structs.replace(facts[0], move=game.format_move(move)), *facts[1:])
    return Preview(facts, known, end)


def _knowable(
    game: Game[Any, Any], seat: int, one: tuple[GameEvent, ...], other: tuple[GameEvent, ...]
) -> Iterator[GameEvent]:
    showing_draws = frozenset(_events_showing(game.draws))
    pairs = takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False))
    for fact, _ in pairs:
        if type(fact).__name__ in showing_draws or _is_hidden(game, seat, fact):
            return
        yield fact


def _events_showing(draws: tuple[Draw, ...]) -> Iterator[str]:
    for draw in draws:
        shown = draw.shown if isinstance(draw.shown, tuple) else (draw.shown,)
        yield from (part.event for part in shown)
        if not isinstance(draw, NumberDraw):
            yield draw.pool.event


def _is_hidden(game: Game[Any, Any], seat: int, fact: GameEvent) -> bool:
    return game.shows_unknown(fact) or (bool(fact.SEALED) and getattr(fact, "seat", None) != seat)


def _end(game: Game[Any, Any], state: object, facts: tuple[GameEvent, ...], worlds: list[tuple[GameEvent, ...]]) -> End:
    if all(len(decided) == len(facts) for decided in worlds):
        return "complete" if game.outcome(state) is None else "match-over"
    following = worlds[0][len(facts)] if len(worlds[0]) > len(facts) else None
    return "secret" if following is not None and game.shows_unknown(following) else "chance"
