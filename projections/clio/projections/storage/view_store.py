"""The store of one view: its tables and its position, changed in one transaction."""

from collections import OrderedDict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Final

from clio.kernel.events.match_event import MatchEvent
from clio.projections.projection import Projection
from clio.projections.storage.database import Database, StoreUnavailableError
from clio.projections.storage.reader import Reader
from clio.projections.storage.schema import table_schema, tracking_schema
from clio.projections.storage.view_cipher import ViewCipher
from clio.projections.storage.view_transaction import Kept, ViewTransaction
from clio.projections.table import Table

KEPT_DOCUMENTS: Final = 10_000


class UnprocessableEventError(Exception):
    """A projection cannot take in an event: a fault of its code or of the event, that no repetition mends."""

    def __init__(self, position: int, event: MatchEvent, cause: Exception) -> None:
        where = f"event {event.seq} of match {event.match_id}, at position {position}"
        super().__init__(f"{where}: {type(cause).__name__}: {cause}")
        self.position: Final = position


class ViewStore:
    """Takes events in, all of a page or none; one thread at a time writes, as many as like read."""

    def __init__(
        self,
        database: Database,
        cloak: ViewCipher | None = None,
        most_kept: int = KEPT_DOCUMENTS,
        *,
        is_sealed: bool = False,
    ) -> None:
        """``is_sealed`` says that other code has made it: what is beside its documents may be laid out otherwise."""
        self._database: Final = database
        self._cloak: Final = cloak
        self._most_kept: Final = most_kept
        self._is_sealed: Final = is_sealed
        self._kept: Kept = OrderedDict()
        self._kept_at = -1
        self.was_beaten = False
        """Whether somebody else had come on with the view when a page was last brought to it."""

    def create(self, tables: Sequence[Table]) -> None:
        """Makes the tables that are not there yet."""
        schema = [line for table in tables for line in table_schema(table, self._database)]
        self._database.create([*tracking_schema(self._database), *schema])

    @contextmanager
    def reading(self) -> Iterator[Reader]:
        """The view at one position, whatever is written meanwhile."""
        with self._database.reading() as session:
            yield Reader(session, self._cloak, is_sealed=self._is_sealed)

    def position(self) -> int:
        """The last position in the log that the view has taken in."""
        with self.reading() as reader:
            return reader.position()

    def take(self, projection: Projection, after: int, events: Sequence[tuple[int, MatchEvent]]) -> int:
        """Folds a page of events in and gives the position after it.

        Does nothing if the view is not at ``after``, for then somebody else was quicker; gives where it is.
        """
        try:
            found = self._take(projection, after, events)
        except BaseException:
            self._forget(projection)
            raise
        self.was_beaten = found is not None
        if found is not None:
            # Whoever was quicker may have come just as far: what is remembered here still lacks these events.
            self._forget(projection)
            return found
        self._kept_at = events[-1][0]
        while len(self._kept) > self._most_kept:
            self._kept.popitem(last=False)
        return self._kept_at

    def close(self) -> None:
        """Closes the store."""
        self._database.close()

    def _take(self, projection: Projection, after: int, events: Sequence[tuple[int, MatchEvent]]) -> int | None:
        """Takes the events in; gives where the view stands instead if it is not at ``after``."""
        with self._database.writing() as session:
            found = int(session.execute(f"SELECT position FROM tracking{self._database.lock}").fetchone()[0])  # noqa: S608 (the lock is a part of the statement)
            if found != after:
                return found
            if self._kept_at != after:
                self._forget(projection)
            draft = ViewTransaction(session, self._kept, self._cloak)
            _apply(projection, draft, events)
            draft.flush(projection.tables)
            position = (events[-1][0], len(events))
            session.execute("UPDATE tracking SET position = ?, applied = applied + ?", position)
            return None

    def _forget(self, projection: Projection) -> None:
        self._kept.clear()
        self._kept_at = -1
        projection.forget()


def _apply(projection: Projection, draft: ViewTransaction, events: Sequence[tuple[int, MatchEvent]]) -> None:
    for position, event in events:
        try:
            projection.apply(draft, position, event)
        except StoreUnavailableError:
            raise
        except Exception as error:
            raise UnprocessableEventError(position, event, error) from error
