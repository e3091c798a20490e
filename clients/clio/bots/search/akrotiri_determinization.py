"""Determinization of Akrotiri: samples hidden components consistently with what a seat knows."""

from collections.abc import Iterable
from random import Random

from msgspec.structs import replace

from clio.bots.search.determinization import DeterminizedChance, shuffled
from clio.games.akrotiri.data_validation import DIFFICULTIES
from clio.games.akrotiri.state import UNKNOWN, Player, State
from clio.games.akrotiri.visibility import difficulty_of
from clio.kernel.integrity.chance import Chance


def determinize(state: State, seat: int, rng: Random) -> tuple[State, Chance]:
    """Deals unseen tiles, maps and goals to the other seat; the rest forms the piles."""
    rival = state.players[1 - seat]
    rival, tiles = _tiles(state, rival, rng)
    rival, decks = _maps(state, rival, rng)
    rival, goals = _goals(state, rival, rng)
    players = (state.players[0], rival) if seat == 0 else (rival, state.players[1])
    return replace(state, players=players), DeterminizedChance({**tiles, **decks, **goals}, rng)


def _tiles(state: State, rival: Player, rng: Random) -> tuple[Player, dict[str, tuple[str, ...]]]:
    lying = {placed.tile for placed in state.archipelago.tiles.values()}
    seen = lying.union(state.discards, (player.tile for player in state.players if player.tile))
    hidden = [tile for tile in state.components.tiles if tile not in seen]
    pile = list(shuffled((tile for tile in hidden if tile in state.pile.content), rng))
    if rival.tile == UNKNOWN:
        # A tile that was drawn before the discards were shuffled is not in the new pile.
        older = [tile for tile in hidden if tile not in state.pile.content]
        rival = replace(rival, tile=older[0] if older else pile.pop())
    label = "akrotiri/tiles" if state.pile.shuffle == 1 else f"akrotiri/tiles#{state.pile.shuffle}"
    return rival, {label: _under(pile, state.pile.content)}


def _maps(state: State, rival: Player, rng: Random) -> tuple[Player, dict[str, tuple[str, ...]]]:
    seen = {temple.card for temple in state.temples}.union(*(player.maps for player in state.players))
    held = [card for card in rival.maps if UNKNOWN not in card]
    orders = {}
    for deck in DIFFICULTIES:
        cards = state.components.decks[deck]
        pile = list(shuffled((card for card in cards if card not in seen), rng))
        backs = sum(UNKNOWN in card and difficulty_of(card, state) == deck for card in rival.maps)
        held += [pile.pop() for _ in range(backs)]
        orders[f"akrotiri/maps/{deck}"] = _under(pile, cards)
    return replace(rival, maps=tuple(sorted(held))), orders


def _goals(state: State, rival: Player, rng: Random) -> tuple[Player, dict[str, tuple[str, ...]]]:
    seen = set(state.open_goals)
    for player in state.players:
        seen.update(player.secret_goals, player.shown_goals, player.choice)
    goals = tuple(state.components.goals)
    pile = list(shuffled((goal for goal in goals if goal not in seen), rng))
    secret = tuple(pile.pop() if goal == UNKNOWN else goal for goal in rival.secret_goals)
    choice = tuple(pile.pop() if goal == UNKNOWN else goal for goal in rival.choice)
    # Returned cards lie under the pile and are never drawn again: they count as drawn.
    undrawn = pile[: len(goals) - state.goals_drawn]
    return replace(rival, secret_goals=secret, choice=choice), {"akrotiri/goals": _under(undrawn, goals)}


def _under(pile: list[str], content: Iterable[str]) -> tuple[str, ...]:
    """A complete order: the items that have left the pile, then the pile."""
    return (*(item for item in content if item not in set(pile)), *pile)
