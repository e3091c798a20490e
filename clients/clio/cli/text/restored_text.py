"""What a backup holds, for people and programs."""

from typing import TYPE_CHECKING

from clio.cli.i18n.translate import filled
from clio.cli.render.output import Output

if TYPE_CHECKING:
    from clio.server.backup.restore import Restored


def tell_restored(out: Output, restored: "Restored", sentence: str) -> None:
    """The counts, in a sentence already in the language spoken."""
    counts = restored.counts
    if out.as_json:
        out.document(
            {
                "archived": counts.archived,
                "created_at": restored.created_at,
                "credentials_void": restored.credentials_void,
                "events": counts.events,
                "keys": counts.keys,
                "matches": counts.matches,
                "position": restored.position,
                "signs_as_before": restored.signs_as_before,
            }
        )
        return
    out.line(sentence.format(matches=counts.matches, events=counts.events, archived=counts.archived))
    out.line(filled("Taken {time}, up to position {position}.", time=restored.created_at, position=restored.position))
