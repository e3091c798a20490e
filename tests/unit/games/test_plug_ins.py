"""Plug-ins: a game of another package is checked before it is used, and one that fails stops nothing."""

import sys
from importlib.metadata import EntryPoint
from types import ModuleType
from typing import Any

import msgspec
import pytest

from clio.games.plug_ins import GROUP, RESERVED, load_plug_ins
from clio.games.registry import BUILT_IN, GAMES
from clio.kernel.game import Game
from clio.kernel.integrity.draw_table import NumberDraw, Shown
from clio.kernel.outcome import ScoreDetail
from clio.kernel.rulebook import Rule, Rulebook
from clio.v1.event_pb2 import Event
from clio.v1.move_pb2 import Move
from clio.v1.view_pb2 import View
from tests.kit.kalah import KALAH

MODULE = "a_plug_in_of_this_test"
Kalah: Any = type(KALAH)


class Another(msgspec.Struct, frozen=True):
    """No event of a game."""


def loaded(game: object, name: str = "kalah", before: tuple[EntryPoint, ...] = ()) -> tuple[set[str], list[str]]:
    """The games that are used beside the built-in ones, and why others are not."""
    module = ModuleType(MODULE)
    module.GAME = game  # type: ignore[attr-defined]  # as a package has it
    sys.modules[MODULE] = module
    try:
        found = load_plug_ins(BUILT_IN, [*before, EntryPoint(name, f"{MODULE}:GAME", GROUP)])
    finally:
        del sys.modules[MODULE]
    return set(found.games), [failed.why for failed in found.failed]


def changed(**attributes: object) -> Game[Any, Any]:
    game: Game[Any, Any] = type("Changed", (Kalah,), attributes)()
    return game


def test_a_game_of_another_package_is_used_beside_the_built_in_ones() -> None:
    assert loaded(KALAH) == ({"kalah"}, [])
    assert set(GAMES) >= set(BUILT_IN) == {"akros", "akrotiri", "amphipolis"}
    assert all(game.built_in for game in BUILT_IN.values())


@pytest.mark.parametrize("name", sorted({*BUILT_IN, *RESERVED, "Kalah", "ka-lah", "k" * 65, "", "1kalah"}))
def test_a_game_cannot_take_a_name_that_is_taken_or_is_none(name: str) -> None:
    games, (why,) = loaded(changed(name=name), name)
    assert games == set()
    assert name in why


def test_names_are_reserved_that_messages_give_another_sense() -> None:
    taken = {field.name for message in (Move, View) for field in message.DESCRIPTOR.oneofs_by_name["game"].fields}
    games = {field.name for field in Event.DESCRIPTOR.oneofs_by_name["payload"].fields if field.number >= 40}
    assert taken == games == {*BUILT_IN, "external"}
    assert "external" in RESERVED


def test_the_entry_point_has_the_name_of_the_game() -> None:
    assert loaded(KALAH, "mancala")[0] == set()


FAULTS: dict[str, dict[str, object]] = {
    "built in": {"built_in": True},
    "prefix of another game": {"rulebook": Rulebook("AKS", (Rule("AKS-X", "X", "X", "rulebook"),))},
    "prefix of the service": {"rulebook": Rulebook("CLIO", (Rule("CLIO-X", "X", "X", "rulebook"),))},
    "no seats": {"seats": ()},
    "no seat": {"seats": (0, 2)},
    "too many seats": {"seats": (17,)},
    "no version": {"rules_version": ""},
    "option twice": {"options": Kalah.options[:1] * 2},
    "detail of another game": {"score_details": {"claimed": ScoreDetail("forged")}},
    "no moves": {"moves": ()},
    "event of another game": {"events": (*Kalah.events, BUILT_IN["akros"].events[0])},
    "event that is none": {"events": (*Kalah.events, Another)},
    "event twice": {"events": Kalah.events[:1] * 2},
    "impossible draw table": {"draws": (NumberDraw("A label", Shown("BoardLaid", "first_seat")),)},
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_faulty_game_is_left_out_and_the_reason_is_given(fault: str) -> None:
    games, (why,) = loaded(changed(**FAULTS[fault]))
    assert games == set()
    assert why


@pytest.mark.parametrize("name", sorted({*RESERVED, "Kalah", "ka-lah", "k" * 65, "", "1kalah"}))
def test_the_reason_for_a_refused_name_is_the_name(name: str) -> None:
    _, (why,) = loaded(changed(name=name), name)
    assert "is reserved, no name of a game or not that of its entry point" in why


@pytest.mark.parametrize("seats", [(1,), (16,), (1, 2, 16)])
def test_a_game_is_for_one_to_sixteen_seats(seats: tuple[int, ...]) -> None:
    assert loaded(changed(seats=seats)) == ({"kalah"}, [])


@pytest.mark.parametrize("value", [None, "kalah", Kalah, object()])
def test_what_is_no_game_is_left_out(value: object) -> None:
    assert loaded(value)[0] == set()


@pytest.mark.parametrize("error", [ImportError("x"), SystemExit(3), ZeroDivisionError(), RecursionError()])
def test_a_plug_in_that_fails_to_load_stops_neither_the_server_nor_the_others(
    error: BaseException, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Failing(ModuleType):
        def __getattr__(self, name: str) -> object:
            raise error

    monkeypatch.setitem(sys.modules, "a_failing_plug_in", Failing("a_failing_plug_in"))
    games, whys = loaded(KALAH, before=(EntryPoint("broken", "a_failing_plug_in:GAME", GROUP),))
    assert games == {"kalah"}
    assert [type(error).__name__ in why for why in whys] == [True]


def test_of_two_games_of_one_name_the_second_is_left_out() -> None:
    module = ModuleType("the_first_plug_in")
    module.GAME = KALAH  # type: ignore[attr-defined]  # as a package has it
    sys.modules["the_first_plug_in"] = module
    try:
        games, (why,) = loaded(changed(), before=(EntryPoint("kalah", "the_first_plug_in:GAME", GROUP),))
    finally:
        del sys.modules["the_first_plug_in"]
    assert games == {"kalah"}
    assert "another game called kalah" in why
