"""Why a preview of a move ends where it does."""

from collections import Counter
from typing import ClassVar

import pytest

from clio.games.registry import GAMES
from clio.kernel.game import GameEvent
from clio.kernel.match.commands import Play
from clio.kernel.match.preview import preview_move
from clio.kernel.rejection import Rejection
from tests.kit.table import Table


@pytest.mark.parametrize("name", sorted(GAMES))
def test_a_preview_ends_with_the_move_or_says_what_the_mover_cannot_know(name: str) -> None:
    table, ends = Table(name, 2, seed=1), Counter[str]()
    while table.match.status == "playing":
        seat, move = table.random_move()
        preview = preview_move(table.game, table.state, seat, move)
        assert not isinstance(preview, Rejection)
        facts = [event.payload for event in table.do(Play(seat, move)).events if isinstance(event.payload, GameEvent)]
        is_whole = len(preview.facts) == len(facts)
        assert is_whole == (preview.end in ("complete", "match-over"))
        if is_whole:
            assert (preview.end == "match-over") == (table.match.status == "finished")
        else:
            assert (preview.end == "secret") == (type(facts[len(preview.facts)]).__name__ == "GoalsRevealed")
        if preview.facts:
            assert preview.facts[0].move == table.game.format_move(move)
        ends[preview.end] += 1
    assert {"complete", "chance"} <= ends.keys()
    assert (ends["secret"] > 0) == (name == "akrotiri")
    assert (ends["match-over"] == 1) == (name == "akros"), "its last turn has no draw"


def test_what_the_mover_seals_itself_is_shown_to_the_mover() -> None:
    """In the set-up of Akrotiri a seat keeps one of its goal cards: only the other seat may not know which."""
    table = Table("akrotiri", 2, seed=1)
    while table.state.step != "goal":
        table.do(Play(*table.random_move()))
    seat, move = table.random_move()
    preview = preview_move(table.game, table.state, seat, move)
    assert not isinstance(preview, Rejection)
    assert type(preview.facts[0]).SEALED
    assert preview.facts[0].seat == seat  # type: ignore[attr-defined]


def test_a_move_that_a_rule_forbids_has_no_preview() -> None:
    table = Table("akros", 2)
    (seat,) = table.match.to_move
    forbidden = table.game.parse_move("place 0>1")
    refused = preview_move(table.game, table.state, seat, forbidden)  # type: ignore[arg-type]
    assert isinstance(refused, Rejection)


class Dealt(GameEvent, frozen=True):
    card: str


class Rolled(GameEvent, frozen=True):
    SEALED: ClassVar[frozenset[str]] = frozenset({"card"})
    card: str
    seat: int


class SmallGame:
    """A game whose moves have any facts, which may depend on chance."""

    draws = ()

    def __init__(self, *worlds: tuple[GameEvent, ...], hidden: str = "") -> None:
        self.worlds, self.hidden = list(worlds), hidden

    def known_state(self, state: object, _seat: int) -> object:
        return state

    def decide(self, *_: object) -> tuple[GameEvent, ...]:
        return self.worlds.pop(0)

    def evolve(self, state: tuple[str, ...], fact: Dealt) -> tuple[str, ...]:
        return (*state, fact.card)

    def shows_unknown(self, fact: Dealt) -> bool:
        return fact.card == self.hidden

    def outcome(self, _state: object) -> None:
        return None

    def format_move(self, _move: object) -> str:
        return "a move"


A, B, C = Dealt(card="a"), Dealt(card="b"), Dealt(card="c")


@pytest.mark.parametrize(
    ("worlds", "hidden", "known", "end"),
    [
        (((A, B), (A, B)), "", ("a", "b"), "complete"),
        (((A, B), (A, C)), "", ("a",), "chance"),
        (((A, C), (A, B)), "", ("a",), "chance"),
        (((A,), (A, B)), "", ("a",), "chance"),
        (((A, B), (A,)), "", ("a",), "chance"),
        (((A, B), (A, B)), "b", ("a",), "secret"),
        (((A, B), (A, C)), "b", ("a",), "secret"),
        (((A, B), (A, C)), "c", ("a",), "chance"),
        (((B, A), (B, A)), "b", (), "secret"),
        (((A, Rolled(card="b", seat=0)),) * 2, "", ("a", "b"), "complete"),
        (((A, Rolled(card="b", seat=1)),) * 2, "", ("a",), "chance"),
    ],
)
def test_a_preview_ends_where_worlds_part_or_something_is_hidden(
    worlds: tuple[tuple[GameEvent, ...], ...], hidden: str, known: tuple[str, ...], end: str
) -> None:
    preview = preview_move(SmallGame(*worlds, hidden=hidden), (), 0, A)  # type: ignore[arg-type]  # a game in little
    assert not isinstance(preview, Rejection)
    assert (preview.state, preview.end, len(preview.facts)) == (known, end, len(known))
