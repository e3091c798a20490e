from msgspec.structs import replace

from clio.games.akrotiri.game import GAME
from clio.games.akrotiri.moves import Load
from clio.games.akrotiri.state import Cube, State
from clio.kernel.rejection import Rejection
from tests.unit.akrotiri.table import CHAIN, CHANCE, moves, play, player, refusal, table

ASHORE = (
    Cube("orange", 1, 0, "nw"),
    Cube("blue", 1, 0, "se"),
    Cube("blue", 2, 0, "sw"),
    Cube("grey", 1, 0, "ne"),
)
"""On the first curve's island, that lies on two tiles, orange and two blue; grey on another one."""


def _docked(**changes: object) -> State:
    return table(*CHAIN, me=player(boat=4, **changes), other=player(boat=10), cubes=ASHORE)


def test_cubes_are_loaded_from_anywhere_on_the_island() -> None:
    """AKT-LOAD."""
    state = play(_docked(), "load blue blue orange")
    assert state.mover.cargo == ("blue", "blue", "orange")
    assert state.cubes == (Cube("grey", 1, 0, "ne"),)
    assert state.actions == 2


def test_every_choice_of_up_to_three_cubes_is_offered() -> None:
    """AKT-LOAD."""
    assert moves(_docked(), "load") == {
        "load blue",
        "load orange",
        "load blue blue",
        "load blue orange",
        "load blue blue orange",
    }


def test_a_boat_holds_three_cubes() -> None:
    """AKT-LOAD."""
    assert moves(_docked(cargo=("green", "green")), "load") == {"load blue", "load orange"}
    assert refusal(_docked(cargo=("green", "green")), "load blue blue") == "AKT-LOAD"
    assert refusal(_docked(cargo=("green",) * 3), "load blue") == "AKT-LOAD"


def test_cubes_of_other_islands_are_out_of_reach() -> None:
    """AKT-LOAD."""
    assert refusal(_docked(), "load grey") == "AKT-LOAD"
    assert refusal(_docked(), "load orange orange") == "AKT-LOAD"
    assert refusal(table(*CHAIN, cubes=ASHORE), "load blue") == "AKT-LOAD"


def test_a_typed_move_names_its_cubes_in_order_so_that_each_load_is_one_move() -> None:
    """AKT-NOTATION."""
    refused = GAME.decide(_docked(), 0, Load(("orange", "blue")), CHANCE)
    assert isinstance(refused, Rejection)
    assert refused.rule == "AKT-NOTATION"


def test_loading_takes_an_action() -> None:
    """AKT-LOAD."""
    assert refusal(replace(_docked(), actions=0), "load blue") == "AKT-ACTIONS"


def test_cubes_are_unloaded_without_an_action_anywhere_but_on_thera() -> None:
    """AKT-UNLOAD."""
    state = play(replace(_docked(cargo=("green", "grey")), actions=0), "unload green", "unload grey")
    assert state.mover.cargo == ()
    assert state.cubes[-2:] == (Cube("green", 1, 0, "se"), Cube("grey", 1, 0, "se"))
    assert state.archipelago.island_at((1, 0), "se") == state.archipelago.island_of_dock(4).id
    assert refusal(table(me=player(cargo=("green",))), "unload green") == "AKT-UNLOAD"
    assert refusal(_docked(cargo=("green",)), "unload blue") == "AKT-UNLOAD"


def test_an_unloaded_cube_can_be_loaded_by_anybody_on_that_island() -> None:
    """AKT-UNLOAD."""
    assert "load green" in moves(play(_docked(cargo=("green",)), "unload green"))


def test_selling_two_blue_and_one_grey_earns_eight() -> None:
    """AKT-SELL: the rulebook's example, 3 + 3 + 2."""
    market = {"orange": 8, "blue": 3, "green": 8, "grey": 5}
    state = table(me=player(cargo=("blue", "blue", "grey"), drachmas=0), market=market, actions=0)
    first = play(state, "sell blue")
    assert first.mover.drachmas == 3
    after = play(first, "sell blue", "sell grey")
    assert after.mover.drachmas == 8
    assert after.market == {"orange": 8, "blue": 5, "green": 8, "grey": 6}


