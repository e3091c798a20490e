"""Tables to put tests on: any state, and a bag whose next tiles are known."""

from collections.abc import Mapping, Sequence

from clio.games.amphipolis.components import COMPONENTS, FINDINGS
from clio.games.amphipolis.events import TilesDrawn
from clio.games.amphipolis.evolve import evolve
from clio.games.amphipolis.game import GAME
from clio.games.amphipolis.moves import Move
from clio.games.amphipolis.state import BIT, Counts, Phase, State
from clio.kernel.game import GameEvent
from clio.kernel.integrity.chance import Chance
from clio.kernel.rejection import Rejection
from tests.kit.rigged_chance import RiggedChance

OPENING = ("mosaic-red", "caryatid", "amphora-red", "skeleton-large-upper")
QUIET = ("mosaic-green", "sphinx", "amphora-blue", "skeleton-small-lower") * 10
FOUR_OF_EACH = dict.fromkeys(FINDINGS, 4)


def counts(tiles: Mapping[str, int]) -> Counts:
    assert set(tiles) <= set(FINDINGS)
    return tuple(tiles.get(kind, 0) for kind in FINDINGS)


def table(  # noqa: PLR0913 - a table has many parts, and each test names the few it is about
    seats: int = 2,
    *,
    seat: int = 0,
    phase: Phase = "take",
    chosen: str = "",
    site: Mapping[str, int] = FOUR_OF_EACH,
    entrance: int = 0,
    set_aside: int | None = None,
    held: Sequence[Mapping[str, int]] = (),
    robber: Mapping[str, int] | None = None,
    used: Sequence[str] = (),
    retired: tuple[int, ...] = (),
) -> State:
    """A match in its first turn; ``used`` are the characters that the seat to move has used."""
    hands = [counts(tiles) for tiles in held] + [counts({})] * (seats - len(held))
    teams = [15] * seats
    teams[seat] -= sum(BIT[name] for name in used)
    return State(
        seats=seats,
        first_seat=0,
        opening=OPENING,
        turn=1,
        seat=seat,
        phase=phase,
        chosen=chosen,
        site=counts(site),
        entrance=entrance,
        set_aside=COMPONENTS.tables[seats - 1].landslides_set_aside if set_aside is None else set_aside,
        drawn=4,
        collections=tuple(hands),
        robber=counts(robber or {}),
        characters=tuple(teams),
        retired=retired,
    )


def bag(*tiles: str) -> Chance:
    """Chance whose bag gives these tiles from the second turn on, and harmless ones after them."""
    return RiggedChance({"amphipolis/bag": (*QUIET[:4], *tiles, *QUIET)})


def played(state: State, move: Move, chance: Chance | None = None) -> State:
    """The state after a legal move."""
    events = facts(state, move, chance)
    for event in events:
        state = evolve(state, event)
    return state


def facts(state: State, move: Move, chance: Chance | None = None) -> tuple[GameEvent, ...]:
    """The facts of a legal move."""
    decision = GAME.decide(state, state.seat, move, chance or bag())
    assert not isinstance(decision, Rejection), decision.sentence
    assert move in GAME.legal_moves(state, state.seat)
    return decision


def refused(state: State, move: Move, seat: int | None = None) -> str:
    """The rule that forbids a move; the move is not listed either."""
    seat = state.seat if seat is None else seat
    decision = GAME.decide(state, seat, move, bag())
    assert isinstance(decision, Rejection)
    assert decision.sentence
    assert move not in GAME.legal_moves(state, seat)
    return decision.rule


def batch(*tiles: str, seat: int, turn: int = 2, covered: int, aside: int, ends: bool = False) -> TilesDrawn:
    """The fact of a draw."""
    return TilesDrawn(
        seat=seat, turn=turn, tiles=tiles, entrance_covered=covered, landslides_set_aside=aside, turn_ends=ends
    )
