"""Akrotiri: implements the kernel's interface ``Game``."""

from collections.abc import Sequence
from typing import ClassVar, Final

from clio.games.akrotiri import events, moves
from clio.games.akrotiri.automatic_events import open_table
from clio.games.akrotiri.component_list import component_sets
from clio.games.akrotiri.components import DATA_SETS, STANDARD
from clio.games.akrotiri.draw_table import DRAWS
from clio.games.akrotiri.evolve import evolve
from clio.games.akrotiri.legal_moves import legal_moves
from clio.games.akrotiri.moves import AkrotiriMove
from clio.games.akrotiri.notation import format_move, parse_move
from clio.games.akrotiri.position import format_position, parse_position
from clio.games.akrotiri.rules import decide
from clio.games.akrotiri.rulings import CURRENT, VERSIONS, Rulings
from clio.games.akrotiri.score_details import DETAILS, SENTENCES
from clio.games.akrotiri.scoring import outcome, score_of
from clio.games.akrotiri.state import OVER, STRATEGIST, UNKNOWN, State
from clio.games.akrotiri.view import View
from clio.games.akrotiri.view_builder import build_view
from clio.games.akrotiri.visibility import visible_state
from clio.kernel.component_set import ComponentSet
from clio.kernel.component_usage import ComponentUse
from clio.kernel.game import DataSet, Game, GameEvent, Option, Options, Viewpoint
from clio.kernel.integrity.chance import Chance
from clio.kernel.outcome import Outcome, SeatScore
from clio.kernel.rejection import Rejection
from clio.kernel.rulebook import load_rulebook

SEATS: Final = 2


