import random

import msgspec
import pytest
from openskill.models import PlackettLuce

from clio.games.registry import GAMES
from clio.kernel.events.lifecycle import Finished, Joined, Started
from clio.kernel.events.match_event import MatchEvent
from clio.kernel.integrity.canonical import canonical
from clio.kernel.match.commands import Abort, Resign
from clio.kernel.match.match_metadata import MatchMetadata, private_fields
from clio.projections.standings.rating import EVEN_SIDE, NEWCOMER, rate
from clio.projections.standings.standing import Standing
from clio.projections.standings.standings import HISTORY, RUNNING, SIDES, STANDINGS, Standings
from clio.projections.table import key_of
from tests.kit.memory_view import MemoryDraft, folded
from tests.kit.table import Table

ALL_NAMES = ("Ann", "Bob", "Cid", "Dee", "Eve")


def named(events: list[MatchEvent], names: list[str]) -> list[MatchEvent]:
    """The match with other players."""
    renamed = []
    for event in events:
        payload = event.payload
        if isinstance(payload, Joined):
            payload = msgspec.structs.replace(payload, name=names[payload.seat])
        elif isinstance(payload, Started):
            payload = msgspec.structs.replace(payload, names=tuple(names))
        renamed.append(msgspec.structs.replace(event, payload=payload))
    return renamed


def played(game: str, seats: int, matches: int, **options: str) -> list[MatchEvent]:
    """Several matches of five players, one after the other."""
    rng = random.Random(game)
    events: list[MatchEvent] = []
    for seed in range(matches):
        table = Table(game, seats, options, seed=seed).finish()
        events += named(table.events, rng.sample(ALL_NAMES, seats))
    return events


def standing(view: MemoryDraft, game: str, player: str, side: str = "") -> Standing:
    found: Standing = view.tables["standings"][key_of("", game, side, player)]
    return found


@pytest.mark.parametrize(("game", "seats"), [("amphipolis", 2), ("amphipolis", 4), ("akros", 2)])
def test_standings_are_what_a_plain_count_gives(game: str, seats: int) -> None:
    events = played(game, seats, 20)
    view = folded(Standings(GAMES), events)
    names: tuple[str, ...] = ()
    counts = {name: [0, 0, 0] for name in ALL_NAMES}
    for event in events:
        if isinstance(event.payload, Started):
            names = event.payload.names
        if isinstance(event.payload, Finished):
            for seat, name in enumerate(names):
                counts[name][0] += 1
                counts[name][1] += seat in event.payload.winners
                counts[name][2] += event.payload.scores[seat].total
    for name, count in counts.items():
        for board in ("", game):
            found = standing(view, board, name)
            assert [found.played, found.won, found.points] == count


def test_ratings_are_those_of_openskill_in_the_order_of_the_record() -> None:
    events = played("amphipolis", 3, 15)
    view = folded(Standings(GAMES), events)
    model = PlackettLuce()
    ratings = {name: model.rating() for name in ALL_NAMES}
    names: tuple[str, ...] = ()
    for event in events:
        if isinstance(event.payload, Started):
            names = event.payload.names
        if isinstance(event.payload, Finished):
            ended = event.payload
            merit = [(seat in ended.winners, ended.scores[seat].total) for seat in range(3)]
            places = [float(1 + sorted(set(merit), reverse=True).index(each)) for each in merit]
            for name, team in zip(names, model.rate([[ratings[name]] for name in names], ranks=places), strict=True):
                ratings[name] = team[0]
    for name, rating in ratings.items():
        found = standing(view, "amphipolis", name).rating
        assert (found.mu, found.sigma) == (rating.mu, rating.sigma)


def test_the_same_matches_give_the_same_standings_to_the_last_digit() -> None:
    events = played("akros", 2, 25, sides="random")
    first, again = (folded(Standings(GAMES), events).tables for _ in range(2))
    assert canonical(first) == canonical(again)


