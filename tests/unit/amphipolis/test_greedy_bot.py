from random import Random

from clio.bots.greedy.amphipolis import choose
from clio.games.amphipolis.game import GAME
from clio.games.amphipolis.moves import EndTurn, Take, UseProfessor
from clio.games.amphipolis.state import State
from clio.kernel.integrity.chance import Chance
from clio.kernel.rejection import Rejection
from tests.unit.amphipolis.table import table


def _winner_against_random(greedy: int, seed: int) -> int:
    rng = Random(seed)
    chance = Chance(seed.to_bytes(32, "big"))
    state: State | None = None
    for event in GAME.setup({"first_seat": "random"}, 2, chance):
        state = GAME.evolve(state, event)
    assert state is not None
    while seats := GAME.to_move(state):
        moves = GAME.legal_moves(state, seats[0])
        move = choose(state, seats[0], moves, rng) if seats[0] == greedy else rng.choice(moves)
        events = GAME.decide(state, seats[0], move, chance)
        assert not isinstance(events, Rejection)
        for event in events:
            state = GAME.evolve(state, event)
    outcome = GAME.outcome(state)
    assert outcome is not None
    return outcome.winners[0]


def test_the_greedy_bot_beats_the_random_one() -> None:
    assert [_winner_against_random(seed % 2, seed) for seed in range(20)] == [0, 1] * 10


def _choice(state: State) -> object:
    return choose(state, state.seat, GAME.legal_moves(state, state.seat), Random(0))


def test_the_greedy_bot_completes_what_it_has_begun() -> None:
    state = table(held=[{"mosaic-red": 2}], site={"mosaic-red": 2, "mosaic-green": 2, "amphora-red": 2})
    assert _choice(state) == Take("mosaics", ("mosaic-red", "mosaic-red"))


def test_the_greedy_bot_keeps_a_character_for_better_times_but_not_for_ever() -> None:
    lying = {"sphinx": 1, "mosaic-green": 1}
    others = ("assistant", "archaeologist", "digger")
    held = [{"caryatid": 1}, {"sphinx": 6}]
    early = table(phase="character", chosen="amphoras", site=lying, held=held, used=others)
    assert _choice(early) == EndTurn()
    held = [{"mosaic-green": 3}, {"sphinx": 1}]
    late = table(phase="character", chosen="amphoras", site=lying, held=held, used=others, entrance=15)
    assert _choice(late) == UseProfessor(("mosaic-green", "sphinx"))
