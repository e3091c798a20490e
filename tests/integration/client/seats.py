"""Matches with all seats taken, for tests that hold every token."""

from dataclasses import dataclass

from clio.client import Client
from clio.v1.match_pb2 import Match


@dataclass(frozen=True)
class Seated:
    match: Match
    host_token: str
    tokens: dict[int, str]

    @property
    def id(self) -> str:
        return self.match.match_id


async def seated(client: Client, seats: int, game: str = "amphipolis") -> Seated:
    opened = await client.open_match(game, seats)
    joined = [await client.join_match(opened.match.match_id, f"Player {number}") for number in range(seats)]
    return Seated(joined[-1].match, opened.host_token, {answer.seat: answer.seat_token for answer in joined})
