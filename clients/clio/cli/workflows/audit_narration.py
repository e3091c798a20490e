"""What the page of an audit tells beside the verdicts: the events in sentences, and the last board as a picture."""

from typing import TYPE_CHECKING, Final

from clio.cli.boards.board import whole_board
from clio.cli.i18n.translate import t
from clio.cli.render.canvas_svg import inline_picture
from clio.cli.render.options import RenderOptions
from clio.cli.text.event_sentences import event_sentence
from clio.cli.text.match_text import names_of

if TYPE_CHECKING:
    from clio.verify.record_files import Record
    from clio.verify.report_page import Narration

_OPTIONS: Final = RenderOptions(unicode=True, colour=True)


def narration_of(record: "Record") -> "Narration":
    """Replays a record and tells it; empty for one that cannot be replayed."""
    from clio.cli.replay.file_event_source import FileEventSource  # noqa: PLC0415 (all rules come with it)
    from clio.verify.replayer import FileReplay  # noqa: PLC0415
    from clio.verify.report_page import Narration  # noqa: PLC0415

    try:
        replay = FileReplay(record)
        source = FileEventSource(replay)
        view = source.board(replay.step(replay.last, replay.best_viewpoint))
        names = names_of(view.match)
        sentences = {event.seq: event_sentence(event, names, source.openings) for event in source.events}
        board = whole_board(view, names, _OPTIONS)
    except Exception:  # noqa: BLE001 (a forged record may hold anything; the verdicts say what is wrong with it)
        return Narration()
    return Narration(sentences, inline_picture(board, t("Final board")) if board.height else "")
