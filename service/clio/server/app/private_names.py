"""Names of players in matches with private names: pseudonyms in the record, names in the answers."""

from collections.abc import Iterable, Mapping
from typing import Final

import msgspec

from clio.kernel.confusables import are_confusable
from clio.kernel.match.aggregate import Match
from clio.kernel.match.commands import Join
from clio.kernel.match.joining import MAX_NAME, refusal_of_join
from clio.kernel.rejection import Rejection
from clio.kernel.visible_text import is_far_too_long, normalised, refusal_of_text
from clio.server import errors
from clio.server.eventstore.player_names import PlayerNames, is_pseudonym
from clio.server.eventstore.reader_threads import in_reader_thread
from clio.v1 import match_pb2


class PrivateNames:
    """Translates between names and pseudonyms. Called on the event loop; reads and writes in reader threads."""

    def __init__(self, store: PlayerNames) -> None:
        self._store: Final = store

    async def recorded(self, match: Match, command: Join, request: str) -> Join:
        """The join with the name that it records: the pseudonym where the match has private names.

        Only a join that can succeed leaves a name here.
        """
        name = command.name if is_far_too_long(command.name, MAX_NAME) else normalised(command.name)
        if is_pseudonym(name):
            # It would look like the player whose pseudonym it is.
            raise errors.refused(Rejection("CLIO-NAME", "That name is a pseudonym: choose another one."))
        if not match.metadata.private_names:
            return command
        if refusal := refusal_of_text("CLIO-NAME", "name", name, MAX_NAME):
            raise errors.refused(refusal)
        if request not in match.requests and (refusal := refusal_of_join(match, command)):
            raise errors.refused(refusal)
        shown = await in_reader_thread(self._store.names, [seat.name for seat in match.seats if seat is not None])
        found = await in_reader_thread(self._store.find, match.metadata.namespace, name)
        mine = "" if found is None else found.pseudonym
        for number, seat in enumerate(match.seats):
            known = None if seat is None else shown.get(seat.name)
            if known is not None and seat is not None and seat.name != mine and are_confusable(known, name):
                raise errors.refused(
                    Rejection(
                        "CLIO-NAME-TAKEN",
                        "That name looks too much like the one at seat {seat}. Choose another one.",
                        {"seat": number},
                    )
                )
        mine = mine or await in_reader_thread(self._store.pseudonym, match.metadata.namespace, name)
        return msgspec.structs.replace(command, name=mine)

    async def show(self, messages: Iterable[match_pb2.Match]) -> None:
        """Puts the names in the place of pseudonyms. A name that was erased leaves its pseudonym."""
        private = [message for message in messages if message.private_names]
        names = await self.known(seat.name for message in private for seat in message.seats)
        for message in private:
            show_names(message, names)

    async def of_match(self, match: Match) -> Mapping[str, str]:
        """The names of a match's players by pseudonym; empty where its names are not private."""
        if not match.metadata.private_names:
            return {}
        return await self.known(seat.name for seat in match.seats if seat is not None)

    async def known(self, recorded: Iterable[str]) -> Mapping[str, str]:
        """The names of those that are pseudonyms, as far as they are known."""
        pseudonyms = [name for name in recorded if is_pseudonym(name)]
        return await in_reader_thread(self._store.names, pseudonyms) if pseudonyms else {}

    async def pseudonym_of(self, namespace: str, name: str) -> str | None:
        """The pseudonym of a name in a namespace; None where nobody of that name has one."""
        if is_far_too_long(name, MAX_NAME):
            return None
        found = await in_reader_thread(self._store.find, namespace, normalised(name))
        return None if found is None else found.pseudonym


def show_names(message: match_pb2.Match, names: Mapping[str, str]) -> None:
    """Puts names in the place of the pseudonyms of a match's seats."""
    for seat in message.seats:
        seat.name = names.get(seat.name, seat.name)
