"""Amphipolis: implements the kernel's interface ``Game``."""

from typing import ClassVar, Final

import msgspec

from clio.games.amphipolis import automatic_events, evolve, legal_moves, notation, outcome, position, rules, scoring
from clio.games.amphipolis.component_list import component_sets
from clio.games.amphipolis.components import DATA_SET, DIGEST
from clio.games.amphipolis.draw_table import DRAWS
from clio.games.amphipolis.events import (
    CharacterUsed,
    RobberStruck,
    SeatRetired,
    SiteClosed,
    SiteOpened,
    TilesDrawn,
    TilesTaken,
    TurnEnded,
    TurnPassed,
)
from clio.games.amphipolis.moves import (
    EndTurn,
    Move,
    PassTurn,
    Take,
    UseArchaeologist,
    UseAssistant,
    UseDigger,
    UseProfessor,
)
from clio.games.amphipolis.rulings import CURRENT, VERSIONS, Rulings
from clio.games.amphipolis.score_details import DETAILS, SENTENCES
from clio.games.amphipolis.state import State
from clio.games.amphipolis.view import View, view
from clio.kernel.component_set import ComponentSet
from clio.kernel.component_usage import ComponentUse
from clio.kernel.game import DataSet, Game, GameEvent, Option, Options, Viewpoint
from clio.kernel.integrity.chance import Chance
from clio.kernel.outcome import Outcome, SeatScore
from clio.kernel.rejection import Rejection
from clio.kernel.rulebook import load_rulebook


class Amphipolis(Game[State, Move]):
    """Save findings from a tomb, each turn from one area, before landslides close it."""

    name = "amphipolis"
    title = "Amphipolis"
    built_in: ClassVar[bool] = True
    designers = ("Reiner Knizia",)
    publisher = "Desyllas Games"
    year = 2015
    rules_version = CURRENT
    earlier_rules = tuple(version for version in VERSIONS if version != CURRENT)
    rulings: ClassVar[Rulings] = VERSIONS[CURRENT]
    score_details = DETAILS
    score_sentences = SENTENCES
    seats = (1, 2, 3, 4)
    options = (
        Option(
            name="first_seat",
            default=automatic_events.RANDOM,
            values=(automatic_events.RANDOM, "0", "1", "2", "3"),
            help="Who plays first: drawn from the match's chance, or the seat of that number.",
        ),
    )
    moves: ClassVar[tuple[type[msgspec.Struct], ...]] = (
        Take,
        PassTurn,
        UseAssistant,
        UseArchaeologist,
        UseDigger,
        UseProfessor,
        EndTurn,
    )
    events: ClassVar[tuple[type[GameEvent], ...]] = (
        SiteOpened,
        TilesDrawn,
        TilesTaken,
        TurnPassed,
        CharacterUsed,
        TurnEnded,
        RobberStruck,
        SeatRetired,
        SiteClosed,
    )
    rulebook = load_rulebook("clio.games.amphipolis")
    draws = DRAWS
    reconstructed = ()

    def under(self, version: str) -> "Amphipolis":
        """The game with the rules of a version; with the current ones where it is not known."""
        return _BY_VERSION.get(version, GAME)

    def data(self, options: Options) -> DataSet:
        """The only data set."""
        del options
        return DataSet(name=DATA_SET, digest=DIGEST)

    def component_sets(self) -> tuple[ComponentSet, ...]:
        """The only data set."""
        return component_sets(self.rulebook)

    def check_options(self, options: Options, seats: int) -> Rejection | None:
        """The first seat must be at the table."""
        wanted = options["first_seat"]
        if wanted != automatic_events.RANDOM and int(wanted) >= seats:
            params = {"seat": int(wanted), "seats": seats}
            return Rejection("AMP-FIRST-SEAT", "Seat {seat} cannot begin a match of {seats} seats.", params)
        return None

    def setup(self, options: Options, seats: int, chance: Chance) -> tuple[GameEvent, ...]:
        """The site opened and the first seat's draw."""
        return automatic_events.open_site(options, seats, chance)

    def to_move(self, state: State) -> tuple[int, ...]:
        """The seat whose turn it is."""
        return (state.seat,) if state.phase in {"take", "character"} else ()

    def legal_moves(self, state: State, seat: int) -> tuple[Move, ...]:
        """Every legal move of the seat."""
        return legal_moves.legal_moves(state) if seat == state.seat else ()

    def decide(self, state: State, seat: int, move: Move, chance: Chance) -> tuple[GameEvent, ...] | Rejection:
        """The facts that follow from a move, or the rule that forbids it."""
        return rules.decide(state, seat, move, chance)

    def evolve(self, state: State | None, event: GameEvent) -> State:
        """The state after a fact."""
        return evolve.evolve(state, event)

    def view(self, state: State, viewpoint: Viewpoint) -> View:
        """The view, the same for every viewpoint."""
        del viewpoint
        return view(state, self.rulings)

    def outcome(self, state: State) -> Outcome | None:
        """Scores and winners once the site is closed."""
        return outcome.outcome(state, self.rulings)

    def scores(self, state: State, viewpoint: Viewpoint) -> tuple[SeatScore, ...]:
        """The scores as if the site closed now, the same for every viewpoint."""
        del viewpoint
        return scoring.standings(state, self.rulings)

    def uses(self, event: GameEvent) -> tuple[ComponentUse, ...]:
        """An area taken from or a character used, and the tiles it gave."""
        match event:
            case TilesTaken(seat=seat, area=area, tiles=tiles):
                return (ComponentUse("area", area, seat, len(tiles)),)
            case CharacterUsed(seat=seat, character=character, tiles=tiles):
                return (ComponentUse("character", character, seat, len(tiles)),)
            case _:
                return ()

    def retire(self, state: State, seat: int, chance: Chance) -> tuple[GameEvent, ...] | None:
        """The facts after which the others play on when a seat resigns."""
        return rules.retire(state, seat, chance)

    def format_move(self, move: Move) -> str:
        """The move in notation."""
        return notation.format_move(move)

    def parse_move(self, text: str) -> Move | Rejection:
        """Parses a move."""
        return notation.parse_move(text)

    def format_position(self, state: State, viewpoint: Viewpoint) -> str:
        """The position in notation, the same for every viewpoint."""
        del viewpoint
        return position.format_position(state)

    def parse_position(self, text: str) -> State | Rejection:
        """Parses a position."""
        return position.parse_position(text)


class FirstAmphipolis(Amphipolis):
    """Rules version 1."""

    rules_version = "1"
    rulings = VERSIONS["1"]


GAME: Final = Amphipolis()
_BY_VERSION: Final[dict[str, Amphipolis]] = {game.rules_version: game for game in (FirstAmphipolis(), GAME)}
