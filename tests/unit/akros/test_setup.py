from clio.games.akros.events import BoardLaid, TilesDrawn
from clio.games.akros.game import GAME
from clio.kernel.integrity.chance import Chance
from tests.unit.akros.table import OPTIONS, after


def test_four_servants_of_each_side_start_on_the_board_and_nineteen_tiles_in_the_bag() -> None:
    """AKS-SETUP"""
    laid = GAME.setup(OPTIONS, 2, Chance(bytes(32)))[0]
    assert isinstance(laid, BoardLaid)
    assert laid.pool == {"forest": 6, "mountain": 7, "sea": 6}
    state = after(None, (laid,))
    assert (state.jinn, state.ifrit) == ((4, 8, 9, 13), (0, 6, 11, 17))
    assert (state.bag, state.unseen, state.temple) == (19, (6, 7, 6), ((), (), ()))


def test_seat_0_is_jinn_unless_chance_draws_the_sides() -> None:
    """AKS-SIDES"""
    for first_byte in range(8):
        chance = Chance(bytes([first_byte]) * 32)
        agreed = after(None, GAME.setup(OPTIONS, 2, chance))
        drawn = after(None, GAME.setup({**OPTIONS, "sides": "random"}, 2, chance))
        assert agreed.jinn_seat == 0
        assert drawn.jinn_seat == chance.below("akros/sides", 2)
        assert GAME.to_move(drawn) == (drawn.jinn_seat,)


def test_chance_gives_either_seat_the_jinn() -> None:
    options = {**OPTIONS, "sides": "random"}
    assert {after(None, GAME.setup(options, 2, Chance(bytes([n]) * 32))).jinn_seat for n in range(16)} == {0, 1}


def test_the_first_three_tiles_are_the_first_of_the_shuffled_bag() -> None:
    """AKS-DRAW"""
    chance = Chance(b"\x05" * 32)
    order = chance.shuffle("akros/bag", ["forest"] * 6 + ["mountain"] * 7 + ["sea"] * 6)
    _, drawn = GAME.setup(OPTIONS, 2, chance)
    assert drawn == TilesDrawn(turn=1, tiles=order[:3])
    state = after(None, GAME.setup(OPTIONS, 2, chance))
    assert state.bag == 16
    assert sum(state.unseen) == 16
