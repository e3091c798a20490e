"""Controller of a match for one seat: its view, its choices and its moves."""

from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import aclosing, asynccontextmanager
from dataclasses import replace
from typing import Final

from clio.cli.boards.board import board_canvas
from clio.cli.boards.registry import last_marks, renderer_of
from clio.cli.i18n.translate import t
from clio.cli.play.choice import Choice
from clio.cli.render.canvas import Canvas
from clio.cli.render.options import Marks, RenderOptions
from clio.cli.text.event_sentences import event_sentence
from clio.cli.text.match_text import names_of, turn_in_words
from clio.cli.text.preview_text import preview_sentences
from clio.client.client import Client
from clio.client.errors import ClioError, IllegalMoveError, NotFoundError
from clio.client.watcher import Sighting
from clio.v1.components_pb2 import Components
from clio.v1.event_pb2 import Event, Opening
from clio.v1.game_pb2 import Rule
from clio.v1.match_pb2 import Match, MatchStatus
from clio.v1.match_service_pb2 import PreviewMoveResponse
from clio.v1.move_pb2 import Move
from clio.v1.view_pb2 import View

OVER: Final = (MatchStatus.MATCH_STATUS_FINISHED, MatchStatus.MATCH_STATUS_ABORTED)


class PlayController:
    """Holds the latest view of the match; ``refresh`` fetches it from the server."""

    def __init__(self, client: Client, match_id: str, seat: int, token: str) -> None:
        self._client: Final = client
        self.match_id: Final = match_id
        self.seat: Final = seat
        self._token: Final = token
        self.view = View()
        self.events: list[Event] = []
        self.openings: dict[tuple[int, str], Opening] = {}
        self.choice = Choice(())
        self.components: Components | None = None
        self.points: dict[int, int] = {}
        self._preview: tuple[str, PreviewMoveResponse] | None = None
        self._seq = 0
        self._rules: Mapping[str, Rule] = {}

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
        await self.take_view(await self._client.get_view(self.match_id, self._token))

    async def take_view(self, view: View) -> None:
        """Takes over a view, with the points and, if it is this seat's turn, the legal moves."""
        if self.components is None:
            self.components = await self._fetch_components(view.match)
        choice, seq, points = Choice(()), 0, self.points
        if view.WhichOneof("game") is not None:
            scores = await self._client.views.get_scores(self.match_id, self._token)
            points = {score.seat: score.total for score in scores.scores}
        if self.seat in view.match.to_move and view.match.status not in OVER:
            legal = await self._client.list_legal_moves(self.match_id, self._token)
            choice, seq = Choice(legal.moves), legal.seq
        if view.match.seq >= self.match.seq:
            self.view, self.choice, self._seq, self.points, self._preview = view, choice, seq, points, None

    async def _fetch_components(self, match: Match) -> Components | None:
        try:
            return await self._client.get_components(match.game, digest=match.data_digest)
        except NotFoundError:
            return None

    async def preview(self) -> None:
        """Asks the server what the chosen move would do; without an answer the board stays as it is."""
        move = self.choice.move
        if move is None or (self._preview is not None and self._preview[0] == move.notation):
            return
        answer = await self._client.preview_move(self.match_id, move.notation, self._token, expected_seq=self._seq)
        self._preview = (move.notation, answer)

    async def send(self, move: Move) -> None:
        """Plays a move; refused if the match has changed since the latest view."""
        await self._client.play_move(self.match_id, move.notation, self._token, expected_seq=self._seq)

    async def try_words(self, words: str) -> None:
        """Plays a move that is not listed, so that the server names the rule that forbids it."""
        await self._client.play_move(self.match_id, words, self._token, expected_seq=self._seq)

    @asynccontextmanager
    async def news(
        self, on_connection: Callable[[bool], None], *, views: bool = False
    ) -> AsyncGenerator[AsyncGenerator[Sighting, None], None]:
        """Streams the events of the match from the first, and stores them; with ``views`` the boards too."""
        watcher = self._client.watch_match(self.match_id, self._token, views=views, on_connection=on_connection)
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
        render_options = replace(render_options, components=self.components, points=self.points)
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
        """Fetches the rule that an error names."""
        if not self._rules and error.rule:
            known = await self._client.get_game(self.match.game)
            self._rules = {rule.rule: rule for rule in [*known.rules, *known.shared_rules]}
        return self._rules.get(error.rule)


def is_refusal(error: ClioError) -> bool:
    """Whether the rules of the game refused the move."""
    return isinstance(error, IllegalMoveError)
