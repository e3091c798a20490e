"""A preview shows what a move does up to the first draw or secret, and nothing that the mover could not work out."""

from typing import Any

import msgspec
import pytest

from clio.games.registry import GAMES
from clio.kernel.game import Game, GameEvent
from clio.kernel.integrity.chance import Chance
from clio.kernel.match.preview import Preview, preview_move
from clio.kernel.rejection import Rejection
from clio.server.codec import previews as preview_wire
from clio.server.codec import views as view_wire
from clio.v1.match_pb2 import Match
from tests.contract.games import Setting, every_game, every_setting
from tests.kit.kalah import KALAH
from tests.kit.table import Table

SAMPLE = 3


def decided(table: Table, seat: int, move: msgspec.Struct) -> tuple[GameEvent, ...]:
    assert table.match.chance is not None
    facts = table.game.decide(table.state, seat, move, table.match.chance)
    assert not isinstance(facts, Rejection)
    return facts


def draws_of(game: Game[Any, Any]) -> set[str]:
    return {
        shown.event for draw in game.draws for shown in (draw.shown if isinstance(draw.shown, tuple) else (draw.shown,))
    }


@every_setting
def test_a_preview_is_the_beginning_of_what_the_move_does(setting: Setting) -> None:
    table = setting.table(0)
    drawing, ends = draws_of(table.game), set()
    for _ in table.play_out(setting.most):
        for seat in table.match.to_move:
            moves = list(table.game.legal_moves(table.state, seat))
            for move in table.rng.sample(moves, min(SAMPLE, len(moves))):
                preview = preview_move(table.game, table.state, seat, move)
                assert isinstance(preview, Preview)
                facts = decided(table, seat, move)
                shown = tuple(msgspec.structs.replace(fact, move=msgspec.UNSET) for fact in preview.facts)
                assert shown == facts[: len(shown)]
                assert not drawing & {type(fact).__name__ for fact in shown}
                if shown:
                    assert preview.facts[0].move == table.game.format_move(move)
                state = table.state
                for fact in shown:
                    state = table.game.evolve(state, fact)
                assert table.game.view(preview.state, seat) == table.game.view(state, seat)
                assert (preview.end in ("complete", "match-over")) == (len(shown) == len(facts))
                if preview.end == "chance":
                    assert type(facts[len(shown)]).__name__ in drawing
                ends.add(preview.end)
    assert "complete" in ends
    draws = any(type(event.payload).__name__ in drawing for event in table.events if event.actor.startswith("seat:"))
    assert ("chance" in ends) == draws


@every_game
def test_a_move_that_a_rule_forbids_has_no_preview(game: Game[Any, Any]) -> None:
    table = Table(game.name, 2)
    for _ in table.play_out(12):
        seat = table.match.to_move[0]
        earlier = [event.payload.move for event in table.events if isinstance(event.payload, GameEvent)]
        for text in {move for move in earlier if isinstance(move, str)}:
            move = game.parse_move(text)
            refusal = preview_move(game, table.state, seat, move)
            judged = game.decide(table.state, seat, move, table.match.chance)  # type: ignore[arg-type]
            assert isinstance(refusal, Rejection) == isinstance(judged, Rejection)
            assert not isinstance(refusal, Rejection) or refusal == judged


def test_a_preview_never_asks_the_chance_of_the_match(monkeypatch: pytest.MonkeyPatch) -> None:
    tables = [Table(name, 2).play(20) for name in GAMES]
    chances = {id(table.match.chance) for table in tables}

    def shuffle(self: Chance, label: str, items: object) -> tuple[str, ...]:
        del label
        assert id(self) not in chances
        return tuple(items)  # type: ignore[arg-type]

    monkeypatch.setattr(Chance, "shuffle", shuffle)
    for table in tables:
        for move in table.game.legal_moves(table.state, table.match.to_move[0]):
            assert isinstance(preview_move(table.game, table.state, table.match.to_move[0], move), Preview)


def test_the_end_of_a_match_is_previewed_up_to_the_other_seats_cards() -> None:
    table = Table("akrotiri", 2)
    length = sum(1 for _ in Table("akrotiri", 2).play_out())
    table.play(length - 1)
    seat = table.match.to_move[0]
    preview = preview_move(table.game, table.state, seat, table.game.parse_move("end"))  # type: ignore[arg-type]
    assert isinstance(preview, Preview)
    assert preview.end == "secret"
    assert [getattr(fact, "seat", None) for fact in preview.facts] == [0] * (1 - seat)


def test_a_match_without_secrets_is_previewed_to_its_end() -> None:
    length = sum(1 for _ in Table("akros", 2).play_out())
    table = Table("akros", 2).play(length - 1)
    seat, move = table.random_move()
    preview = preview_move(table.game, table.state, seat, move)
    assert isinstance(preview, Preview)
    assert preview.end == "match-over"
    assert len(preview.facts) == len(decided(table, seat, move))


def test_a_move_of_a_game_from_outside_is_previewed_in_the_generic_message() -> None:
    state: Any = None
    for fact in KALAH.setup({option.name: option.default for option in KALAH.options}, 2, Chance(b"kalah")):
        state = KALAH.evolve(state, fact)
    seat = KALAH.to_move(state)[0]
    move = KALAH.legal_moves(state, seat)[0]
    preview = preview_move(KALAH, state, seat, move)
    assert isinstance(preview, Preview)
    message = preview_wire.to_message(view_wire.Snapshot(Match(seq=7), KALAH, state), seat, preview)
    assert [event.seq for event in message.events] == list(range(8, 8 + len(preview.facts)))
    assert message.events[0].move == KALAH.format_move(move)
    assert {event.WhichOneof("payload") for event in message.events} == {"external"}
    assert message.view.WhichOneof("game") == "external"
