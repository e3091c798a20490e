"""What explains a match: signs, rules that matter now, cards; all of it exists and matches the game."""

import pytest

from clio.cli.boards.guide import cards_in_words, guide_to, legend_of, rules_now
from clio.cli.local.components import local_components
from clio.cli.render.options import RenderOptions
from clio.cli.render.styles import rich_style
from clio.games.registry import GAMES
from clio.server.codec import views as view_wire
from clio.v1.components_pb2 import Components
from clio.v1.view_pb2 import View
from tests.kit.table import Table

SHIPPED = ("akros", "akrotiri", "amphipolis")
UNICODE = RenderOptions(unicode=True, colour=True)


def components(game: str, view: View) -> Components:
    found = local_components(game, view.match.data_set)
    assert found is not None
    return found


def views(game: str, moves: int = 200) -> list[View]:
    table = Table(game, 2, seed=5)
    found = [view_wire.to_message(table.match, table.match.to_move[0])]
    found += [
        view_wire.to_message(table.match, table.match.to_move[0]) for _ in table.play_out(moves) if table.match.to_move
    ]
    return found


@pytest.mark.parametrize("game", SHIPPED)
def test_every_rule_that_matters_is_in_the_rulebook(game: str) -> None:
    known = {rule.id for rule in GAMES[game].rulebook.rules}
    named = {rule for view in views(game) for rule in rules_now(view)}
    assert len(named) > 8
    assert named <= known


@pytest.mark.parametrize("game", SHIPPED)
def test_the_rules_that_matter_change_with_the_step(game: str) -> None:
    assert len({tuple(rules_now(view)) for view in views(game, 20)}) > 1


@pytest.mark.parametrize("unicode", [True, False])
@pytest.mark.parametrize("game", SHIPPED)
def test_every_sign_has_one_meaning(game: str, *, unicode: bool) -> None:
    legend = legend_of(game, RenderOptions(unicode=unicode, colour=False))
    signs = [sign for sign, _ in legend]
    assert len(signs) > 7
    assert len(set(signs) - {">", "#"}) == len([sign for sign in signs if sign not in {">", "#"}])
    assert all(meaning for _, meaning in legend)
    assert all(sign.isascii() for sign in signs) or unicode


def test_a_game_of_others_has_the_marks_only() -> None:
    assert guide_to("kalah") is None
    assert [sign for sign, _ in legend_of("kalah", UNICODE)] == ["▶", ">", "#", "*"]


def test_every_character_says_what_it_does_and_whether_it_was_used() -> None:
    view = views("amphipolis", 1)[0]
    cards = dict(cards_in_words(view, components("amphipolis", view)))
    assert set(cards) == {"Assistant", "Archaeologist", "Digger", "Professor"}
    assert all(text.startswith("Takes") for text in cards.values())
    own = next(team for team in view.amphipolis.seats if team.seat == view.viewpoint.seat)
    del own.characters[0]
    assert len([title for title, _ in cards_in_words(view, components("amphipolis", view)) if "(used)" in title]) == 1


def test_goal_and_map_cards_say_what_they_ask_and_where_they_fit() -> None:
    told: list[str] = []
    for view in views("akrotiri"):
        hand = view.akrotiri.players[view.viewpoint.seat]
        cards = cards_in_words(view, components("akrotiri", view))
        assert len(cards) == len(hand.goals) + len(hand.choice) + len(hand.maps) + len(view.akrotiri.open_goals)
        told += [text for _, text in cards]
        for card in hand.maps:
            text = next(text for title, text in cards if title == card.card)
            assert ("nowhere" in text) == (not card.sites)
            assert all(f"{site.x},{site.y} " in text for site in card.sites)
    assert any("It fits at" in text for text in told)


def test_a_card_names_the_sides_of_the_map_for_the_player_opposite() -> None:
    told = {}
    for view in views("akrotiri"):
        for player in view.akrotiri.players:
            for card in player.maps:
                text = next(
                    text for title, text in cards_in_words(view, components("akrotiri", view)) if title == card.card
                )
                told[player.seat, card.card] = (card, text, player.above)
    assert {seat for seat, _ in told} == {0, 1}
    names = {1: "north", 2: "east", 3: "south", 4: "west"}
    for card, text, above in told.values():
        for need in card.needs:
            side = need.side if above == 1 else (need.side + 1) % 4 + 1
            assert f"{names[side]} {need.icons}x " in text


def test_the_sea_and_the_jinn_differ_in_colour() -> None:
    shown = [rich_style(name).removeprefix("bold ") for name in ("sea", "jinn", "ifrit", "forest", "mountain")]
    assert len(set(shown)) == len(shown)
