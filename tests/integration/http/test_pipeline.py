"""Calls over HTTP take the same way as over gRPC: keys, scopes, limits, addresses, logs, deadlines, drain."""

import asyncio
import json
import ssl
from pathlib import Path

import pytest

from clio.v1 import match_service_pb2 as pb
from tests.kit.access import OPERATOR, new_key
from tests.kit.certificates import Authority
from tests.kit.http_client import Response, call, envelope, envelopes, http_connection, request_bytes
from tests.kit.servers import Connection, running, server_with, started

JSON = {"content-type": "application/json"}
WATCH = "/clio.v1.MatchService/WatchMatch"


def _url(server: Connection) -> str:
    assert server.clio.http_url is not None
    return server.clio.http_url


async def test_keys_and_scopes_are_asked_for(tmp_path: Path) -> None:
    async with running(tmp_path, http_port=0, require_key=True, admin_token=OPERATOR) as server:
        url = _url(server)
        opening = ("MatchService/OpenMatch", {"game": "amphipolis"})
        assert (await call(url, *opening)).reason == "KEY_MISSING"
        assert (await call(url, "GameService/ListGames", {})).status == 200
        player = (await new_key(server, "play")).key
        denied = await call(url, *opening, headers={"x-clio-key": player})
        assert (denied.status, denied.reason) == (403, "SCOPE_MISSING")
        host = (await new_key(server, "host")).key
        assert (await call(url, *opening, headers={"x-clio-key": host})).status == 200
        wrong = await call(url, *opening, headers={"x-clio-key": "wrong"})
        assert (wrong.status, wrong.json["code"]) == (401, "unauthenticated")


async def test_both_transports_spend_the_same_limits(tmp_path: Path) -> None:
    async with running(tmp_path, http_port=0, limit_matches_per_hour=3.0) as server:
        url = _url(server)
        await server.open()
        for _ in range(2):
            assert (await call(url, "MatchService/OpenMatch", {"game": "amphipolis"})).status == 200
        refused = await call(url, "MatchService/OpenMatch", {"game": "amphipolis"})
        assert (refused.status, refused.reason) == (429, "LIMIT_REACHED")
        assert int(refused.headers["retry-after"]) > 0
        assert [detail["type"] for detail in refused.json["details"]][1] == "google.rpc.RetryInfo"


async def test_an_address_counts_as_the_proxy_says_only_if_the_proxy_is_trusted(tmp_path: Path) -> None:
    async def answers(url: str) -> list[int]:
        headers = [{"x-forwarded-for": f"203.0.113.{number}"} for number in range(3)]
        found: list[Response] = [
            await call(url, "MatchService/OpenMatch", {"game": "amphipolis"}, headers=each) for each in headers
        ]
        return [each.status for each in found]

    async with running(tmp_path / "a", http_port=0, limit_matches_per_hour=1.0) as server:
        assert await answers(_url(server)) == [200, 429, 429]
    trusting = {"limit_matches_per_hour": 1.0, "trusted_proxies": "127.0.0.0/8"}
    async with running(tmp_path / "b", http_port=0, **trusting) as server:
        assert await answers(_url(server)) == [200, 200, 200]


@pytest.mark.parametrize(
    ("setting", "origin", "allowed"),
    [
        ("", "https://a.example", None),
        ("https://a.example", "https://a.example", "https://a.example"),
        ("https://a.example, https://b.example/", "https://b.example", "https://b.example"),
        ("https://a.example", "https://evil.example", None),
        ("https://a.example", "https://a.example.evil.example", None),
        ("*", "https://any.example", "*"),
    ],
)
async def test_pages_of_other_origins(tmp_path: Path, setting: str, origin: str, allowed: str | None) -> None:
    async with running(tmp_path, http_port=0, http_origins=setting) as server, http_connection(_url(server)) as browser:
        path, asks = "/clio.v1.GameService/ListGames", {"origin": origin, "access-control-request-method": "POST"}
        preflight = await browser.request("OPTIONS", path, headers=asks)
        answer = await browser.request("POST", path, b"{}", {**JSON, "origin": origin})
        error = await browser.request("POST", "/clio.v1.MatchService/GetMatch", b"{}", {**JSON, "origin": origin})
    assert (preflight.status, answer.status, error.status) == (204, 200, 404)
    for found in (preflight, answer, error):
        assert found.headers.get("access-control-allow-origin") == allowed
        assert "access-control-allow-credentials" not in found.headers
    assert ("authorization" in preflight.headers.get("access-control-allow-headers", "")) == (allowed is not None)


