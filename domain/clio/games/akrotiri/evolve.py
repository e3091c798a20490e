"""Applies facts to the state: copies their outcomes and calls no rules. Unknown secrets become ``?``."""

from collections.abc import Callable
from typing import Any, Final, TypeVar

import msgspec
from msgspec.structs import replace

from clio.games.akrotiri import events
from clio.games.akrotiri.components import DATA_SETS
from clio.games.akrotiri.data_validation import COLOURS
from clio.games.akrotiri.state import OVER, TILE, UNKNOWN, Cube, Player, State, Temple, TilePile
from clio.kernel.game import GameEvent
from clio.kernel.limits import demand_pool

_Event = TypeVar("_Event", bound=GameEvent)
_CHANGES: Final[dict[type[GameEvent], Callable[[State, Any], State]]] = {}


def evolve(state: State | None, event: GameEvent) -> State:
    """The state after a fact."""
    if state is None:
        if isinstance(event, events.TableLaid):
            return _laid(event)
        raise TypeError(f"a match of Akrotiri does not begin with {type(event).__name__}")
    return _CHANGES[type(event)](state, event)


def _on(kind: type[_Event]) -> Callable[[Callable[[State, _Event], State]], Callable[[State, _Event], State]]:
    def register(change: Callable[[State, _Event], State]) -> Callable[[State, _Event], State]:
        _CHANGES[kind] = change
        return change

    return register


def _laid(event: events.TableLaid) -> State:
    player = Player(drachmas=event.drachmas)
    return State(
        data=event.data,
        variant=event.variant,
        turn_limit=event.turn_limit,
        first_seat=event.first_seat,
        archipelago=DATA_SETS[event.data].thera,
        players=(player, player),
        # In the order of the board: an event that was read from the record has sorted keys.
        market={colour: event.market[colour] for colour in sorted(event.market, key=_market_row)},
        map_piles={
            "easy": sum(event.easy.values()),
            "medium": sum(event.medium.values()),
            "hard": sum(event.hard.values()),
        },
        goals_drawn=0,
        goal_pile=sum(event.goals.values()),
        pile=TilePile(1, _listed(event.tiles), 0),
        seat=event.first_seat,
        step=TILE,
    )


def _market_row(colour: str) -> int:
    return COLOURS.index(colour) if colour in COLOURS else len(COLOURS)


def _listed(counts: dict[str, int]) -> tuple[str, ...]:
    demand_pool("the pile", counts)
    return tuple(name for name in sorted(counts) for _ in range(counts[name]))


def _seen(secret: str | msgspec.UnsetType, unknown: str = UNKNOWN) -> str:
    return unknown if secret is msgspec.UNSET else secret


def _with_player(state: State, seat: int, **changes: object) -> tuple[Player, Player]:
    player = replace(state.players[seat], **changes)
    return (player, state.players[1]) if seat == 0 else (state.players[0], player)


def _without(items: tuple[str, ...], item: str, unknown: str) -> tuple[str, ...]:
    """Removes an item, or an unknown one if the item is not in the list."""
    place = items.index(item if item in items else unknown)
    return items[:place] + items[place + 1 :]


def _drawn(pile: TilePile, tiles: int) -> TilePile:
    return TilePile(pile.shuffle, pile.content, pile.drawn + tiles)


@_on(events.StepStarted)
def _(state: State, event: events.StepStarted) -> State:
    return replace(state, seat=event.seat, step=event.step, actions=event.actions)


@_on(events.TileDrawn)
def _(state: State, event: events.TileDrawn) -> State:
    players = _with_player(state, event.seat, tile=_seen(event.tile), tile_shown=False)
    return replace(state, players=players, pile=_drawn(state.pile, 1))


@_on(events.MapDrawn)
def _(state: State, event: events.MapDrawn) -> State:
    card = _seen(event.card, f"{event.deck}-{UNKNOWN}")
    players = _with_player(state, event.seat, maps=tuple(sorted((*state.players[event.seat].maps, card))))
    return replace(state, players=players, map_piles={**state.map_piles, event.deck: state.map_piles[event.deck] - 1})


@_on(events.GoalDrawn)
def _(state: State, event: events.GoalDrawn) -> State:
    choice = (*state.players[event.seat].choice, _seen(event.goal))
    return replace(
        state,
        players=_with_player(state, event.seat, choice=choice),
        goals_drawn=state.goals_drawn + 1,
        goal_pile=state.goal_pile - 1,
    )


@_on(events.GoalKept)
def _(state: State, event: events.GoalKept) -> State:
    goals = (*state.players[event.seat].secret_goals, _seen(event.goal))
    return replace(
        state,
        players=_with_player(state, event.seat, secret_goals=goals, choice=()),
        goal_pile=state.goal_pile + 1,
    )


@_on(events.GoalsOpened)
def _(state: State, event: events.GoalsOpened) -> State:
    count = len(event.goals)
    return replace(
        state,
        open_goals=event.goals,
        goals_drawn=state.goals_drawn + count,
        goal_pile=state.goal_pile - count,
    )


