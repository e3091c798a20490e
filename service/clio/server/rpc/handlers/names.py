"""NameService."""

from typing import Final

import msgspec

from clio.kernel.match.joining import MAX_NAME
from clio.kernel.visible_text import is_far_too_long, normalised, refusal_of_text
from clio.server import errors
from clio.server.app.pagination import after_token, page_size, page_token
from clio.server.app.validation import check_length
from clio.server.auth.revocations import RevocationList
from clio.server.clock import timestamp
from clio.server.eventstore.player_names import PlayerName, PlayerNames
from clio.server.eventstore.reader_threads import in_reader_thread
from clio.server.rpc.caller import Context
from clio.v1 import name_service_pb2 as pb
from clio.v1.name_service_pb2_grpc import NameServiceServicer


class NameHandler(NameServiceServicer):
    """Lists, changes and erases player names, for operators."""

    def __init__(self, names: PlayerNames, revocations: RevocationList) -> None:
        self._names: Final = names
        self._revocations: Final = revocations

    async def ListNames(self, request: pb.ListNamesRequest, context: Context) -> pb.ListNamesResponse:
        del context
        size = page_size(request.page_size)
        after = after_token(request.page_token, "names", str)
        found = await in_reader_thread(self._names.page, str(after[0]) if after else "", size + 1)
        page = found[:size]
        return pb.ListNamesResponse(
            names=[_to_message(player) for player in page],
            next_page_token=page_token((page[-1].pseudonym,), "names") if len(found) > size else "",
        )

    async def RenamePlayer(self, request: pb.RenamePlayerRequest, context: Context) -> pb.RenamePlayerResponse:
        del context
        player = await self._player(request.pseudonym)
        name = request.name if is_far_too_long(request.name, MAX_NAME) else normalised(request.name)
        if refusal := refusal_of_text("CLIO-NAME", "name", name, MAX_NAME):
            raise errors.refused(refusal)
        player = msgspec.structs.replace(player, name=name)
        if not await in_reader_thread(self._names.rename, player):
            raise errors.player_name_taken()
        return pb.RenamePlayerResponse(player_name=_to_message(player))

    async def ErasePlayer(self, request: pb.ErasePlayerRequest, context: Context) -> pb.ErasePlayerResponse:
        del context
        player = await self._player(request.pseudonym)
        # In the list first: a restored backup must not bring the name back.
        await in_reader_thread(self._revocations.note_name, player.pseudonym, timestamp())
        await in_reader_thread(self._names.erase, player.pseudonym)
        return pb.ErasePlayerResponse()

    async def _player(self, pseudonym: str) -> PlayerName:
        check_length(pseudonym=pseudonym)
        player = await in_reader_thread(self._names.get, pseudonym)
        if player is None:
            raise errors.player_not_found(pseudonym)
        return player


def _to_message(player: PlayerName) -> pb.PlayerName:
    return pb.PlayerName(**msgspec.structs.asdict(player))
