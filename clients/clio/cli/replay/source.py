"""Sources of line-by-line replays: a server or a record file."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Final, Protocol, Self

from clio.cli.boards.board import show_board
from clio.cli.errors.exit_codes import ExitCode, Failure
from clio.cli.errors.system_errors import system_error
from clio.cli.i18n.translate import filled, t, translated
from clio.cli.render.json_output import Plain, to_json_value
from clio.cli.render.options import RenderOptions
from clio.cli.render.output import Output
from clio.cli.session.record_source import RecordSource, ReplayStep
from clio.cli.session.seats import seat_to_view_from
from clio.cli.session.session import Session
from clio.cli.text.event_sentences import event_line
from clio.cli.text.event_text import opening_in_words
from clio.cli.text.match_text import names_of
from clio.client.viewpoints import EVERYTHING, SPECTATOR, seat_viewpoint
from clio.v1.event_pb2 import Event
from clio.v1.match_pb2 import Match
from clio.v1.view_pb2 import Viewpoint

if TYPE_CHECKING:
    from clio.cli.replay.file_event_source import FileEventSource
    from clio.verify.replayer import Step

_NAMED: Final = ("spectator", "everything")


class Shown(Protocol):
    """One step of a replay, printable as text or JSON."""

    @property
    def at(self) -> datetime:
        """The time of the event."""

    @property
    def event(self) -> Event:
        """The event."""

    @property
    def names(self) -> Mapping[int, str]:
        """The players' names by seat."""

    def plain(self) -> "Mapping[str, Plain]":
        """The step as JSON."""

    def show(self, out: Output, *, board: bool, took: timedelta | None = None) -> None:
        """Prints the step as text, with the time that its move took."""


class Source(Protocol):
    """Random access to the steps of one match."""

    async def last(self) -> int:
        """The sequence number of the last event."""

    async def at(self, seq: int) -> Shown:
        """The step of an event."""


@dataclass(frozen=True, slots=True)
class ServedStep:
    """A step from a server."""

    at: datetime
    step: ReplayStep
    names: dict[int, str]

    @property
    def event(self) -> Event:
        """The event."""
        return self.step.event

    def plain(self) -> "Mapping[str, Plain]":
        """The step as JSON."""
        return to_json_value(self.step)

    def show(self, out: Output, *, board: bool, took: timedelta | None = None) -> None:
        """Prints the step as text, with the time that its move took."""
        out.line(event_line(self.step.event, self.names, took))
        for opening in self.step.openings:
            out.line(opening_in_words(opening))
        if board:
            show_board(out, self.step.view, self.names, RenderOptions.of_terminal())
            out.line()


class ServerSource:
    """A source that fetches steps from a server."""

    def __init__(self, record: RecordSource, match: Match, viewpoint: Viewpoint | None) -> None:
        self.record: Final = record
        self._viewpoint: Final = viewpoint
        self._names: Final = names_of(match)
        self._last: Final = match.seq

    @classmethod
    async def open(  # noqa: PLR0913 (as above)
        cls, session: Session, match_id: str, seat: str | None, token: str, *, archived: bool, key: bytes = b""
    ) -> Self:
        """Finds the match and the viewpoint."""
        viewpoint = _viewpoint(seat)
        if archived:
            found = [
                item.match
                async for item in session.client.archive.list_records()
                if item.match.match_id == match_id and key in {b"", item.signer_key}
            ]
            if not found:
                raise Failure(
                    ExitCode.NOT_FOUND, "MATCH_NOT_FOUND", t("There is no record of that match in the archive.")
                )
            match = found[0]
        else:
            match = await session.client.get_match(match_id)
            if seat not in _NAMED and not token:
                wanted = int(seat) if seat is not None else None
                token = seat_to_view_from(session.holding(match_id), match.to_move, wanted, token).token
        record = RecordSource(session.client, match.match_id, token, archived=archived, signer_key=key)
        return cls(record, match, viewpoint)

    async def last(self) -> int:
        """The sequence number of the last event."""
        return self._last

    async def at(self, seq: int) -> ServedStep:
        """The step of an event."""
        async for step in self.record.replay(seq, seq, self._viewpoint):
            return ServedStep(step.event.event_time.ToDatetime(UTC), step, self._names)
        raise Failure(ExitCode.NOT_FOUND, "SEQ_OUT_OF_RANGE", filled("There is no event {seq}.", seq=seq))


