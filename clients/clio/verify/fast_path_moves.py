"""The fast path of level 3: moves whose facts equal, byte for byte, what the rules give."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

from msgspec.structs import replace

from clio.kernel.game import Game, GameEvent
from clio.kernel.integrity.chance import Chance
from clio.kernel.record_format.record import Fact
from clio.kernel.rejection import Rejection
from clio.verify.expected import Expected, difference
from clio.verify.moves import move_of


class FastPathMoves:
    """Skips such moves quickly; leaves every other one to the judge, which explains the difference."""

    __slots__ = ("_facts", "_game", "_seats")

    def __init__(self, game: Game[Any, Any], facts: Sequence[Fact], seats: int) -> None:
        self._game = game
        self._facts = facts
        self._seats: Mapping[str, int] = {f"seat:{seat}": seat for seat in range(seats)}

    def follow(self, place: int, state: Any, chance: Chance) -> tuple[int, Any]:  # noqa: ANN401 (of any game)
        """The index of the first fact that the judge must check, and the state there.

        A move that ends the game is one too: a result may follow.
        """
        game, facts = self._game, self._facts
        # A forged record can bring the game into a state where the rules fail; the judge reports it.
        with suppress(Exception):
            to_move = game.to_move(state)
            while place < len(facts):
                played = self._played(facts[place], state, to_move, chance)
                if played is None or not (end := self._end(place, played[0])):
                    break
                after = played[1]
                to_move = game.to_move(after)
                if not to_move:
                    break
                place, state = end, after
        return place, state

    def _played(
        self,
        first: Fact,
        state: Any,  # noqa: ANN401 (of any game)
        to_move: tuple[int, ...],
        chance: Chance,
    ) -> tuple[tuple[GameEvent, ...], Any] | None:
        """What the rules give for the move that a fact starts with, and the state then."""
        payload, envelope, game = first.payload, first.envelope, self._game
        if not first.exact or not isinstance(payload, GameEvent) or not isinstance(payload.move, str):
            return None
        seat = self._seats.get(envelope.actor)
        move = move_of(game.name, payload.move)
        if seat not in to_move or move is None or game.is_secret(move):
            return None
        played = game.play(state, seat, move, chance)
        return None if isinstance(played, Rejection) else played

    def _end(self, place: int, decided: tuple[GameEvent, ...]) -> int:
        """Where the next request begins, if all facts of this one are those decided; else 0."""
        facts = self._facts
        first = facts[place]
        request, actor, end = first.envelope.request, first.envelope.actor, place + len(decided)
        due = replace(decided[0], move=first.payload.move)  # type: ignore[union-attr]  # the caller has looked
        if first.payload != due or due.SEALED or end > len(facts):
            return 0
        for number in range(1, len(decided)):
            fact, due = facts[place + number], decided[number]
            envelope = fact.envelope
            if fact.payload != due or envelope.request != request or envelope.actor != actor:
                return 0
            if (not fact.exact or due.SEALED) and difference(fact, Expected(actor, due)):
                return 0
        return end if end == len(facts) or facts[end].envelope.request != request else 0
