"""What ``OpenGame`` supplies, on a game of a dozen lines."""

from collections.abc import Iterable, Mapping

import msgspec
import pytest

from clio.kernel.board import Board, Cell, Row
from clio.kernel.events.lifecycle import Opened
from clio.kernel.game import EVERYTHING, SPECTATOR, GameEvent
from clio.kernel.integrity.canonical import canonical
from clio.kernel.integrity.chance import Chance
from clio.kernel.match.aggregate import Match
from clio.kernel.match.commands import Join, Open, Play
from clio.kernel.match.referee import Decision, Referee
from clio.kernel.open_game import OpenGame, OpenView, first_seat_draw, first_seat_option
from clio.kernel.option import Option, OptionValue, bool_option, choice_option, int_option
from clio.kernel.outcome import Outcome
from clio.kernel.rejection import Rejection
from clio.kernel.rulebook import Rule, Rulebook

AT = "2026-01-02T03:04:05.000000Z"


class Take(msgspec.Struct, frozen=True):
    stones: int


class SwapAll(msgspec.Struct, frozen=True):
    names: tuple[str, ...]
    twice: bool


class State(msgspec.Struct, frozen=True):
    heap: int
    turn: int


class HeapLaid(GameEvent, frozen=True, kw_only=True):
    first_seat: int
    heap: int
    turn: int


class StonesTaken(GameEvent, frozen=True, kw_only=True):
    seat: int
    heap: int
    turn: int


class Heap(OpenGame[State, Take | SwapAll]):
    """Take one to three stones; the last stone wins."""

    name = "heap"
    title = "Heap"
    seats = (2,)
    options = (int_option("stones", default=5, values=(5, 9), help="How many."), first_seat_option(3))
    moves = (Take, SwapAll)
    events = (HeapLaid, StonesTaken)
    draws = (first_seat_draw("HeapLaid"),)
    state = State
    components = {"heap": 1}  # noqa: RUF012
    rulebook = Rulebook("HEAP", (Rule("HEAP-FEW", "Few", "No more than there are.", "rulebook"),))

    def start(self, options: Mapping[str, OptionValue], seats: int, chance: Chance) -> Iterable[GameEvent]:
        first = self.first_seat(options, seats, chance)
        return (HeapLaid(first_seat=first, heap=int(options["stones"]), turn=first),)

    def to_move(self, state: State) -> tuple[int, ...]:
        return (state.turn,) if state.heap else ()

    def choices(self, state: State, seat: int) -> Iterable[Take]:
        del state, seat
        return (Take(stones) for stones in (1, 2, 3))

    def refusal(self, state: State, seat: int, move: Take) -> Rejection | None:
        del seat
        return Rejection("HEAP-FEW", "There are fewer.") if move.stones > state.heap else None

    def facts(self, state: State, seat: int, move: Take, chance: Chance) -> Iterable[GameEvent]:
        del chance
        yield StonesTaken(seat=seat, heap=state.heap - move.stones, turn=1 - seat)

    def outcome(self, state: State) -> Outcome | None:
        return None if state.heap else Outcome((), (1 - state.turn,), "HEAP-FEW")

    def board(self, state: State) -> Board:
        return Board((Row((Cell(str(state.heap)),)),))

    def fault_in(self, state: State) -> str:
        return "" if 0 <= state.heap <= 9 else "it has too many stones"


GAME = Heap()
CHANCE = Chance(b"\1" * 32)


def test_options_have_types_and_texts() -> None:
    options = (
        bool_option("fast", default=True, help=""),
        int_option("size", default=6, values=(6, 8), help=""),
        choice_option("board", default="a", values=("a", "b"), help=""),
    )
    assert [(option.kind, option.default, option.values) for option in options] == [
        ("bool", "true", ("false", "true")),
        ("int", "6", ("6", "8")),
        ("choice", "a", ("a", "b")),
    ]
    assert [option.typed({}) for option in options] == [True, 6, "a"]
    assert [option.typed({"fast": "false", "size": "8", "board": "b"}) for option in options] == [False, 8, "b"]


@pytest.mark.parametrize(("default", "values"), [("c", ("a", "b")), ("a", ("a", "a"))])
def test_an_option_without_its_default_or_with_a_value_twice_is_none(default: str, values: tuple[str, ...]) -> None:
    with pytest.raises(ValueError, match="option x"):
        Option("x", default, values, "")