@dataclass(frozen=True, slots=True)
class FileStep:
    """A step from a record file."""

    at: datetime
    step: "Step"
    names: dict[int, str]
    event_source: "FileEventSource"

    @property
    def event(self) -> Event:
        """The event."""
        from clio.cli.replay.file_event_source import event_of  # noqa: PLC0415 (comes with the rules)

        return event_of(self.step)

    def plain(self) -> "Mapping[str, Plain]":
        """The step as JSON."""
        import msgspec  # noqa: PLC0415 (comes with the rules)

        values: Mapping[str, Plain] = msgspec.to_builtins(self.step)
        return values

    def show(self, out: Output, *, board: bool, took: timedelta | None = None) -> None:
        """Prints the step as text, with the time that its move took."""
        out.line(event_line(self.event, self.names, took))
        if board:
            show_board(out, self.event_source.board(self.step), self.names, RenderOptions.of_terminal())
            out.line()


class FileSource:
    """A source that replays a record file locally."""

    def __init__(self, path: Path, seat: str | None) -> None:
        # Loaded here: all games come with it.
        from clio.cli.replay.file_event_source import FileEventSource  # noqa: PLC0415
        from clio.verify.replayer import FileReplay, FlawError  # noqa: PLC0415

        try:
            self.replay: Final = FileReplay(path)
        except OSError as error:
            raise Failure(
                ExitCode.NOT_FOUND,
                "FILE",
                filled("{file} cannot be read: {error}.", file=path, error=system_error(error)),
            ) from error
        except FlawError as error:
            why = translated(error.message)
            reason = filled("{file} is broken: {why}.", file=path, why=why)
            if error.seq is not None:
                reason = filled("{file} is broken at event {seq}: {why}.", file=path, seq=error.seq, why=why)
            raise Failure(ExitCode.NO_INTEGRITY, "RECORD_NOT_VALID", reason) from error
        self._names: Final = self.replay.names()
        self.event_source: Final = FileEventSource(self.replay)
        self._viewpoint: Final = self._chosen(seat)

    def _chosen(self, seat: str | None) -> int:
        if seat is None:
            return self.replay.best_viewpoint
        if seat in _NAMED:
            return {"spectator": -1, "everything": -2}[seat]
        number = _number(seat)
        if number not in range(len(self.replay.match().seats)):
            raise Failure(
                ExitCode.NOT_FOUND, "SEAT_NOT_FOUND", filled("There is no seat {seat} in this match.", seat=number)
            )
        return number

    async def last(self) -> int:
        """The sequence number of the last event."""
        return self.replay.last

    async def at(self, seq: int) -> FileStep:
        """The step of an event."""
        try:
            step = self.replay.step(seq, self._viewpoint)
        except IndexError as error:
            raise Failure(
                ExitCode.NOT_FOUND,
                "SEQ_OUT_OF_RANGE",
                filled("There is no event {seq}; the file has {last}.", seq=seq, last=self.replay.last),
            ) from error
        return FileStep(datetime.fromisoformat(step.at), step, self._names, self.event_source)


def is_file(given: str) -> bool:
    """Whether the argument names a file; match ids contain no dot."""
    return "." in given or Path(given).is_file()


def _viewpoint(seat: str | None) -> Viewpoint | None:
    if seat is None:
        return None
    if seat in _NAMED:
        return SPECTATOR if seat == "spectator" else EVERYTHING
    return seat_viewpoint(_number(seat))


def _number(seat: str) -> int:
    if not seat.isdecimal():
        raise Failure(ExitCode.USAGE, "VIEWPOINT", t("View as a seat (its number), spectator or everything."))
    return int(seat)