def test_every_square_of_the_market_pays_its_number() -> None:
    """AKT-SELL."""
    paid = []
    for cubes in range(8):
        state = table(
            me=player(cargo=("green",), drachmas=0), market={"orange": 8, "blue": 8, "green": cubes, "grey": 8}
        )
        paid.append(play(state, "sell green").mover.drachmas)
    assert paid == [5, 4, 4, 3, 3, 2, 2, 1]


def test_cubes_are_sold_at_thera_only() -> None:
    """AKT-SELL."""
    assert refusal(_docked(cargo=("green",)), "sell green") == "AKT-SELL"
    assert refusal(table(me=player(cargo=("green",))), "sell blue") == "AKT-SELL"


def test_the_bank_always_pays_and_hands_have_no_limit() -> None:
    """AKT-BANK."""
    rich = player(cargo=("green",), drachmas=500, maps=tuple(f"hard-{number}" for number in range(1, 11)))
    market = {"orange": 8, "blue": 8, "green": 0, "grey": 8}
    state = play(
        table(me=rich, market=market, map_piles={"easy": 10, "medium": 10, "hard": 2}),
        "sell green",
        "buy easy easy easy",
    )
    assert state.mover.drachmas == 500 + 5 - 7
    assert len(state.mover.maps) == 13


def test_two_maps_with_one_action_cost_three_drachmas() -> None:
    """AKT-BUY: the rulebook's example."""
    state = play(table(me=player(drachmas=3)), "buy easy medium")
    assert (state.mover.drachmas, state.actions, len(state.mover.maps)) == (0, 2, 2)
    assert state.map_piles == {"easy": 9, "medium": 9, "hard": 12}


def test_three_maps_with_three_actions_cost_three_drachmas_too() -> None:
    """AKT-BUY: the rulebook's example."""
    state = play(table(me=player(drachmas=3)), "buy easy", "buy easy", "buy hard")
    assert (state.mover.drachmas, state.actions, len(state.mover.maps)) == (0, 0, 3)


def test_three_maps_with_one_action_cost_seven_drachmas() -> None:
    """AKT-BUY."""
    state = play(table(me=player(drachmas=7)), "buy easy medium hard")
    assert (state.mover.drachmas, state.actions, len(state.mover.maps)) == (0, 2, 3)
    assert refusal(table(me=player(drachmas=6)), "buy easy medium hard") == "AKT-BUY"
    assert refusal(table(me=player(drachmas=99)), "buy easy easy easy easy") == "AKT-BUY"


def test_maps_are_bought_at_thera_with_an_action() -> None:
    """AKT-BUY."""
    assert refusal(_docked(drachmas=7), "buy easy") == "AKT-BUY"
    assert refusal(table(actions=0), "buy easy") == "AKT-ACTIONS"
    assert len(moves(table(me=player(drachmas=7)), "buy")) == 19


def test_a_deck_gives_no_more_cards_than_it_has() -> None:
    """AKT-BUY-NAMED."""
    state = table(me=player(drachmas=7), map_piles={"easy": 1, "medium": 0, "hard": 3})
    assert refusal(state, "buy easy easy") == "AKT-BUY-NAMED"
    assert refusal(state, "buy medium") == "AKT-BUY-NAMED"
    assert "buy easy hard hard" in moves(state)
    for deck in ("easy", "medium", "hard"):
        empty = table(me=player(drachmas=7), map_piles={"easy": 3, "medium": 3, "hard": 3, deck: 0})
        assert refusal(empty, f"buy {deck}") == "AKT-BUY-NAMED"


def test_the_whole_purchase_is_named_before_a_card_is_drawn() -> None:
    """AKT-BUY-NAMED: one move names all cards and takes one action."""
    state = play(table(me=player(drachmas=7)), "buy hard hard hard")
    assert state.actions == 2
    assert all(card.startswith("hard-") for card in state.mover.maps)
