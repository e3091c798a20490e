"""Previews of moves as text."""

from collections.abc import Iterator, Mapping
from typing import Final

from clio.cli.i18n.translate import gettext_noop, t
from clio.cli.text.event_sentences import event_sentence
from clio.cli.text.message_text import Names
from clio.v1 import match_service_pb2 as pb

ENDS: Final[Mapping[int, str]] = {
    pb.PREVIEW_END_MATCH_OVER: gettext_noop("The match would be over."),
    pb.PREVIEW_END_CHANCE: gettext_noop("Then chance decides."),
    pb.PREVIEW_END_SECRET: gettext_noop("Then another player's cards are revealed."),
}


def preview_sentences(preview: pb.PreviewMoveResponse, names: Names) -> Iterator[str]:
    """A sentence for each fact, then why the preview ends."""
    for event in preview.events:
        if told := event_sentence(event, names):
            yield told
    if preview.end in ENDS:
        yield t(ENDS[preview.end])
