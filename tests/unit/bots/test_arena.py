from math import sqrt
from pathlib import Path
from random import Random

import pytest

from clio.bots.arena import Arena, ArenaError, _count
from clio.bots.bot import NoSuchBotError, WrongChoiceError
from clio.bots.confidence_interval import win_interval
from clio.bots.local_match import Played, Thinking, play_local_match
from clio.bots.registry import new_bot
from clio.games.registry import GAMES
from clio.kernel.outcome import Outcome, SeatScore

OWN_BOT = """
class Bot:
    needs_position = False

    def __init__(self, game, rng):
        self.game = game

    def choose(self, seat, moves, position):
        return moves[0]
"""


def _edge(wins: float, matches: int, inside: float, outside: float) -> float:
    """Where a true share would be 1.96 of its own standard deviations away from the share seen, by bisection."""
    for _ in range(200):
        middle = (inside + outside) / 2
        if abs(wins / matches - middle) <= 1.959963984540054 * sqrt(middle * (1 - middle) / matches):
            inside = middle
        else:
            outside = middle
    return inside


@pytest.mark.parametrize(("wins", "matches"), [(0, 10), (7, 10), (130, 200), (199.5, 200), (200, 200), (1, 1)])
def test_the_interval_holds_every_share_that_the_wins_do_not_refute(wins: float, matches: int) -> None:
    low, high = win_interval(wins, matches)
    assert low == pytest.approx(_edge(wins, matches, wins / matches, 0.0), abs=1e-9)
    assert high == pytest.approx(_edge(wins, matches, wins / matches, 1.0), abs=1e-9)


def test_five_of_ten_say_little_and_nothing_of_none_says_nothing() -> None:
    assert win_interval(5, 10) == pytest.approx((0.2366, 0.7634), abs=1e-4)
    assert win_interval(0, 0) == (0.0, 1.0)


def test_the_interval_misses_the_truth_about_one_time_in_twenty() -> None:
    rng, missed = Random(1), 0
    for _ in range(2000):
        low, high = win_interval(sum(rng.random() < 0.7 for _ in range(100)), 100)
        missed += not low <= 0.7 <= high
    assert 50 <= missed <= 150


def test_the_better_bot_wins_more_and_is_rated_higher() -> None:
    arena = Arena("amphipolis", ["random", "greedy"], seed=1)
    told = list(arena.play(20))
    random, greedy = arena.contenders
    assert (random.matches, greedy.matches) == (20, 20)
    assert random.wins + greedy.wins == 20
    assert greedy.wins == sum(seated[outcome.winners[0]] is greedy for seated, outcome in told)
    assert greedy.wins > 15
    assert greedy.rating.mu > random.rating.mu + 2 * greedy.rating.sigma
    assert greedy.points == sum(outcome.scores[seated.index(greedy)].total for seated, outcome in told)
    assert greedy.thinking.moves > 200
    assert 0 < greedy.thinking.longest < greedy.thinking.seconds


def test_bots_change_seats_and_every_group_meets_as_often() -> None:
    arena = Arena("amphipolis", ["random", "random", "greedy", "greedy"], seats=3, seed=2)
    names = [[contender.name for contender in seated] for seated, _ in arena.play(3)]
    assert len(names) == 12
    for group in names[:4]:
        met = [seated for seated in names if sorted(seated) == sorted(group)]
        assert met == [group, [*group[1:], group[0]], [*group[2:], *group[:2]]]
    assert {contender.name for contender in arena.contenders} == {"random #1", "random #2", "greedy #1", "greedy #2"}
    assert {contender.matches for contender in arena.contenders} == {9}


def test_an_arena_plays_the_same_from_the_same_seed() -> None:
    def results(seed: int) -> list[object]:
        return [outcome for _, outcome in Arena("akros", ["greedy", "search:3it"], seed=seed).play(3)]

    assert results(3) == results(3)
    assert results(3) != results(4)


def test_a_win_shared_is_half_a_win_and_moves_nobody_up() -> None:
    arena = Arena("akrotiri", ["random", "greedy"], seed=5)
    scores = tuple(SeatScore(seat, 12, ()) for seat in (0, 1))
    _count(arena.contenders, Played(Outcome(scores, (0, 1), "AKT-TIE-SHARED"), [Thinking(), Thinking()]))
    first, second = arena.contenders
    assert (first.wins, second.wins, first.points) == (0.5, 0.5, 12)
    assert first.rating.mu == pytest.approx(second.rating.mu)


@pytest.mark.parametrize(
    ("game", "kinds", "seats"),
    [("akros", ["greedy"], 0), ("akros", ["greedy"] * 3, 3), ("amphipolis", ["greedy"] * 2, 3)],
)
def test_bots_that_cannot_meet_are_told_why(game: str, kinds: list[str], seats: int) -> None:
    with pytest.raises(ArenaError, match=game):
        Arena(game, kinds, seats)


def test_a_bot_of_ones_own_is_a_file(tmp_path: Path) -> None:
    file = tmp_path / "first.py"
    file.write_text(OWN_BOT)
    arena = Arena("akros", [str(file), "random"], seed=1)
    assert len(list(arena.play(2))) == 2
    with pytest.raises(NoSuchBotError, match="nowhere"):
        new_bot(str(tmp_path / "nowhere.py"), "akros", Random(1))
    file.write_text("")
    with pytest.raises(NoSuchBotError, match="Bot"):
        new_bot(str(file), "akros", Random(1))


def test_a_bot_that_makes_up_moves_is_stopped(tmp_path: Path) -> None:
    file = tmp_path / "cheat.py"
    file.write_text(OWN_BOT.replace("moves[0]", "'win'"))
    cheat = new_bot(str(file), "akros", Random(1))
    with pytest.raises(WrongChoiceError, match="not a legal move"):
        play_local_match(GAMES["akros"], [cheat, cheat], Random(1))


def test_an_arena_plays_with_the_options_and_refuses_what_the_game_does_not_have() -> None:
    arena = Arena("akros", ["random", "random"], seed=1, options={"board": "full-hexagon"})
    assert len(list(arena.play(1))) == 1
    with pytest.raises(ArenaError, match="sides takes"):
        Arena("akros", ["random", "random"], options={"sides": "nobody"})
    with pytest.raises(ArenaError, match="no option called"):
        Arena("akros", ["random", "random"], options={"colour": "red"})