def test_a_whole_match_is_played_and_its_first_event_has_the_draw_table() -> None:
    referee = Referee({GAME.name: GAME})
    command = Open("m" * 20, GAME.name, 2, {}, b"\2" * 32, "0" * 64)
    decision = referee.open(command, "r1", AT)
    assert isinstance(decision, Decision)
    opened = decision.events[0].payload
    assert isinstance(opened, Opened)
    assert opened.draws == GAME.draw_rows()
    match = Match(command.match_id, opened, GAME)
    match.accept(decision.events, decision.state)
    for seat in (0, 1):
        joined = referee.judge(match, Join(seat, f"P{seat}", b"", f"{seat:064x}"), f"j{seat}", AT)
        assert isinstance(joined, Decision)
        match.accept(joined.events, joined.state)
    number = 0
    while match.to_move:
        seat, number = match.to_move[0], number + 1
        assert isinstance(referee.judge(match, Play(seat, Take(4)), f"x{number}", AT), Rejection)
        played = referee.judge(match, Play(seat, GAME.legal_moves(match.state, seat)[0]), f"p{number}", AT)
        assert isinstance(played, Decision)
        match.accept(played.events, played.state)
    assert match.status == "finished"


def test_a_move_that_is_no_choice_never_reaches_the_game() -> None:
    state = State(5, 0)
    for move in (Take(0), Take(-1), Take(4), SwapAll((), twice=False)):
        refused = GAME.decide(state, 0, move, CHANCE)
        assert isinstance(refused, Rejection)
        assert refused.rule == "CLIO-MOVE"


def test_a_choice_that_a_rule_forbids_is_not_listed_and_names_the_rule() -> None:
    state = State(2, 0)
    assert list(GAME.legal_moves(state, 0)) == [Take(1), Take(2)]
    assert list(GAME.legal_moves(state, 1)) == []
    refused = GAME.decide(state, 0, Take(3), CHANCE)
    assert isinstance(refused, Rejection)
    assert refused.rule == "HEAP-FEW"


def test_a_reducer_is_called_where_a_fact_has_one() -> None:
    class Reduced(Heap):
        reducers = {StonesTaken: lambda state, event: msgspec.structs.replace(state, heap=state.heap * 100)}  # noqa: RUF012

    assert Reduced().evolve(State(5, 0), StonesTaken(seat=0, heap=1, turn=1)) == State(500, 0)
    assert GAME.evolve(State(5, 0), StonesTaken(seat=0, heap=1, turn=1)) == State(1, 1)


def test_everybody_sees_the_same() -> None:
    state = State(5, 1)
    views = [GAME.view(state, viewpoint) for viewpoint in (SPECTATOR, EVERYTHING, 0, 1)]
    assert views == [OpenView(GAME.board(state), state)] * 4


def test_the_first_seat_is_at_the_table() -> None:
    assert GAME.check_options({"stones": "5", "first_seat": "1"}, 2) is None
    refused = GAME.check_options({"stones": "5", "first_seat": "2"}, 2)
    assert isinstance(refused, Rejection)
    assert refused.sentence == "The option first_seat takes random, 0, 1, not 2."
    laid = GAME.setup({"stones": "9", "first_seat": "1"}, 2, CHANCE)[0]
    assert laid == HeapLaid(first_seat=1, heap=9, turn=1)
    assert GAME.setup({}, 2, CHANCE)[0] == HeapLaid(first_seat=(seat := CHANCE.below("order", 2)), heap=5, turn=seat)


def test_components_are_published_under_the_digest_that_records_name() -> None:
    (published,) = GAME.component_sets()
    assert (published.digest, published.content) == (GAME.data({}).digest, canonical({"heap": 1}))


@pytest.mark.parametrize(
    ("move", "text"),
    [
        (Take(3), "take 3"),
        (Take(-3), "take -3"),
        (SwapAll(("a", "b-c"), twice=True), "swap-all a,b-c true"),
        (SwapAll((), twice=False), "swap-all - false"),
    ],
)
def test_moves_are_words_and_values(move: Take, text: str) -> None:
    assert GAME.format_move(move) == text
    assert GAME.parse_move(text) == move


@pytest.mark.parametrize(
    "text",
    ["", "take", "take 1 2", "take 01", "take -0", "take 1e3", "take " + "9" * 16, "take x", "Take 1", "swap-all a",
     "swap-all a,,b true", "swap-all a yes", "take  1", "take 1 ", "x" * 5000],
)  # fmt: skip
def test_what_is_no_move_is_refused_with_the_way_to_write_one(text: str) -> None:
    refused = GAME.parse_move(text)
    assert isinstance(refused, Rejection)
    assert refused.rule == "CLIO-MOVE"


def test_positions_are_lines_of_json() -> None:
    state = State(5, 1)
    line = GAME.format_position(state, SPECTATOR)
    assert line == '{"heap":5,"turn":1}'
    assert GAME.parse_position(line) == state


@pytest.mark.parametrize(
    "text",
    ["", "5", "{}", '{"heap":5}', '{"heap":5,"turn":1,"x":1}', '{"turn":1,"heap":5}', '{"heap":10,"turn":1}',
     '{"heap":"5","turn":1}', "[" * 100_000, " " * 70_000],
)  # fmt: skip
def test_what_is_no_position_is_refused(text: str) -> None:
    refused = GAME.parse_position(text)
    assert isinstance(refused, Rejection)
    assert refused.rule == "CLIO-POSITION"
