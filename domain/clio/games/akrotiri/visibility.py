"""Visibility: the state that a viewpoint knows, with ``?`` in place of secrets."""

from msgspec.structs import replace

from clio.games.akrotiri.state import UNKNOWN, Player, State
from clio.kernel.game import EVERYTHING, Viewpoint


def visible_state(state: State, viewpoint: Viewpoint) -> State:
    """The state as the viewpoint knows it."""
    if viewpoint == EVERYTHING:
        return state
    first, second = state.players
    return replace(
        state,
        players=(
            first if viewpoint == 0 else _from_outside(first, state),
            second if viewpoint == 1 else _from_outside(second, state),
        ),
    )


def _from_outside(player: Player, state: State) -> Player:
    """A player as the others see it: backs of cards; a tile from the oracle is known."""
    return replace(
        player,
        tile=player.tile if player.tile is None or player.tile_shown else UNKNOWN,
        maps=tuple(sorted(unknown_card(card, state) for card in player.maps)),
        secret_goals=(UNKNOWN,) * len(player.secret_goals),
        choice=(UNKNOWN,) * len(player.choice),
    )


def unknown_card(card: str, state: State) -> str:
    """The back of a map card, which shows its difficulty."""
    return f"{difficulty_of(card, state)}-{UNKNOWN}"


def difficulty_of(card: str, state: State) -> str:
    """The difficulty of a map card, known or not."""
    known = state.components.maps.get(card)
    return known.difficulty if known else card.removesuffix(f"-{UNKNOWN}")