@_on(events.GoalTaken)
def _(state: State, event: events.GoalTaken) -> State:
    goals = (*state.players[event.seat].shown_goals, event.goal)
    return replace(
        state,
        players=_with_player(state, event.seat, shown_goals=goals),
        open_goals=tuple(goal for goal in state.open_goals if goal != event.goal),
    )


@_on(events.TilePlayed)
def _(state: State, event: events.TilePlayed) -> State:
    cell = (event.x, event.y)
    return replace(
        state,
        archipelago=state.components.map_with(state.archipelago, cell, event.tile, event.rotation),
        players=_with_player(state, event.seat, tile=None, tile_shown=False),
        last_cell=cell,
    )


@_on(events.CubePlaced)
def _(state: State, event: events.CubePlaced) -> State:
    return replace(
        state,
        cubes=(*state.cubes, Cube(event.colour, event.x, event.y, event.corner)),
        market={**state.market, event.colour: state.market[event.colour] - 1},
    )


@_on(events.BoatDocked)
def _(state: State, event: events.BoatDocked) -> State:
    return replace(state, players=_with_player(state, event.seat, boat=event.dock))


@_on(events.TurnStarted)
def _(state: State, event: events.TurnStarted) -> State:
    return replace(state, seat=event.seat, turn=event.turn, free_move=False, oracle_used=False, last_cell=None)


@_on(events.BoatMoved)
def _(state: State, event: events.BoatMoved) -> State:
    return replace(
        state,
        players=_with_player(state, event.seat, boat=event.dock),
        actions=event.actions,
        free_move=event.free_move,
    )


@_on(events.CubesLoaded)
def _(state: State, event: events.CubesLoaded) -> State:
    ashore = list(state.cubes)
    for cube in event.cubes:
        ashore.remove(cube)
    cargo = tuple(sorted((*state.players[event.seat].cargo, *(cube.colour for cube in event.cubes))))
    return replace(
        state,
        players=_with_player(state, event.seat, cargo=cargo),
        cubes=tuple(ashore),
        actions=event.actions,
        free_move=False,
    )


@_on(events.CubeUnloaded)
def _(state: State, event: events.CubeUnloaded) -> State:
    return replace(
        state,
        players=_with_player(state, event.seat, cargo=_cargo_without(state, event.seat, event.colour)),
        cubes=(*state.cubes, Cube(event.colour, event.x, event.y, event.corner)),
        free_move=False,
    )


@_on(events.CubeSold)
def _(state: State, event: events.CubeSold) -> State:
    player = state.players[event.seat]
    return replace(
        state,
        players=_with_player(
            state,
            event.seat,
            cargo=_cargo_without(state, event.seat, event.colour),
            drachmas=player.drachmas + event.drachmas,
        ),
        market={**state.market, event.colour: state.market[event.colour] + 1},
        free_move=False,
    )


def _cargo_without(state: State, seat: int, colour: str) -> tuple[str, ...]:
    return _without(state.players[seat].cargo, colour, colour)


@_on(events.MapsBought)
def _(state: State, event: events.MapsBought) -> State:
    purse = state.players[event.seat].drachmas - event.drachmas
    return replace(
        state, players=_with_player(state, event.seat, drachmas=purse), actions=event.actions, free_move=False
    )


@_on(events.OracleConsulted)
def _(state: State, event: events.OracleConsulted) -> State:
    return replace(
        state,
        players=_with_player(state, event.seat, tile=event.kept, tile_shown=True),
        pile=_drawn(state.pile, len(event.flipped)),
        discards=state.discards + event.flipped[:-1],
        actions=event.actions,
        free_move=False,
        oracle_used=True,
    )


@_on(events.TempleExcavated)
def _(state: State, event: events.TempleExcavated) -> State:
    player = state.players[event.seat]
    unknown = f"{state.components.maps[event.card].difficulty}-{UNKNOWN}"
    return replace(
        state,
        players=_with_player(
            state,
            event.seat,
            drachmas=player.drachmas - event.drachmas,
            maps=_without(player.maps, event.card, unknown),
            temples=event.temple,
        ),
        temples=(*state.temples, Temple(event.seat, event.card, event.x, event.y, event.corner)),
        actions=event.actions,
        free_move=False,
    )


@_on(events.LastRoundCalled)
def _(state: State, event: events.LastRoundCalled) -> State:
    del event
    return replace(state, last_round=True)


@_on(events.TilesReshuffled)
def _(state: State, event: events.TilesReshuffled) -> State:
    return replace(state, pile=TilePile(event.shuffle, _listed(event.tiles), 0), discards=())


@_on(events.GoalsRevealed)
def _(state: State, event: events.GoalsRevealed) -> State:
    return replace(state, players=_with_player(state, event.seat, secret_goals=(), shown_goals=event.goals))


@_on(events.GameEnded)
def _(state: State, event: events.GameEnded) -> State:
    return replace(state, step=OVER, ending=event.reason)
