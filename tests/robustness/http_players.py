"""Players and watchers over HTTP, beside those over gRPC: the same history, the same judge."""

import asyncio
import json
from base64 import b64decode, b64encode
from typing import Any

from clio.v1 import match_service_pb2 as pb
from tests.kit.http_client import http_connection, request_bytes
from tests.robustness.players import RETRY_PAUSE, History, Player

_RESPONSES = {
    "OpenMatch": pb.OpenMatchResponse,
    "JoinMatch": pb.JoinMatchResponse,
    "ListLegalMoves": pb.ListLegalMovesResponse,
    "PlayMove": pb.PlayMoveResponse,
}
_PASSING = {"unavailable", "deadline_exceeded", "canceled"}
_LOST = (OSError, asyncio.IncompleteReadError, TimeoutError)


class HttpPlayer(Player):
    """Plays over HTTP: a new connection for each call, cut by whatever ends the server."""

    def __init__(self, number: int, url: str, game: str, seats: int, history: History) -> None:
        super().__init__(number, [], game, seats, history)
        self._url = url

    async def _insist(self, method: str, request: Any, metadata: Any = ()) -> Any:
        """Calls the server; after a failure repeats the same request."""
        headers = {"content-type": "application/proto", **dict(metadata)}
        while True:
            try:
                async with asyncio.timeout(5), http_connection(self._url) as connection:
                    path = f"/clio.v1.MatchService/{method}"
                    answer = await connection.request("POST", path, request.SerializeToString(), headers)
            except _LOST:
                answer = None
            if answer is not None and answer.status == 200:
                return _RESPONSES[method].FromString(answer.body)
            assert answer is None or answer.json["code"] in _PASSING, answer
            self._history.retried += 1
            await asyncio.sleep(RETRY_PAUSE)


async def watch_lines(name: str, url: str, match_id: str, history: History) -> None:
    """Watches in lines of JSON; connects again from the last event seen, and compares its digest."""
    seen = history.sightings.setdefault((name, match_id), [])
    headers = {"content-type": "application/json", "accept": "application/x-ndjson"}
    while True:
        asked: dict[str, object] = {"matchId": match_id}
        if seen:
            asked |= {"afterSeq": str(seen[-1][0]), "afterDigest": b64encode(seen[-1][1]).decode()}
        try:
            async with http_connection(url) as connection:
                body = json.dumps(asked).encode()
                await connection.send(request_bytes("POST", "/clio.v1.MatchService/WatchMatch", body, headers))
                rest = b""
                async for part in connection.parts():
                    *lines, rest = (rest + part).split(b"\n")
                    for line in lines:
                        seen += _events(json.loads(line))
        except _LOST:
            await asyncio.sleep(RETRY_PAUSE)
        else:
            return


def _events(message: dict[str, Any]) -> list[tuple[int, bytes]]:
    return [(int(event["seq"]), b64decode(event["digest"])) for event in message.get("events", ())]