class Akrotiri(Game[State, AkrotiriMove]):
    """Two explorers with hidden hands."""

    name = "akrotiri"
    title = "Akrotiri"
    built_in: ClassVar[bool] = True
    designers = ("Jay Cormier", "Sen-Foong Lim")
    publisher = "Z-Man Games"
    year = 2014
    rules_version = CURRENT
    earlier_rules = tuple(version for version in VERSIONS if version != CURRENT)
    rulings: ClassVar[Rulings] = VERSIONS[CURRENT]
    score_details = DETAILS
    score_sentences = SENTENCES
    seats = (SEATS,)
    options = (
        Option("data", STANDARD, tuple(DATA_SETS), "The components to play with."),
        Option("first_seat", "random", ("random", "0", "1"), "The seat that plays first."),
        Option(
            "turn_limit",
            "100",
            ("none", "100", "200", "400"),
            "Turns of both seats together after which the match is scored as it stands; not a rule of the game.",
        ),
        Option("variant", "base", ("base", STRATEGIST), "In the strategist variant five goal cards lie open."),
    )
    moves = (
        moves.PlayTile,
        moves.PlaceCube,
        moves.KeepGoal,
        moves.TakeGoal,
        moves.DockBoat,
        moves.Sail,
        moves.Portage,
        moves.PassBoat,
        moves.Load,
        moves.Unload,
        moves.Sell,
        moves.BuyMaps,
        moves.ConsultOracle,
        moves.Excavate,
        moves.EndTurn,
    )
    events: ClassVar[tuple[type[GameEvent], ...]] = (
        events.TableLaid,
        events.StepStarted,
        events.TileDrawn,
        events.MapDrawn,
        events.GoalDrawn,
        events.GoalKept,
        events.GoalsOpened,
        events.GoalTaken,
        events.TilePlayed,
        events.CubePlaced,
        events.BoatDocked,
        events.TurnStarted,
        events.BoatMoved,
        events.CubesLoaded,
        events.CubeUnloaded,
        events.CubeSold,
        events.MapsBought,
        events.OracleConsulted,
        events.TempleExcavated,
        events.LastRoundCalled,
        events.TilesReshuffled,
        events.GoalsRevealed,
        events.GameEnded,
    )
    rulebook = load_rulebook("clio.games.akrotiri")
    draws = DRAWS
    reconstructed = DATA_SETS[STANDARD].reconstructed

    def under(self, version: str) -> "Akrotiri":
        """The game with the rules of a version; with the current ones where it is not known."""
        return _BY_VERSION.get(version, GAME)

    def data(self, options: Options) -> DataSet:
        """The data set that the option names."""
        components = DATA_SETS[options["data"]]
        return DataSet(components.name, components.digest)

    def component_sets(self) -> tuple[ComponentSet, ...]:
        """Every data set with its tiles, cards and boards."""
        return component_sets(self.rulebook)

    def setup(self, options: Options, seats: int, chance: Chance) -> tuple[GameEvent, ...]:
        """The components on the table, and the first player's tile."""
        del seats
        components = DATA_SETS[options["data"]]
        first = options["first_seat"]
        limit = options["turn_limit"]
        decks = {deck: dict.fromkeys(sorted(cards), 1) for deck, cards in components.decks.items()}
        laid = events.TableLaid(
            data=components.name,
            variant=options["variant"],
            turn_limit=0 if limit == "none" else int(limit),
            first_seat=chance.below("order", SEATS) if first == "random" else int(first),
            drachmas=components.drachmas,
            tiles=dict.fromkeys(sorted(components.tiles), 1),
            easy=decks["easy"],
            medium=decks["medium"],
            hard=decks["hard"],
            goals=dict.fromkeys(sorted(components.goals), 1),
            market={colour: len(squares) for colour, squares in components.squares.items()},
        )
        return open_table(laid, chance)

    def to_move(self, state: State) -> tuple[int, ...]:
        """The one seat whose turn it is."""
        return () if state.step == OVER else (state.seat,)

    def legal_moves(self, state: State, seat: int) -> Sequence[AkrotiriMove]:
        """Every legal move of the seat."""
        return legal_moves(state, seat)

    def decide(self, state: State, seat: int, move: AkrotiriMove, chance: Chance) -> tuple[GameEvent, ...] | Rejection:
        """The facts that follow from a move, or the rule that forbids it."""
        if seat != state.seat:
            return Rejection("AKT-TURN", "It is the other player's turn.")
        return decide(state, move, chance, self.rulings)

    def evolve(self, state: State | None, event: GameEvent) -> State:
        """The state after a fact."""
        return evolve(state, event)

    def known_state(self, state: State, viewpoint: Viewpoint) -> State:
        """The state with ``?`` in place of what the other seat hides."""
        return visible_state(state, viewpoint)

    def shows_unknown(self, event: GameEvent) -> bool:
        """Goal cards are revealed at the end."""
        return isinstance(event, events.GoalsRevealed) and UNKNOWN in event.goals

    def view(self, state: State, viewpoint: Viewpoint) -> View:
        """The view of a viewpoint."""
        return build_view(state, viewpoint)

    def outcome(self, state: State) -> Outcome | None:
        """The result once the last round is over."""
        return outcome(state)

    def scores(self, state: State, viewpoint: Viewpoint) -> tuple[SeatScore, ...]:
        """The points as if the game ended now, without the goal cards that the viewpoint does not know."""
        known = visible_state(state, viewpoint)
        return tuple(score_of(known, seat) for seat in range(SEATS))

    def uses(self, event: GameEvent) -> tuple[ComponentUse, ...]:
        """A map card dug out for its points, a cube sold for its drachmas, an oracle asked for its tiles."""
        match event:
            case events.TempleExcavated(seat=seat, card=card, points=points):
                return (ComponentUse("map", card, seat, points),)
            case events.CubeSold(seat=seat, colour=colour, drachmas=drachmas):
                return (ComponentUse("cube", colour, seat, drachmas),)
            case events.OracleConsulted(seat=seat, terrain=terrain, flipped=flipped):
                return (ComponentUse("oracle", terrain, seat, len(flipped)),)
            case _:
                return ()

    def is_secret(self, move: AkrotiriMove) -> bool:
        """Keeping a goal card is secret, because the move names the card."""
        return isinstance(move, moves.KeepGoal)

    def format_move(self, move: AkrotiriMove) -> str:
        """The move in notation."""
        return format_move(move)

    def parse_move(self, text: str) -> AkrotiriMove | Rejection:
        """Parses a move."""
        return parse_move(text)

    def format_position(self, state: State, viewpoint: Viewpoint) -> str:
        """The position in notation."""
        return format_position(state, viewpoint)

    def parse_position(self, text: str) -> State | Rejection:
        """Parses a position."""
        return parse_position(text)


class FirstAkrotiri(Akrotiri):
    """Rules version 1."""

    rules_version = "1"
    rulings = VERSIONS["1"]


GAME: Final = Akrotiri()
_BY_VERSION: Final[dict[str, Akrotiri]] = {game.rules_version: game for game in (FirstAkrotiri(), GAME)}
