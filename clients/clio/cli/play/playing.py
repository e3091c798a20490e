"""Playing: a match in the mode that the terminal supports, then its replay or a rematch if the player wants them."""

import asyncio
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from clio.cli.command_name import command_name
from clio.cli.i18n.translate import filled
from clio.cli.play.controller import Opponents, PlayController
from clio.cli.play.rematch import take_rematch
from clio.cli.play.saved_matches import SavedMatch, SavedMatches
from clio.cli.play.seat_lock import seat_lock
from clio.cli.play.setup import MatchRequest, bots_at, controller_of
from clio.cli.render.options import RenderOptions
from clio.cli.render.terminal import whole_screen
from clio.cli.session.session import Session
from clio.cli.text.match_text import turn_in_words
from clio.v1.match_pb2 import Match

if TYPE_CHECKING:
    from clio.cli.play.live_match import Ending


@dataclass(frozen=True, slots=True)
class PlayOptions:
    """How a match is shown, and where it is played."""

    render: RenderOptions
    by_line: bool
    is_own_server: bool


class Playing:
    """Plays matches one after the other, until the player closes or leaves one."""

    def __init__(self, session: Session, matches: SavedMatches, request: MatchRequest, options: PlayOptions) -> None:
        self._session: Final = session
        self._matches: Final = matches
        self._request: Final = request
        self._options: Final = options

    async def play(self, saved: SavedMatch) -> None:
        """Plays a match and its rematches; says how to see or resume the last one."""
        following: SavedMatch | None = saved
        while following is not None:
            following = await self._one(following)

    async def _one(self, saved: SavedMatch) -> SavedMatch | None:
        """Plays one match; returns its rematch if the player wants it."""
        controller = controller_of(self._session, saved, await self._opponents(saved))
        with seat_lock(saved.match_id, saved.seat):
            is_over, wants_rematch = await self._until_left(controller, saved)
        if not is_over:
            self._say_saved(saved)
            return None
        self._matches.remove(saved.match_id)
        if wants_rematch:
            following = await take_rematch(self._session, saved)
            self._matches.add(following)
            return following
        if not self._session.out.as_json:
            self._say_result(controller.match)
        return None

    async def _until_left(self, controller: PlayController, saved: SavedMatch) -> tuple[bool, bool]:
        """Plays with the bots of this command; returns whether the match is over and a rematch wanted."""
        async with bots_at(self._session, saved, self._request):
            try:
                return await self._run(controller, saved)
            except asyncio.CancelledError:
                # Ctrl-C in line mode; the full screen handles the key itself.
                self._say_saved(saved)
                raise

    async def _run(self, controller: PlayController, saved: SavedMatch) -> tuple[bool, bool]:
        """Plays in the mode that the terminal supports; returns whether the match is over and a rematch wanted."""
        if self._session.out.as_json:
            from clio.cli.play.json_mode import JsonMode  # noqa: PLC0415 (one of three)

            return await JsonMode(controller, self._session.out).play(), False
        if self._options.by_line or not whole_screen():
            from clio.cli.play.line_mode import LineMode  # noqa: PLC0415

            return await LineMode(controller, self._session.out, self._options.render).play(), False
        from clio.cli.play.live_match import Ending  # noqa: PLC0415 (loads Textual)

        ending = await self._screen(controller, saved)
        return ending is not Ending.LEFT, ending is Ending.REMATCH

    async def _screen(self, controller: PlayController, saved: SavedMatch) -> "Ending":
        from clio.cli.play.full_screen import play_full_screen  # noqa: PLC0415 (loads Textual)
        from clio.cli.play.live_match import Ending  # noqa: PLC0415

        while (ending := await play_full_screen(controller, self._options.render)) is Ending.REPLAY:
            await self._replay(saved)
            controller.events.clear()
        return ending

    async def _replay(self, saved: SavedMatch) -> None:
        from clio.cli.replay.event_source import MatchEventSource, first_board  # noqa: PLC0415 (for replays only)
        from clio.cli.replay.source import ServerSource  # noqa: PLC0415
        from clio.cli.replay.viewer import Viewer  # noqa: PLC0415
        from clio.cli.replay.viewpoints import viewpoints  # noqa: PLC0415

        token = self._session.holding(saved.match_id).seats[saved.seat]
        source = await ServerSource.open(self._session, saved.match_id, None, token, archived=False)
        events = MatchEventSource(source.record)
        await events.load()
        first = first_board(events.events)
        await Viewer(events, self._options.render, viewpoints(events, None), 1.0, first=first).run_async()

    async def _opponents(self, saved: SavedMatch) -> Opponents:
        """Bots only where nobody else sits and no other server rates the match."""
        match = await self._session.client.get_match(saved.match_id)
        others = [seat for seat in match.seats if seat.seat != saved.seat]
        if all(seat.bot for seat in others) and others:
            return Opponents.BOTS
        is_own = self._options.is_own_server and all(seat.seat in saved.bots or seat.bot for seat in others)
        return Opponents.BOTS if is_own else Opponents.PEOPLE

    def _say_saved(self, saved: SavedMatch) -> None:
        if self._session.out.as_json:
            return
        again = f"{command_name()} play {saved.game}" + (
            "" if self._options.is_own_server else f" --join {saved.match_id}"
        )
        self._session.out.line(filled("Your match is saved. Resume it with: {command}", command=again))

    def _say_result(self, match: Match) -> None:
        out = self._session.out
        out.line(filled("Match {match}: {result}.", match=match.match_id, result=turn_in_words(match)))
        again = f"{command_name()} replay {match.match_id}"
        out.line(filled("See it again with: {command}", command=again))