async def test_the_server_speaks_tls_and_takes_new_certificates(tmp_path: Path) -> None:
    authority = Authority(tmp_path)
    certificate, key = authority.issue("server")
    clio = server_with(tmp_path / "data", http_port=0, tls_cert=str(certificate), tls_key=str(key))
    trusted = ssl.create_default_context(cadata=authority.pem.decode())

    async def shown() -> bytes:
        assert clio.http_url is not None
        assert clio.http_url.startswith("https://")
        async with http_connection(clio.http_url, ssl=trusted) as connection:
            assert (await connection.request("GET", "/readyz")).status == 200
            found: bytes = connection.writer.get_extra_info("ssl_object").getpeercert(binary_form=True)
            return found

    async with started(clio):
        first = await shown()
        authority.issue("server")
        second = await shown()
        assert first != second
        assert clio.http_url is not None
        with pytest.raises(ssl.SSLError):
            async with http_connection(clio.http_url, ssl=ssl.create_default_context()):
                pass


async def test_tls_may_ask_for_certificates_of_clients(tmp_path: Path) -> None:
    authority = Authority(tmp_path)
    certificate, key = authority.issue("server")
    more = {"tls_cert": str(certificate), "tls_key": str(key), "tls_client_ca": str(authority.file)}
    clio = server_with(tmp_path / "data", http_port=0, **more)
    async with started(clio):
        assert clio.http_url is not None
        stranger = ssl.create_default_context(cadata=authority.pem.decode())
        with pytest.raises((ssl.SSLError, ConnectionError)):
            async with http_connection(clio.http_url, ssl=stranger) as connection:
                await connection.request("GET", "/readyz")
        known = ssl.create_default_context(cadata=authority.pem.decode())
        known.load_cert_chain(*authority.issue("client"))
        async with http_connection(clio.http_url, ssl=known) as connection:
            assert (await connection.request("GET", "/readyz")).status == 200


async def test_streams_end_with_a_reason_when_the_server_stops(tmp_path: Path) -> None:
    clio = server_with(tmp_path, http_port=0, drain_seconds=5.0)
    async with started(clio):
        assert clio.http_url is not None
        url = clio.http_url
        opened = (await call(url, "MatchService/OpenMatch", {"game": "amphipolis"})).json
        body = envelope(json.dumps({"matchId": opened["match"]["matchId"]}).encode())
        async with http_connection(url) as watching, http_connection(url) as idle:
            assert (await idle.request("GET", "/readyz")).status == 200
            await watching.send(request_bytes("POST", WATCH, body, {"content-type": "application/connect+json"}))
            await watching.head()
            stopping = asyncio.create_task(clio.stop())
            found = await watching.response()
            assert await asyncio.wait_for(idle.reader.read(), 5) == b""
            await asyncio.wait_for(stopping, 10)
    flags, end = envelopes(found.body)[-1]
    assert (flags, json.loads(end)["error"]["details"][0]["debug"]["reason"]) == (2, "SERVER_DRAINING")


async def test_requests_on_one_connection_are_answered_in_their_order(server: Connection, url: str) -> None:
    seated = await server.seated()
    async with http_connection(url) as connection:
        body = json.dumps({"matchId": seated.id}).encode()
        one = request_bytes("POST", "/clio.v1.MatchService/GetMatch", body, JSON)
        await connection.send(one + request_bytes("GET", "/healthz") + one)
        reader = connection.reader
        statuses = []
        for _ in range(3):
            head = await reader.readuntil(b"\r\n\r\n")
            length = int(head.lower().partition(b"content-length: ")[2].split(b"\r\n")[0])
            statuses.append((await reader.readexactly(length))[:1])
    assert statuses == [b"{", b"2", b"{"]


async def test_trailers_are_no_headers(server: Connection, url: str) -> None:
    seated = await server.seated("amphipolis")
    chunked = {"content-type": "application/json", "transfer-encoding": "chunked"}
    body = b'{"matchId":"%b"}' % seated.id.encode()
    async with http_connection(url) as connection:
        head = request_bytes("GET", "/clio.v1.MatchService/ListLegalMoves", headers=chunked).replace(b"GET", b"POST", 1)
        token = f"authorization: Bearer {seated.tokens[0]}\r\n".encode()
        await connection.send(head + b"%x\r\n%b\r\n0\r\n%b\r\n" % (len(body), body, token))
        assert (await connection.response()).status == 401
        # The connection goes on behind the trailers.
        assert (await connection.request("GET", "/healthz")).status == 200


async def test_a_target_may_name_the_host(url: str) -> None:
    async with http_connection(url) as connection:
        await connection.send(b"GET http://clio.test/healthz HTTP/1.1\r\nhost: clio.test\r\n\r\n")
        assert (await connection.response()).body == b"200 OK\n"


