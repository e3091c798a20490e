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
from clio.projections.storage.view_transaction import DocumentCache, ViewTransaction
from clio.projections.table import Table

MAX_CACHED_DOCUMENTS: Final = 10_000


class UnprocessableEventError(Exception):
    """A projection cannot apply an event: a fault of the code or of the event, so a retry does not help."""

    def __init__(self, position: int, event: MatchEvent, cause: Exception) -> None:
        where = f"event {event.seq} of match {event.match_id}, at position {position}"
        super().__init__(f"{where}: {type(cause).__name__}: {cause}")
        self.position: Final = position


class ViewStore:
    """Applies events page by page, each page atomically; one thread writes, any number read."""

    def __init__(
        self,
        database: Database,
        cipher: ViewCipher | None = None,
        max_cached: int = MAX_CACHED_DOCUMENTS,
        *,
        read_only: bool = False,
    ) -> None:
        """``read_only``: another version of the code wrote the view, whose indexes may differ."""
        self._database: Final = database
        self._cipher: Final = cipher
        self._max_cached: Final = max_cached
        self._read_only: Final = read_only
        self._cache: DocumentCache = OrderedDict()
        self._cached_at = -1
        self.lost_race = False
        """Whether another writer had advanced the view when the last page was to be applied."""

    def create(self, tables: Sequence[Table]) -> None:
        """Creates missing tables."""
        schema = [line for table in tables for line in table_schema(table, self._database)]
        self._database.create([*tracking_schema(self._database), *schema])

    @contextmanager
    def reading(self) -> Iterator[Reader]:
        """Opens the view for reading at one position."""
        with self._database.reading() as session:
            yield Reader(session, self._cipher, read_only=self._read_only)

    def position(self) -> int:
        """Returns the last position of the log that the view has applied."""
        with self.reading() as reader:
            return reader.position()

    def apply_page(self, projection: Projection, after: int, events: Sequence[tuple[int, MatchEvent]]) -> int:
        """Applies a page of events and returns the position after it.

        Does nothing if the view is not at ``after``, since another writer was faster; returns its position.
        """
        try:
            found = self._apply_locked(projection, after, events)
        except BaseException:
            self._clear_cache(projection)
            raise
        self.lost_race = found is not None
        if found is not None:
            # The other writer may have come just as far: the cache here still lacks these events.
            self._clear_cache(projection)
            return found
        self._cached_at = events[-1][0]
        while len(self._cache) > self._max_cached:
            self._cache.popitem(last=False)
        return self._cached_at

    def close(self) -> None:
        """Closes the store."""
        self._database.close()

    def _apply_locked(self, projection: Projection, after: int, events: Sequence[tuple[int, MatchEvent]]) -> int | None:
        """Applies the events; returns the view's position instead if it is not at ``after``."""
        with self._database.writing() as session:
            found = int(session.execute(f"SELECT position FROM tracking{self._database.row_lock}").fetchone()[0])  # noqa: S608 (the clause is a part of the statement)
            if found != after:
                return found
            if self._cached_at != after:
                self._clear_cache(projection)
            transaction = ViewTransaction(session, self._cache, self._cipher)
            _apply(projection, transaction, events)
            transaction.flush(projection.tables)
            position = (events[-1][0], len(events))
            session.execute("UPDATE tracking SET position = ?, applied = applied + ?", position)
            return None

    def _clear_cache(self, projection: Projection) -> None:
        self._cache.clear()
        self._cached_at = -1
        projection.clear_cache()


def _apply(projection: Projection, transaction: ViewTransaction, events: Sequence[tuple[int, MatchEvent]]) -> None:
    for position, event in events:
        try:
            projection.apply(transaction, position, event)
        except StoreUnavailableError:
            raise
        except Exception as error:
            raise UnprocessableEventError(position, event, error) from error
