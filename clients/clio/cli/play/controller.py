"""Controller of a match for one seat: its view, its choices and its moves."""

import time
from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import aclosing, asynccontextmanager
from dataclasses import replace
from enum import Enum, auto
from pathlib import Path
from typing import Final

from clio.cli.boards.board import board_canvas
from clio.cli.boards.registry import last_marks, renderer_of
from clio.cli.i18n.translate import gettext_noop, t
from clio.cli.play.choice import Choice
from clio.cli.play.hints import hint
from clio.cli.render.canvas import Canvas
from clio.cli.render.options import Marks, RenderOptions
from clio.cli.text.event_sentences import event_sentence
from clio.cli.text.match_text import names_of, turn_in_words
from clio.cli.text.preview_text import preview_sentences
from clio.client.client import Client
from clio.client.errors import ClioError, IllegalMoveError, NotFoundError
from clio.client.record_file import write_record
from clio.client.watcher import Sighting
from clio.v1.components_pb2 import Components
from clio.v1.event_pb2 import Event, Opening
from clio.v1.fair_play_pb2 import Agreement
from clio.v1.game_pb2 import Rule
from clio.v1.match_pb2 import Match, MatchStatus
from clio.v1.match_service_pb2 import PreviewMoveResponse
from clio.v1.move_pb2 import Move
from clio.v1.outcome_pb2 import SeatScore
from clio.v1.view_pb2 import View

NO_HINTS: Final = gettext_noop("Hints are only available in matches against bots.")
OVER: Final = (MatchStatus.MATCH_STATUS_FINISHED, MatchStatus.MATCH_STATUS_ABORTED)


class Opponents(Enum):
    """Who plays the other seats."""

    PEOPLE = auto()
    """Somebody may be rated by the match: no hints."""
    BOTS = auto()
    """Bots only, on the player's own server, or nobody."""