async def test_a_response_without_content_has_no_length(url: str) -> None:
    async with http_connection(url) as connection:
        await connection.send(request_bytes("OPTIONS", "/clio.v1.MatchService/GetMatch"))
        head = await connection.reader.readuntil(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 204")
        assert b"content-length" not in head
        assert (await connection.request("GET", "/healthz")).status == 200


async def test_a_client_of_http_1_0_gets_a_stream_that_ends_with_its_connection(server: Connection, url: str) -> None:
    seated = await server.seated()
    await seated.finish()
    body = json.dumps({"matchId": seated.id}).encode()
    head = f"POST {WATCH} HTTP/1.0\r\ncontent-type: application/json\r\naccept: application/x-ndjson\r\n"
    async with http_connection(url) as connection:
        await connection.send(f"{head}content-length: {len(body)}\r\n\r\n".encode() + body)
        answer = await asyncio.wait_for(connection.reader.read(-1), 10)
    lines = answer.partition(b"\r\n\r\n")[2].splitlines()
    assert b"transfer-encoding" not in answer.lower()
    assert json.loads(lines[0])["events"][0]["seq"] == "1"


async def test_a_batch_is_played_in_order_and_each_move_is_answered(server: Connection, url: str) -> None:
    matches = [await server.seated() for _ in range(3)]
    moves = []
    for number, seated in enumerate(matches):
        seat = (await seated.refresh()).to_move[0]
        notation = (await seated.moves(seat)).moves[0].notation
        move = {"matchId": seated.id, "seatToken": seated.tokens[seat], "requestId": f"r-{number}"}
        moves.append({**move, "move": {"notation": notation}})
    wrong = {**moves[0], "requestId": "wrong", "seatToken": "x" * 40}
    nameless = {**moves[0], "requestId": ""}
    request = {"moves": [moves[0], wrong, moves[1], nameless, moves[2]]}
    first = await call(url, "MatchService/PlayBatch", request)
    results = ["played" if "played" in answer else "refused" for answer in first.json["answers"]]
    assert results == ["played", "refused", "played", "refused", "played"]
    again = await call(url, "MatchService/PlayBatch", request)
    assert again.json == first.json
    for seated, answer in zip(matches, first.json["answers"][::2], strict=True):
        assert str((await seated.refresh()).seq) == answer["played"]["seq"]
    over_grpc = pb.PlayBatchRequest(moves=[pb.StreamMove(match_id=matches[0].id, request_id="r-0")])
    (same,) = (await server.matches.PlayBatch(over_grpc)).answers
    assert same.request_id == "r-0"
    empty = await call(url, "MatchService/PlayBatch", {})
    assert (empty.status, empty.json) == (200, {})
    many = await call(url, "MatchService/PlayBatch", {"moves": [{"requestId": "x"}] * 1_001})
    assert (many.status, many.reason) == (400, "MALFORMED")


async def test_a_batch_beyond_the_limit_of_moves_says_when_to_send_the_rest(tmp_path: Path) -> None:
    async with running(tmp_path, http_port=0, limit_moves_per_second=1.0) as server:
        moves = [{"matchId": "none", "requestId": f"r-{number}", "seatToken": "x"} for number in range(5)]
        found = await call(_url(server), "MatchService/PlayBatch", {"moves": moves})
    reasons = [answer["refused"]["details"][0]["reason"] for answer in found.json["answers"]]
    assert reasons == ["MATCH_NOT_FOUND", "MATCH_NOT_FOUND", "LIMIT_REACHED", "LIMIT_REACHED", "LIMIT_REACHED"]


async def test_the_openapi_document_describes_every_method_that_json_can_call(url: str) -> None:
    async with http_connection(url) as connection:
        found = await connection.request("GET", "/openapi.json")
        assert (await connection.request("POST", "/openapi.json")).status == 405
        document = found.json
        for path, item in document["paths"].items():
            lines = "application/x-ndjson" in str(item["post"]["responses"]["200"])
            headers = {**JSON, "accept": "application/x-ndjson"} if lines else JSON
            answer = await connection.request("POST", path, b"[]", headers)
            assert (answer.status, answer.json["code"]) == (400, "invalid_argument"), path
    named = json.dumps(document)
    for schema in document["components"]["schemas"]:
        assert schema == "ConnectError" or f'"#/components/schemas/{schema}"' in named
    assert "/clio.v1.MatchService/PlayMove" in document["paths"]
    assert not [path for path in document["paths"] if "Access" in path or "Backup" in path or "Admin" in path]
