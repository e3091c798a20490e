"""What holds in every match from the first move to the last."""

from collections import Counter
from collections.abc import Iterator

import msgspec

from clio.games.akrotiri.events import (
    GoalDrawn,
    GoalsOpened,
    MapDrawn,
    OracleConsulted,
    TableLaid,
    TileDrawn,
    TilesReshuffled,
)
from clio.games.akrotiri.game import GAME
from clio.games.akrotiri.state import State
from clio.kernel.game import GameEvent
from clio.kernel.integrity.canonical import canonical
from tests.property.akrotiri.plays import chance_of, every_match, steps

RULES = {rule.id for rule in GAME.rulebook.rules}


@every_match
def test_nothing_is_lost_and_nothing_appears(seed: int) -> None:
    """AKT-SETUP-START, AKT-BANK."""
    for state, _, _ in steps(seed):
        cubes = Counter(cube.colour for cube in state.cubes) + Counter(state.market)
        for player in state.players:
            cubes += Counter(player.cargo)
            assert player.drachmas >= 0
            assert len(player.cargo) <= 3
            assert player.temples <= 6
        assert cubes == dict.fromkeys(("orange", "blue", "green", "grey"), 8)
        assert _cards(state) == 36
        assert _tiles(state) == 36
        assert _goals(state) == 12
        assert state.actions >= 0


def _cards(state: State) -> int:
    return sum(state.map_piles.values()) + len(state.temples) + sum(len(player.maps) for player in state.players)


def _tiles(state: State) -> int:
    hands = sum(player.tile is not None for player in state.players)
    return state.pile.left + len(state.discards) + len(state.archipelago.tiles) + hands


def _goals(state: State) -> int:
    held = sum(len(player.secret_goals + player.shown_goals + player.choice) for player in state.players)
    return state.goal_pile + len(state.open_goals) + held


@every_match
def test_boats_never_share_a_dock_and_temples_never_stand_on_thera(seed: int) -> None:
    """AKT-MOVE-OCCUPIED, AKT-DIG-THERA."""
    for state, _, _ in steps(seed):
        first, second = (player.boat for player in state.players)
        assert first != second or first == 0
        assert all((temple.x, temple.y) in state.archipelago.tiles for temple in state.temples)


@every_match
def test_events_come_back_from_their_canonical_bytes(seed: int) -> None:
    for _, facts, _ in steps(seed):
        for fact in facts:
            assert msgspec.json.decode(canonical(fact), type=type(fact)) == fact
            assert type(fact) in GAME.events


@every_match
def test_every_draw_follows_the_order_of_its_label(seed: int) -> None:
    """Checked from the events alone, without the rules."""
    chance = chance_of(seed)
    facts = [fact for step in steps(seed) for fact in step.facts]
    laid = facts[0]
    assert isinstance(laid, TableLaid)
    assert laid.first_seat == chance.below("order", 2)
    pools = {"akrotiri/tiles": laid.tiles, "akrotiri/goals": laid.goals}
    pools |= {f"akrotiri/maps/{deck}": getattr(laid, deck) for deck in ("easy", "medium", "hard")}
    drawn: dict[str, list[str]] = {}
    tiles = "akrotiri/tiles"
    for fact in facts:
        if isinstance(fact, TilesReshuffled):
            tiles = f"akrotiri/tiles#{fact.shuffle}"
            pools[tiles] = fact.tiles
        for label, cards in _draws(fact, tiles):
            drawn.setdefault(label, []).extend(cards)
    assert len(drawn) > 3
    for label, cards in drawn.items():
        assert tuple(cards) == chance.shuffle(label, tuple(pools[label]))[: len(cards)], label


def _draws(fact: GameEvent, tiles: str) -> Iterator[tuple[str, list[str]]]:
    match fact:
        case TileDrawn():
            yield tiles, [str(fact.tile)]
        case OracleConsulted():
            yield tiles, [*fact.flipped]
        case MapDrawn():
            yield f"akrotiri/maps/{fact.deck}", [str(fact.card)]
        case GoalDrawn():
            yield "akrotiri/goals", [str(fact.goal)]
        case GoalsOpened():
            yield "akrotiri/goals", [*fact.goals]


@every_match
def test_every_match_ends_within_its_turn_limit(seed: int) -> None:
    """AKT-TURN-LIMIT."""
    *_, last = steps(seed, most=5_000)
    outcome = GAME.outcome(last.state)
    assert outcome is not None
    assert last.state.turn <= 100
    assert last.state.turn % 2 == 0
    for score in outcome.scores:
        assert score.total == sum(line.points for line in score.lines)
        assert {line.rule for line in score.lines} <= RULES
    assert outcome.decided_by in RULES
