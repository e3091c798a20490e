from msgspec.structs import replace

from clio.bots.greedy.akros import choose
from clio.games.akros.game import GAME
from clio.games.akros.moves import Keep, Move, Place
from clio.kernel.integrity.chance import Chance
from tests.unit.akros.table import IFRIT, JINN, OPTIONS, START, after, dice, facts, stacks

GAMES = 60


def _wins(greedy: int) -> int:
    """How many of the games the greedy seat wins against one that plays at random."""
    wins, rng = 0, dice(11)
    for game in range(GAMES):
        chance = Chance(game.to_bytes(32, "big"))
        state = after(None, GAME.setup(OPTIONS, 2, chance))
        while seats := GAME.to_move(state):
            moves = GAME.legal_moves(state, seats[0])
            move: Move = choose(state, seats[0], moves, rng) if seats[0] == greedy else rng.choice(moves)
            state = after(state, facts(state, seats[0], move, chance))
        outcome = GAME.outcome(state)
        wins += outcome is not None and outcome.winners == (greedy,)
    return wins


def test_the_greedy_bot_beats_random_play_clearly_as_either_side() -> None:
    assert _wins(JINN) >= GAMES * 2 / 3
    assert _wins(IFRIT) >= GAMES * 2 / 3


def test_the_greedy_bot_claims_a_merit_without_giving_up_another() -> None:
    state = replace(START, turn=9, jinn_tile="sea", stacks=stacks({3: 3}))
    assert choose(state, JINN, GAME.legal_moves(state, JINN), dice(1)) in {Place(4, 3), Place(13, 3)}


def test_the_greedy_bot_keeps_the_tile_that_helps_it() -> None:
    state = replace(START, turn=9, offer=("forest", "sea"), stacks=stacks({3: 3}))
    assert choose(state, JINN, GAME.legal_moves(state, JINN), dice(1)) == Keep("sea")


def test_the_greedy_bot_plays_the_same_from_the_same_chance() -> None:
    moves = GAME.legal_moves(replace(START, jinn_tile="forest"), JINN)
    choices = [choose(replace(START, jinn_tile="forest"), JINN, moves, dice(5)) for _ in range(3)]
    assert choices[0] == choices[1] == choices[2]
