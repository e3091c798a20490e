"""Names of players in matches with private names: pseudonyms in the record, names in the answers."""

from collections.abc import Iterable
from typing import Final

from clio.kernel.confusables import are_confusable
from clio.kernel.match.aggregate import Match
from clio.kernel.match.referee import MAX_NAME
from clio.kernel.rejection import Rejection
from clio.kernel.visible_text import is_far_too_long, normalised, refusal_of_text
from clio.server import errors
from clio.server.eventstore.player_names import PREFIX, PlayerNames
from clio.server.eventstore.reader_threads import in_reader_thread
from clio.v1 import match_pb2


class PrivateNames:
    """Translates between names and pseudonyms. Called on the event loop; reads and writes in reader threads."""

    def __init__(self, store: PlayerNames) -> None:
        self._store: Final = store

    async def recorded(self, match: Match, name: str) -> str:
        """The name that a join records: the pseudonym where the match has private names, else the name itself."""
        if not match.metadata.private_names:
            return name
        name = name if is_far_too_long(name, MAX_NAME) else normalised(name)
        if refusal := refusal_of_text("CLIO-NAME", "name", name, MAX_NAME):
            raise errors.refused(refusal)
        shown = await in_reader_thread(self._store.names, [seat.name for seat in match.seats if seat is not None])
        mine = await in_reader_thread(self._store.pseudonym, match.metadata.namespace, name)
        for number, seat in enumerate(match.seats):
            known = None if seat is None else shown.get(seat.name)
            if known is not None and seat is not None and seat.name != mine and are_confusable(known, name):
                raise errors.refused(
                    Rejection(
                        "CLIO-NAME-TAKEN",
                        "That name looks like the one of seat {seat}: choose one that nobody takes for it.",
                        {"seat": number},
                    )
                )
        return mine

    async def show(self, messages: Iterable[match_pb2.Match]) -> None:
        """Puts the names in the place of pseudonyms. A name that was erased leaves its pseudonym."""
        seats = [
            seat
            for message in messages
            if message.private_names
            for seat in message.seats
            if seat.name.startswith(PREFIX)
        ]
        if seats:
            names = await in_reader_thread(self._store.names, [seat.name for seat in seats])
            for seat in seats:
                seat.name = names.get(seat.name, seat.name)