def test_a_players_history_is_a_curve_without_a_break() -> None:
    view = folded(Standings(GAMES), played("akros", 2, 25))
    for board in ("", "akros"):
        for name in ALL_NAMES:
            curve = [
                each for each in view.documents(HISTORY) if (each.game, each.side, each.player) == (board, "", name)
            ]
            before = NEWCOMER
            for match in sorted(curve, key=lambda each: each.position):
                assert match.before == before
                before = match.after
            assert standing(view, board, name).rating == before
            assert standing(view, board, name).played == len(curve)


def test_streaks_follow_the_last_matches() -> None:
    view = folded(Standings(GAMES), played("akros", 2, 30))
    for name in ALL_NAMES:
        won = [each.won for each in view.documents(HISTORY) if (each.game, each.side, each.player) == ("", "", name)]
        streak = longest = run = 0
        for each in won:
            run = run + 1 if each else 0
            longest = max(longest, run)
            streak = max(streak, 0) + 1 if each else min(streak, 0) - 1
        found = standing(view, "", name)
        assert (found.streak, found.longest_streak) == (streak, longest)


def test_akros_also_counts_by_side() -> None:
    events = played("akros", 2, 30, sides="random")
    view = folded(Standings(GAMES), events)
    for name in ALL_NAMES:
        sides = [view.tables["standings"].get(key_of("", "akros", side, name)) for side in ("jinn", "ifrit")]
        whole = standing(view, "akros", name)
        assert sum(each.played for each in sides if each) == whole.played
        assert sum(each.won for each in sides if each) == whole.won
    strengths = {each.side: each for each in view.documents(SIDES) if each.board == "akros"}
    assert strengths["jinn"].won + strengths["ifrit"].won == 30
    assert strengths["jinn"].played == strengths["ifrit"].played == 30


def test_a_win_with_the_stronger_side_earns_less() -> None:
    strong, weak = (msgspec.structs.replace(EVEN_SIDE, mu=mu) for mu in (6.0, -6.0))
    with_it = rate([[NEWCOMER, strong], [NEWCOMER, weak]], (1, 2))[0][0]
    against_it = rate([[NEWCOMER, weak], [NEWCOMER, strong]], (1, 2))[0][0]
    even = rate([[NEWCOMER, EVEN_SIDE], [NEWCOMER, EVEN_SIDE]], (1, 2))[0][0]
    assert NEWCOMER.mu < with_it.mu < even.mu < against_it.mu


def test_solo_matches_aborted_ones_and_matches_against_oneself_do_not_count() -> None:
    aborted = Table("akros", 2)
    aborted.do(Abort("enough"))
    events = [
        *Table("amphipolis", 1).finish().events,
        *aborted.events,
        *named(Table("akros", 2, seed=3).finish().events, ["Ann", "Ann"]),
    ]
    view = folded(Standings(GAMES), events)
    assert view.documents(STANDINGS) == []
    assert view.documents(RUNNING) == []


def test_a_resignation_counts_as_a_loss_without_points() -> None:
    table = Table("akros", 2)
    table.do(Resign(0))
    view = folded(Standings(GAMES), named(table.events, ["Ann", "Bob"]))
    ann, bob = standing(view, "akros", "Ann"), standing(view, "akros", "Bob")
    assert (ann.won, ann.points, ann.best_points) == (0, 0, None)
    assert bob.won == 1
    assert bob.rating.shown > NEWCOMER.shown > ann.rating.mu - 3 * NEWCOMER.sigma


@pytest.mark.parametrize(("labels", "rated"), [({}, True), ({"rated": "yes"}, True), ({"rated": "no"}, False)])
def test_a_match_opened_as_unrated_does_not_count(labels: dict[str, str], rated: bool) -> None:  # noqa: FBT001 (a case)
    first, *others = played("akros", 2, 1)
    opened = msgspec.structs.replace(first, private=private_fields(MatchMetadata(labels=labels)))
    view = folded(Standings(GAMES), [opened, *others])
    assert bool(view.tables.get("standings")) is rated
