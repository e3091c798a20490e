"""The event source of a record file; needs no server."""

import re
from datetime import datetime
from typing import TYPE_CHECKING, Any, Final

from clio.cli.boards.registry import field_of
from clio.cli.render.json_messages import fill
from clio.v1.event_pb2 import Event, Opening
from clio.v1.match_pb2 import Match, MatchStatus, Seat
from clio.v1.view_pb2 import View, Viewpoint, ViewpointKind

if TYPE_CHECKING:
    from clio.verify.replayer import FileReplay, Step

_SPECTATOR: Final = -1
_EVERYTHING: Final = -2


class FileEventSource:
    """The events of a record file as messages, and views computed by replaying them."""

    def __init__(self, replay: "FileReplay") -> None:
        self._replay: Final = replay
        self._names: Final = replay.names()
        self.openings: dict[tuple[int, str], Opening] = {}
        self.events: list[Event] = [self._event(seq) for seq in range(1, replay.last + 1)]

    async def view(self, seq: int, viewpoint: Viewpoint | None) -> View:
        """The view after an event."""
        return self.board(self._replay.step(seq, self._number(viewpoint)))

    def board(self, step: "Step") -> View:
        """The view of a step, from the step's viewpoint."""
        seq = step.seq
        shown = View(match=self._match(seq), position=step.position)
        if step.view:
            field = field_of(shown.match.game)
            board = getattr(shown, field)
            board.SetInParent()
            fill(board, {"fields": step.view} if field == "external" else step.view)
        return shown

    def _match(self, seq: int) -> Match:
        header = self._replay.record.header
        match = Match(match_id=header.match, game=header.game, seq=seq, status=MatchStatus.MATCH_STATUS_PLAYING)
        match.seats.extend(Seat(seat=seat, name=name, taken=True) for seat, name in sorted(self._names.items()))
        event = self.events[seq - 1]
        if event.WhichOneof("payload") == "finished":
            finished = event.finished
            match.status = MatchStatus.MATCH_STATUS_FINISHED
            match.outcome.scores.extend(finished.scores)
            match.outcome.winners.extend(finished.winners)
            match.outcome.decided_by = finished.decided_by
        elif event.WhichOneof("payload") == "aborted":
            match.status = MatchStatus.MATCH_STATUS_ABORTED
            match.abort_reason = event.aborted.reason
        return match

    def _event(self, seq: int) -> Event:
        return event_of(self._replay.step(seq, self._replay.best_viewpoint))

    def _number(self, viewpoint: Viewpoint | None) -> int:
        if viewpoint is None:
            return self._replay.best_viewpoint
        match viewpoint.kind:
            case ViewpointKind.VIEWPOINT_KIND_SEAT:
                return viewpoint.seat
            case ViewpointKind.VIEWPOINT_KIND_SPECTATOR:
                return _SPECTATOR
            case ViewpointKind.VIEWPOINT_KIND_EVERYTHING:
                return _EVERYTHING
            case _:
                return self._replay.best_viewpoint


def event_of(step: "Step") -> Event:
    """The event of a step, as its viewpoint may see it."""
    event = Event(seq=step.seq, type=step.type, actor=step.actor, move=step.move)
    event.event_time.FromDatetime(datetime.fromisoformat(step.at))
    game, _, name = step.type.partition(".")
    facts: dict[str, Any] = step.facts
    if name == "Finished":
        facts = {**facts, "scores": [_with_detail_ids(score) for score in facts["scores"]]}
    field = field_of(game)
    if game == "match":
        payload = getattr(event, _snake(name))
    elif field == "external":
        payload, facts = event.external, {"type": step.type, "fields": facts}
    else:
        payload = getattr(getattr(event, game), _snake(name))
    payload.SetInParent()
    fill(payload, facts)
    return event


def _with_detail_ids(score: dict[str, Any]) -> dict[str, Any]:
    """Renames the detail of each line that has parameters: there it is an id, which the message keeps apart."""
    lines = [
        {**line, "detail": "", "detail_id": line["detail"]} if "params" in line else line for line in score["lines"]
    ]
    return {**score, "lines": lines}


def _snake(name: str) -> str:
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()
