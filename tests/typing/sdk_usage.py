"""Never run: mypy reads it in ``make lint``, so that what users of the SDK write keeps its types.

An ignore that is not needed is an error, too: what must be refused stands here with the code of its refusal.
"""

from collections.abc import Sequence

from clio.client import (
    ChangeFeed,
    Client,
    ClioError,
    HostHandle,
    IllegalMoveError,
    MatchHandle,
    MatchWatcher,
    Paged,
    SeatHandle,
    refusal,
    stream_move,
)
from clio.v1.fair_play_pb2 import AGREEMENT_PAUSE
from clio.v1.game_pb2 import Game
from clio.v1.match_pb2 import Match
from clio.v1.match_service_pb2 import ListMatchesResponse, OpenMatchResponse, PlayMoveResponse, StreamAnswer
from clio.v1.move_pb2 import Move
from clio.v1.view_pb2 import View


async def a_first_match(address: str) -> str:
    """Opens, joins, looks and moves, with every value's type written out."""
    async with Client(address) as client:
        opened: OpenMatchResponse = await client.open_match("amphipolis", seats=2)
        match: Match = opened.match
        joined = await client.join_match(match.match_id, "Ann")
        token: str = joined.seat_token
        legal = await client.list_legal_moves(match.match_id, token).first_page()
        notation: str = legal.moves[0].notation
        try:
            played = await client.play_move(match.match_id, notation, token, expected_seq=legal.seq)
            seq: int = played.seq
        except IllegalMoveError as refused:
            return refused.rule or refused.reason
        except ClioError as error:
            return error.reason
        view: View = await client.get_view(match.match_id, token, seq=seq)
        return view.position


async def by_handles(client: Client) -> None:
    """Handles return handles where they get a token, and messages everywhere else."""
    host: HostHandle = await client.open("akros", timeout=3)
    seat: SeatHandle = await host.join("Ann", timeout=3)
    spectator: MatchHandle = client.match(seat.match_id)
    stored: tuple[str, str, int] = (seat.match_id, seat.token, seat.seat)
    seat = client.seat(*stored)
    moves: list[Move] = await seat.list_legal_moves().all()
    played: PlayMoveResponse = await seat.play(moves[0], expected_seq=None)
    seat = await (await seat.rotate()).rematch()
    match: Match = await seat.consent(AGREEMENT_PAUSE, "tea")
    host = await spectator.fork(played.seq)
    match = await host.free_seat(seat.seat)
    watcher: MatchWatcher = spectator.watch(after_seq=match.seq, after_digest=match.digest)
    digest: bytes | None = watcher.digest
    del digest


async def lists_and_batches(client: Client) -> Sequence[ClioError | None]:
    """Lists give items, pages give answers."""
    listed: Paged[Match, ListMatchesResponse] = client.list_matches(game=None, timeout=2)
    async for match in listed:
        title: str = match.title
    async for page in listed.pages():
        token: str = page.next_page_token
    games: list[Game] = await client.list_games().all()
    feed: ChangeFeed = client.platform.changes(own=True)
    async for change in feed:
        position: int = change.cursor.position
    answers: list[StreamAnswer] = await client.play_batch([stream_move("match", "pass", None)])
    del title, token, games, position
    return [refusal(answer) for answer in answers]


async def what_is_refused(client: Client) -> None:
    """Mistakes that a type checker finds."""
    await client.list_games()  # type: ignore[misc]
    await client.match("match").play("pass")  # type: ignore[attr-defined]
    await client.host("match", "token").resign()  # type: ignore[attr-defined]
    await client.play_move("match", 7, "token")  # type: ignore[arg-type]
    await client.join("match")  # type: ignore[call-arg]
    client.seat("match", None, 0)  # type: ignore[arg-type]
    name: str = client.match("match").token  # type: ignore[assignment]
    del name
