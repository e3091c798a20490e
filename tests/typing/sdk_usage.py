"""Never run: mypy reads it in ``make lint``, so that what users of the SDK write keeps its types."""

from clio.client.client import Client
from clio.client.errors import ClioError, IllegalMoveError
from clio.v1.match_pb2 import Match
from clio.v1.view_pb2 import View


async def a_first_match(address: str) -> str:
    """Opens, joins, looks and moves, with every value's type written out."""
    async with Client(address) as client:
        opened = await client.open_match("amphipolis", seats=2)
        match: Match = opened.match
        joined = await client.join_match(match.match_id, "Ann")
        token: str = joined.seat_token
        legal = await client.list_legal_moves(match.match_id, token)
        notation: str = legal.moves[0].notation
        try:
            played = await client.play_move(match.match_id, notation, token, expected_seq=legal.seq)
            seq: int = played.seq
        except IllegalMoveError as refusal:
            return refusal.rule or refusal.reason
        except ClioError as error:
            return error.reason
        view: View = await client.get_view(match.match_id, token, seq=seq)
        return view.position
