"""Akros: implements the kernel's interface ``Game``."""

from collections.abc import Sequence
from typing import ClassVar, Final

import msgspec

from clio.games.akros import events, legal_moves, notation, position, rules, scoring
from clio.games.akros.automatic_events import settle
from clio.games.akros.board import IFRIT, JINN
from clio.games.akros.component_list import component_sets
from clio.games.akros.components import BOARD_FILES, BOARDS, STANDARD
from clio.games.akros.draw_table import DRAWS
from clio.games.akros.evolve import evolve
from clio.games.akros.moves import Keep, Move, Place
from clio.games.akros.score_details import DETAILS, SENTENCES
from clio.games.akros.state import State
from clio.games.akros.view import View, view
from clio.kernel.component_set import ComponentSet
from clio.kernel.component_usage import ComponentUse
from clio.kernel.game import DataSet, Game, GameEvent, Option, Options, Viewpoint
from clio.kernel.integrity.chance import Chance
from clio.kernel.integrity.draw_table import Draw
from clio.kernel.outcome import Outcome, SeatScore
from clio.kernel.rejection import Rejection
from clio.kernel.rulebook import Rulebook, load_rulebook

SEAT_0_JINN: Final = "seat-0-jinn"
RANDOM: Final = "random"


class Akros(Game[State, Move]):
    """Two players: Jinn, whose servants fly, and Ifrit, whose servants step and contest what they surround."""

    name: ClassVar[str] = "akros"
    title: ClassVar[str] = "Akros"
    built_in: ClassVar[bool] = True
    designers: ClassVar[tuple[str, ...]] = ("Emanuele Briano",)
    publisher: ClassVar[str] = "GateOnGames"
    year: ClassVar[int] = 2020
    rules_version: ClassVar[str] = "1"
    score_details = DETAILS
    score_sentences = SENTENCES
    seats: ClassVar[tuple[int, ...]] = (2,)
    options: ClassVar[tuple[Option, ...]] = (
        Option("board", STANDARD, tuple(BOARDS), "The board to play on."),
        Option("sides", SEAT_0_JINN, (SEAT_0_JINN, RANDOM), "Who plays Jinn: seat 0, or a seat drawn by chance."),
    )
    moves: ClassVar[tuple[type[msgspec.Struct], ...]] = (Keep, Place)
    events: ClassVar[tuple[type[GameEvent], ...]] = (
        events.BoardLaid,
        events.TilesDrawn,
        events.BagRemoved,
        events.PileTaken,
        events.TileKept,
        events.TileDiscarded,
        events.TilePlaced,
        events.TileRemoved,
    )
    rulebook: ClassVar[Rulebook] = load_rulebook("clio.games.akros")
    draws: ClassVar[tuple[Draw, ...]] = DRAWS
    reconstructed: ClassVar[tuple[str, ...]] = tuple(
        sentence for file in BOARD_FILES.values() for sentence in file.reconstructed()
    )

    def data(self, options: Options) -> DataSet:
        """The chosen board file."""
        layout = BOARDS[options["board"]].layout
        return DataSet(name=layout.name, digest=layout.digest)

    def component_sets(self) -> tuple[ComponentSet, ...]:
        """Every board with its tiles and servants."""
        return component_sets(self.rulebook)

    def setup(self, options: Options, seats: int, chance: Chance) -> tuple[GameEvent, ...]:
        """The board with its servants, and the first three tiles."""
        del seats
        jinn = chance.below("akros/sides", 2) if options["sides"] == RANDOM else 0
        layout = BOARDS[options["board"]].layout
        laid = events.BoardLaid(
            board=layout.name,
            digest=layout.digest,
            jinn=jinn,
            ifrit=1 - jinn,
            regions=layout.regions,
            jinn_servants=layout.jinn,
            ifrit_servants=layout.ifrit,
            pool=dict(layout.pool),
        )
        return settle(None, laid, chance)[0]

    def to_move(self, state: State) -> tuple[int, ...]:
        """The seat whose choice it is."""
        return legal_moves.to_move(state)

    def legal_moves(self, state: State, seat: int) -> Sequence[Move]:
        """Every legal move of the seat."""
        return legal_moves.legal_moves(state, seat)

    def decide(self, state: State, seat: int, move: Move, chance: Chance) -> tuple[GameEvent, ...] | Rejection:
        """The facts that follow from a move, or the rule that forbids it."""
        played = rules.play(state, seat, move, chance)
        return played if isinstance(played, Rejection) else played[0]

    def play(
        self, state: State, seat: int, move: Move, chance: Chance
    ) -> tuple[tuple[GameEvent, ...], State] | Rejection:
        """Facts and state together: finding the automatic events computes the state anyway."""
        return rules.play(state, seat, move, chance)

    def evolve(self, state: State | None, event: GameEvent) -> State:
        """The state after a fact."""
        return evolve(state, event)

    def view(self, state: State, viewpoint: Viewpoint) -> View:
        """The view, the same for every viewpoint."""
        del viewpoint
        return view(state)

    def outcome(self, state: State) -> Outcome | None:
        """Merits and the winner after the ninth turn."""
        return scoring.outcome(state)

    def scores(self, state: State, viewpoint: Viewpoint) -> tuple[SeatScore, ...]:
        """Merits as if the game ended now."""
        del viewpoint
        return scoring.standings(state)

    def sides(self, event: GameEvent) -> tuple[str, ...]:
        """The sides, which the first fact assigns."""
        if not isinstance(event, events.BoardLaid):
            return ()
        return (JINN, IFRIT) if event.jinn == 0 else (IFRIT, JINN)

    def uses(self, event: GameEvent) -> tuple[ComponentUse, ...]:
        """A placed tile and the height of its stack."""
        if not isinstance(event, events.TilePlaced):
            return ()
        return (ComponentUse("tile", event.tile, event.seat, event.height),)

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


GAME: Final = Akros()
