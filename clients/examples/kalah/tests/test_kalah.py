"""The rules of Kalah, one test each; whole matches against a second implementation; perft."""

import random

import pytest
from clio_kalah.game import GAME, NOBODY, BoardLaid, SeedsSown, SeedsSwept, Sow, State

from clio.kernel.integrity.chance import Chance
from clio.kernel.rejection import Rejection

CHANCE = Chance(b"\1" * 32)
START = (4, 4, 4, 4, 4, 4, 0)


def played(state: State, *pits: int) -> State:
    """The state after these moves, each of the seat whose turn it is."""
    for pit in pits:
        decided = GAME.play(state, state.turn, Sow(pit), CHANCE)
        assert not isinstance(decided, Rejection), decided
        state = decided[1]
    return state


def laid(**options: str) -> State:
    chosen = {"seeds": "4", "empty_capture": "false", "first_seat": "0"} | options
    return GAME.evolve(None, GAME.setup(chosen, 2, CHANCE)[0])


def test_a_board_is_laid_with_the_seeds_of_the_option() -> None:
    """KAL-SETUP"""
    assert laid() == State(START + START, 0, empty_capture=False)
    assert [laid(seeds=seeds).pits[:7] for seeds in "36"] == [(3,) * 6 + (0,), (6,) * 6 + (0,)]
    assert GAME.setup({}, 2, CHANCE)[0] == BoardLaid(
        first_seat=(first := CHANCE.below("order", 2)), pits=START + START, turn=first, empty_capture=False
    )


def test_seeds_are_sown_one_by_one_and_not_into_the_other_store() -> None:
    """KAL-SOW"""
    assert played(laid(), 1).pits == (0, 5, 5, 5, 5, 4, 0) + START
    full = State((0, 1, 0, 0, 0, 9, 0) + (1, 1, 1, 1, 1, 1, 7), 0, empty_capture=False)
    assert played(full, 6).pits == (1, 2, 0, 0, 0, 0, 1) + (2, 2, 2, 2, 2, 2, 7)


def test_an_empty_pit_cannot_be_sown() -> None:
    """KAL-EMPTY"""
    state = State((0, 1, 0, 0, 0, 0, 0) + START, 0, empty_capture=False)
    assert list(GAME.legal_moves(state, 0)) == [Sow(2)]
    refused = GAME.decide(state, 0, Sow(1), CHANCE)
    assert isinstance(refused, Rejection)
    assert (refused.rule, refused.sentence) == ("KAL-EMPTY", "Pit 1 is empty.")


def test_a_last_seed_in_the_own_store_gives_another_turn() -> None:
    """KAL-AGAIN"""
    assert played(laid(), 3).turn == 0
    assert played(laid(), 3, 1).turn == 1


@pytest.mark.parametrize(("opposite", "option", "store"), [(5, False, 6), (5, True, 6), (0, False, 0), (0, True, 1)])
def test_a_last_seed_in_an_own_empty_pit_captures(opposite: int, option: bool, store: int) -> None:  # noqa: FBT001
    """KAL-CAPTURE"""
    state = State((1, 0, 0, 0, 0, 2, 0) + (1, 0, 0, 0, opposite, 0, 0), 0, empty_capture=option)
    assert played(state, 1).pits[6] == store


def test_when_a_side_is_empty_the_other_takes_what_is_left() -> None:
    """KAL-END"""
    state = State((0, 0, 0, 0, 0, 1, 20) + (1, 2, 3, 0, 0, 0, 21), 0, empty_capture=False)
    decided = GAME.decide(state, 0, Sow(6), CHANCE)
    assert not isinstance(decided, Rejection)
    assert [type(event) for event in decided] == [SeedsSown, SeedsSwept]
    assert played(state, 6) == State((0,) * 6 + (21,) + (0,) * 6 + (27,), NOBODY, empty_capture=False)


@pytest.mark.parametrize(("stores", "winners"), [((25, 23), (0,)), ((20, 28), (1,)), ((24, 24), (0, 1))])
def test_more_seeds_win_and_as_many_share(stores: tuple[int, int], winners: tuple[int, ...]) -> None:
    """KAL-WIN"""
    outcome = GAME.outcome(State((0,) * 6 + stores[:1] + (0,) * 6 + stores[1:], NOBODY, empty_capture=False))
    assert outcome is not None
    assert (outcome.winners, outcome.decided_by) == (winners, "KAL-WIN")
    assert [score.total for score in outcome.scores] == list(stores)


def naive(pits: list[int], seat: int, pit: int, *, empty: bool) -> tuple[list[int], int]:
    """Kalah by brute force: sides as lists of their own, seeds moved one at a time by hand."""
    sides, stores = [pits[:6], pits[7:13]], [pits[6], pits[13]]
    hand, sides[seat][pit - 1] = sides[seat][pit - 1], 0
    row, column = seat, pit - 1
    while hand:
        column += 1
        if column == 6 and row == seat:
            stores[seat] += 1
            hand -= 1
            if not hand:
                break
        if column >= 6:
            row, column = 1 - row, -1
            continue
        sides[row][column] += 1
        hand -= 1
    again = column == 6
    if not again and row == seat and sides[seat][column] == 1 and (sides[1 - seat][5 - column] or empty):
        stores[seat] += 1 + sides[1 - seat][5 - column]
        sides[seat][column] = sides[1 - seat][5 - column] = 0
    turn = seat if again else 1 - seat
    if not (any(sides[0]) and any(sides[1])):
        stores = [stores[each] + sum(sides[each]) for each in (0, 1)]
        sides, turn = [[0] * 6, [0] * 6], NOBODY
    return [*sides[0], stores[0], *sides[1], stores[1]], turn


@pytest.mark.parametrize("seeds", ["3", "4", "6"])
@pytest.mark.parametrize("empty", ["false", "true"])
def test_whole_matches_agree_with_brute_force(seeds: str, empty: str) -> None:
    rng = random.Random(f"{seeds}/{empty}")
    for _ in range(60):
        state = laid(seeds=seeds, empty_capture=empty)
        while state.turn != NOBODY:
            legal = [pit for pit in range(1, 7) if state.pits[7 * state.turn + pit - 1]]
            assert [move.pit for move in GAME.legal_moves(state, state.turn)] == legal
            pit = rng.choice(legal)
            due = naive(list(state.pits), state.turn, pit, empty=empty == "true")
            state = played(state, pit)
            assert (list(state.pits), state.turn) == due
            assert sum(state.pits) == 12 * int(seeds)


def perft(state: State, depth: int) -> int:
    """The number of move sequences of a length."""
    if depth == 0 or state.turn == NOBODY:
        return 1
    return sum(perft(played(state, move.pit), depth - 1) for move in GAME.legal_moves(state, state.turn))


def naive_perft(pits: list[int], turn: int, depth: int) -> int:
    """The same by brute force."""
    if depth == 0 or turn == NOBODY:
        return 1
    legal = [pit for pit in range(1, 7) if pits[7 * turn + pit - 1]]
    return sum(naive_perft(*naive(pits, turn, pit, empty=False), depth - 1) for pit in legal)


def test_perft_counts_the_sequences_of_moves() -> None:
    counts = [perft(laid(), depth) for depth in range(6)]
    assert counts == [naive_perft(list(START + START), 0, depth) for depth in range(6)]
    assert counts[:5] == [1, 6, 35, 185, 942]