class PlayController:
    """Holds the latest view of the match; ``refresh`` fetches it from the server."""

    def __init__(self, client: Client, match_id: str, seat: int, token: str, opponents: Opponents) -> None:
        self._client: Final = client
        self.opponents: Final = opponents
        self.match_id: Final = match_id
        self.seat: Final = seat
        self._handle: Final = client.seat(match_id, token, seat)
        self.view = View()
        self.events: list[Event] = []
        self.openings: dict[tuple[int, str], Opening] = {}
        self.choice = Choice(())
        self.components: Components | None = None
        self.scores: list[SeatScore] = []
        self.rules: Mapping[str, Rule] = {}
        self.taken_at = 0.0
        """When the latest view came, by the monotonic clock: running clocks have less time by now."""
        self._preview: tuple[str, PreviewMoveResponse] | None = None
        self._seq = 0

    @property
    def match(self) -> Match:
        """The match as of the latest view."""
        return self.view.match

    @property
    def names(self) -> dict[int, str]:
        """Player names by seat."""
        return names_of(self.match)

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self.match.status in OVER

    @property
    def my_turn(self) -> bool:
        """Whether it is this seat's turn."""
        return bool(self.choice.options()) or self.choice.move is not None

    async def refresh(self) -> None:
        """Fetches the view, and the legal moves if it is this seat's turn."""
        await self._take(await self._handle.view(), is_refresh=True)

    async def take_view(self, view: View) -> None:
        """Takes over a newer view. While its moves are fetched the player may have chosen from them already."""
        await self._take(view, is_refresh=False)

    async def _take(self, view: View, *, is_refresh: bool) -> None:
        """Takes over a view, with the points and, if it is this seat's turn, the legal moves."""
        if self.components is None:
            self.components = await self._fetch_components(view.match)
        if not self.rules:
            await self._fetch_rules(view.match.game)
        choice, seq, scores = Choice(()), 0, self.scores
        if view.match.HasField("outcome"):
            scores = list(view.match.outcome.scores)
        elif view.WhichOneof("game") is not None:
            scores = list((await self._handle.scores()).scores)
        if self.seat in view.match.to_move and view.match.status not in OVER:
            legal = await self._handle.list_legal_moves().first_page()
            choice, seq = Choice(legal.moves), legal.seq
        if view.match.seq > self.match.seq or (is_refresh and view.match.seq == self.match.seq):
            self.view, self.choice, self._seq, self.scores, self._preview = view, choice, seq, scores, None
            self.taken_at = time.monotonic()

    async def _fetch_components(self, match: Match) -> Components | None:
        try:
            return await self._client.get_components(match.game, digest=match.data_digest)
        except NotFoundError:
            return None

    async def _fetch_rules(self, game: str) -> None:
        known = await self._client.get_game(game)
        self.rules = {rule.rule: rule for rule in [*known.rules, *known.shared_rules]}

    async def preview(self) -> None:
        """Asks the server what the chosen move would do; without an answer the board stays as it is."""
        move = self.choice.move
        if move is None or (self._preview is not None and self._preview[0] == move.notation):
            return
        answer = await self._handle.preview(move.notation, expected_seq=self._seq)
        self._preview = (move.notation, answer)

    async def send(self, move: Move) -> None:
        """Plays a move; refused if the match has changed since the latest view."""
        await self._handle.play(move.notation, expected_seq=self._seq)

    async def try_words(self, words: str) -> None:
        """Plays a move that is not listed, so that the server names the rule that forbids it."""
        await self._handle.play(words, expected_seq=self._seq)

    async def resign(self) -> None:
        """Gives the match up."""
        await self._handle.resign()

    async def agree(self, to: Agreement.ValueType) -> None:
        """Offers the others to abort, pause or resume the match, or accepts their offer."""
        await self._handle.consent(to, t("offered by a player"))

    async def export(self, file: Path) -> int:
        """Writes the record of the match to a file; returns the number of its events."""
        return (await write_record(self._client, self.match_id, file, self._handle.token)).seq

    async def hint(self) -> str:
        """Asks a bot which move it would play."""
        return await hint(self.match.game, self.seat, self.choice.moves, self.view.position)

    @asynccontextmanager
    async def news(
        self, on_connection: Callable[[bool], None], *, views: bool = False
    ) -> AsyncGenerator[AsyncGenerator[Sighting, None], None]:
        """Streams the events of the match from the first, and stores them; with ``views`` the boards too."""
        watcher = self._handle.watch(views=views, on_connection=on_connection)
        async with aclosing(self._stored(aiter(watcher))) as stored:
            yield stored

    async def _stored(self, news: AsyncGenerator[Sighting, None]) -> AsyncGenerator[Sighting, None]:
        async with aclosing(news):
            async for sighting in news:
                if isinstance(sighting, Event):
                    self.events.append(sighting)
                elif isinstance(sighting, Opening):
                    self.openings[sighting.seq, sighting.field] = sighting
                yield sighting

    def sentence(self, event: Event) -> str:
        """Describes an event."""
        return event_sentence(event, self.names, self.openings)

    def standing(self) -> str:
        """Describes whose turn it is, or how the match ended."""
        return t("your turn") if self.my_turn else turn_in_words(self.match)

    def canvas(self, render_options: RenderOptions) -> Canvas:
        """Draws the board with the last move, the possible choices, or a preview of the chosen move."""
        points = {score.seat: score.total for score in self.scores}
        render_options = replace(render_options, components=self.components, points=points)
        renderer = renderer_of(self.match.game)
        seen = [event for event in self.events if event.seq <= self.match.seq]
        last = last_marks(self.match.game, seen)
        move = self.choice.move
        if move is not None and renderer is not None:
            shown = self._preview is not None and self._preview[0] == move.notation
            view = self._preview[1].view if self._preview is not None and shown else self.view
            return board_canvas(
                view, self.names, render_options, Marks(last=last, chosen=renderer.touched_by_move(move))
            )
        return board_canvas(self.view, self.names, render_options, self.choice.marks(renderer, last))

    def preview_sentences(self) -> list[str]:
        """Describes what the chosen move would do, once the server has said so."""
        move = self.choice.move
        if move is None or self._preview is None or self._preview[0] != move.notation:
            return []
        return list(preview_sentences(self._preview[1], self.names))

    async def rule(self, error: ClioError) -> Rule | None:
        """The rule that an error names."""
        return self.rules.get(error.rule or "")


def is_refusal(error: ClioError) -> bool:
    """Whether the rules of the game refused the move."""
    return isinstance(error, IllegalMoveError)
