"""The Connect protocol on the wire: unary calls, reads by GET, streams, compression, deadlines and errors."""

import asyncio
import gzip
import json
from base64 import b64decode, urlsafe_b64encode
from urllib.parse import quote

import pytest
from google.rpc import error_details_pb2

from clio.server.auth.scopes import SCOPE_OF
from clio.v1 import archive_service_pb2
from clio.v1 import match_service_pb2 as pb
from tests.kit.http_client import Response, call, envelope, envelopes, http_connection
from tests.kit.servers import Connection

PROTO = {"content-type": "application/proto"}
JSON = {"content-type": "application/json"}
STREAM = {"content-type": "application/connect+proto"}
GET_MATCH = "/clio.v1.MatchService/GetMatch"
WATCH = "/clio.v1.MatchService/WatchMatch"


async def test_a_whole_match_is_played_in_json(server: Connection, url: str) -> None:
    opened = (await call(url, "MatchService/OpenMatch", {"game": "amphipolis", "seats": 2})).json
    match_id = opened["match"]["matchId"]
    tokens = []
    for name in ("Ann", "Bob"):
        joined = (await call(url, "MatchService/JoinMatch", {"matchId": match_id, "name": name})).json
        tokens.append(joined["seatToken"])
    for _ in range(400):
        match = (await call(url, "MatchService/GetMatch", {"matchId": match_id})).json["match"]
        if match["status"] != "MATCH_STATUS_PLAYING":
            break
        token = tokens[match["toMove"][0]]
        listed = (await call(url, "MatchService/ListLegalMoves", {"matchId": match_id}, token)).json
        move = {"notation": listed["moves"][-1]["notation"]}
        played = await call(url, "MatchService/PlayMove", {"matchId": match_id, "move": move}, token)
        assert played.status == 200, played.body
    assert match["status"] == "MATCH_STATUS_FINISHED"
    same = await server.matches.GetMatch(pb.GetMatchRequest(match_id=match_id))
    assert str(same.match.seq) == match["seq"]


async def test_protobuf_and_json_give_the_same_message(server: Connection, url: str) -> None:
    seated = await server.seated()
    request = pb.GetMatchRequest(match_id=seated.id)
    async with http_connection(url) as connection:
        binary = await connection.request("POST", GET_MATCH, request.SerializeToString(), PROTO)
        text = await connection.request("POST", GET_MATCH, b'{"matchId":"%b"}' % seated.id.encode(), JSON)
    assert binary.headers["content-type"] == "application/proto"
    match = pb.GetMatchResponse.FromString(binary.body).match
    assert text.json["match"]["matchId"] == match.match_id == seated.id
    assert b64decode(text.json["match"]["digest"]) == match.digest


@pytest.mark.parametrize("coding", ["proto", "json"])
@pytest.mark.parametrize("compression", ["", "gzip"])
async def test_a_read_is_answered_to_get(server: Connection, url: str, coding: str, compression: str) -> None:
    seated = await server.seated()
    message = pb.GetMatchRequest(match_id=seated.id).SerializeToString()
    if coding == "json":
        message = json.dumps({"matchId": seated.id}).encode()
    if compression:
        message = gzip.compress(message)
    text = urlsafe_b64encode(message).decode().rstrip("=")
    query = f"connect=v1&encoding={coding}&base64=1&message={text}"
    async with http_connection(url) as connection:
        found = await connection.request("GET", f"{GET_MATCH}?{query}{compression and '&compression=gzip'}")
    assert found.status == 200, found.body
    assert seated.id.encode() in found.body
    assert found.headers["cache-control"] == "no-store"


async def test_only_the_components_of_a_digest_are_cached(url: str) -> None:
    path = "/clio.v1.GameService/GetComponents"
    async with http_connection(url) as connection:

        async def ask(**fields: str) -> Response:
            message = quote(json.dumps({"game": "akros", **fields}))
            return await connection.request("GET", f"{path}?encoding=json&message={message}")

        newest = await ask()
        digest = newest.json["components"]["digest"]
        fixed = await ask(digest=digest)
        missing = await ask(digest="AAAA")
    assert newest.headers["cache-control"] == missing.headers["cache-control"] == "no-store"
    assert missing.status == 404
    assert fixed.headers["cache-control"] == "private, max-age=31536000, immutable"
    assert fixed.json == newest.json


async def test_a_query_may_hold_plain_json(server: Connection, url: str) -> None:
    seated = await server.seated()
    message = quote(json.dumps({"matchId": seated.id}))
    async with http_connection(url) as connection:
        found = await connection.request("GET", f"{GET_MATCH}?encoding=json&message={message}")
    assert found.json["match"]["matchId"] == seated.id


async def test_get_is_for_methods_without_side_effects_only(url: str) -> None:
    async with http_connection(url) as connection:
        found = await connection.request("GET", "/clio.v1.MatchService/OpenMatch?encoding=json&message={}")
        assert (found.status, found.headers["allow"]) == (405, "POST")
        for query in ("", "?encoding=xml&message=", "?encoding=json&message=%", "?encoding=json&base64=1&message=@"):
            assert (await connection.request("GET", GET_MATCH + query)).status == 400


async def test_an_error_has_the_status_the_code_and_the_details_of_grpc(url: str) -> None:
    found = await call(url, "MatchService/GetMatch", {"matchId": "nothing"})
    assert (found.status, found.json["code"]) == (404, "not_found")
    (detail,) = found.json["details"]
    info = error_details_pb2.ErrorInfo.FromString(b64decode(detail["value"] + "=="))
    assert (detail["type"], info.reason, info.domain) == ("google.rpc.ErrorInfo", "MATCH_NOT_FOUND", "clio.v1")
    assert found.json["message"] == "There is no match with that id."


async def test_large_responses_are_compressed_for_those_who_accept_it(url: str) -> None:
    async with http_connection(url) as connection:
        path = "/clio.v1.GameService/GetGame"
        plain = await connection.request("POST", path, b'{"game":"akrotiri"}', JSON)
        packed = await connection.request("POST", path, b'{"game":"akrotiri"}', {**JSON, "accept-encoding": "br, gzip"})
        small = await connection.request("POST", GET_MATCH, b"{}", {**JSON, "accept-encoding": "gzip"})
    assert "content-encoding" not in plain.headers
    assert packed.headers["content-encoding"] == "gzip"
    assert gzip.decompress(packed.body) == plain.body
    assert "content-encoding" not in small.headers


async def test_a_request_may_be_compressed(server: Connection, url: str) -> None:
    seated = await server.seated()
    body = gzip.compress(json.dumps({"matchId": seated.id}).encode())
    async with http_connection(url) as connection:
        found = await connection.request("POST", GET_MATCH, body, {**JSON, "content-encoding": "gzip"})
        assert found.status == 200
        other = await connection.request("POST", GET_MATCH, body, {**JSON, "content-encoding": "br"})
        assert (other.status, other.json["code"], other.reason) == (501, "unimplemented", "COMPRESSION_NOT_SUPPORTED")
        broken = await connection.request("POST", GET_MATCH, body[:-3], {**JSON, "content-encoding": "gzip"})
        assert (broken.status, broken.reason) == (400, "MALFORMED")
        bomb = gzip.compress(bytes(50_000_000))
        found = await connection.request("POST", GET_MATCH, bomb, {**JSON, "content-encoding": "gzip"})
        assert (found.status, found.reason) == (429, "MESSAGE_TOO_LARGE")


async def test_a_stream_comes_in_envelopes_and_ends_with_an_empty_one(server: Connection, url: str) -> None:
    seated = await server.seated()
    await seated.finish()
    request = envelope(pb.WatchMatchRequest(match_id=seated.id).SerializeToString())
    async with http_connection(url) as connection:
        found = await connection.request("POST", WATCH, request, STREAM)
    assert (found.status, found.headers["content-type"]) == (200, "application/connect+proto")
    *messages, (last_flags, last) = envelopes(found.body)
    events = [event for _, part in messages for event in pb.WatchMatchResponse.FromString(part).events]
    assert [event.seq for event in events] == list(range(1, seated.match.seq + 1))
    assert (last_flags, last) == (2, b"{}")


async def test_an_error_of_a_stream_comes_in_its_last_envelope(url: str) -> None:
    async with http_connection(url) as connection:
        request = envelope(b'{"matchId":"nothing"}')
        found = await connection.request("POST", WATCH, request, {"content-type": "application/connect+json"})
    ((flags, end),) = envelopes(found.body)
    assert (found.status, flags, json.loads(end)["error"]["code"]) == (200, 2, "not_found")


async def test_messages_of_a_stream_are_compressed_for_those_who_accept_it(server: Connection, url: str) -> None:
    seated = await server.seated()
    await seated.finish()
    body = envelope(gzip.compress(pb.WatchMatchRequest(match_id=seated.id).SerializeToString()), 1)
    headers = {**STREAM, "connect-content-encoding": "gzip", "connect-accept-encoding": "gzip"}
    async with http_connection(url) as connection:
        found = await connection.request("POST", WATCH, body, headers)
        assert found.headers["connect-content-encoding"] == "gzip"
        flags, first = envelopes(found.body)[0]
        assert flags == 1
        assert pb.WatchMatchResponse.FromString(gzip.decompress(first)).events[0].seq == 1
        unknown = await connection.request("POST", WATCH, body, {**headers, "connect-content-encoding": "br"})
        ((_, end),) = envelopes(unknown.body)
        assert json.loads(end)["error"]["code"] == "unimplemented"


@pytest.mark.parametrize(
    "body", [b"", b"\0", envelope(b"")[:4], envelope(b"{}") + b"x", envelope(b"{}") * 2, envelope(b"{}", 2), b"{}"]
)
async def test_a_request_without_its_envelope_is_refused(url: str, body: bytes) -> None:
    async with http_connection(url) as connection:
        found = await connection.request("POST", WATCH, body, {"content-type": "application/connect+json"})
    ((flags, end),) = envelopes(found.body)
    assert (flags, json.loads(end)["error"]["code"]) == (2, "invalid_argument")


async def test_watching_in_lines_of_json_is_live(server: Connection, url: str) -> None:
    seated = await server.seated()
    headers = {**JSON, "accept": "application/x-ndjson"}
    async with http_connection(url) as connection:
        body = json.dumps({"matchId": seated.id}).encode()
        await connection.send(
            b"POST %b HTTP/1.1\r\nhost: x\r\ncontent-length: %d\r\n" % (WATCH.encode(), len(body))
            + "".join(f"{name}: {value}\r\n" for name, value in headers.items()).encode()
            + b"\r\n"
            + body
        )
        assert (await connection.head()).headers["content-type"] == "application/x-ndjson"
        lines = (json.loads(line) async for part in connection.parts() for line in part.splitlines())
        async for line in lines:
            if line.get("caughtUp"):
                break
        played = await seated.play_first()
        async for line in lines:
            if str(played.first_seq) in [event["seq"] for event in line.get("events", ())]:
                break


async def test_reads_that_stream_are_answered_to_get_in_lines(server: Connection, url: str) -> None:
    seated = await server.seated()
    await seated.finish()
    message = quote(json.dumps({"matchId": seated.id}))
    async with http_connection(url) as connection:
        path = f"/clio.v1.RecordService/ReplayMatch?encoding=json&message={message}"
        found = await connection.request("GET", path, headers={"accept": "application/x-ndjson"})
        assert len(found.body.splitlines()) == seated.match.seq
        assert (await connection.request("GET", path)).status == 405
        missing = await connection.request(
            "GET", f"{WATCH}?encoding=json&message=%7B%7D", headers={"accept": "application/x-ndjson"}
        )
    assert (missing.status, missing.json["code"]) == (404, "not_found")


async def test_a_deadline_of_the_caller_ends_the_call(server: Connection, url: str) -> None:
    seated = await server.seated()
    body = envelope(pb.WatchMatchRequest(match_id=seated.id).SerializeToString())
    async with http_connection(url) as connection:
        found = await connection.request("POST", WATCH, body, {**STREAM, "connect-timeout-ms": "300"})
        flags, end = envelopes(found.body)[-1]
        assert (flags, json.loads(end)["error"]["code"]) == (2, "deadline_exceeded")
        expired = await connection.request("POST", GET_MATCH, b"{}", {**JSON, "connect-timeout-ms": "0"})
        assert (expired.status, expired.json["code"]) == (504, "deadline_exceeded")
        for wrong in ("x", "-1", "12345678901", "1.5"):
            refused = await connection.request("POST", GET_MATCH, b"{}", {**JSON, "connect-timeout-ms": wrong})
            assert (refused.status, refused.reason) == (400, "MALFORMED")


async def test_a_caller_that_hangs_up_ends_its_stream(server: Connection, url: str) -> None:
    seated = await server.seated()
    body = envelope(pb.WatchMatchRequest(match_id=seated.id).SerializeToString())
    streams = server.clio._pipeline.open_streams
    async with http_connection(url) as connection:
        await connection.send(
            b"POST %b HTTP/1.1\r\nhost: x\r\ncontent-type: application/connect+proto\r\ncontent-length: %d\r\n\r\n%b"
            % (WATCH.encode(), len(body), body)
        )
        await connection.head()
        assert streams["WatchMatch"] == 1
    async with asyncio.timeout(5):
        while streams["WatchMatch"]:  # noqa: ASYNC110 (a counter, not an event)
            await asyncio.sleep(0.01)


async def test_play_stream_says_what_to_use_instead(url: str) -> None:
    async with http_connection(url) as connection:
        path = "/clio.v1.MatchService/PlayStream"
        plain = await connection.request("POST", path, b"{}", JSON)
        assert (plain.status, plain.reason) == (501, "STREAM_NOT_OFFERED")
        found = await connection.request("POST", path, envelope(b""), STREAM)
        ((_, end),) = envelopes(found.body)
        assert "PlayBatch" in json.loads(end)["error"]["message"]


async def test_the_methods_of_operators_are_not_served(url: str) -> None:
    async with http_connection(url) as connection:
        for path, scope in SCOPE_OF.items():
            found = await connection.request("POST", path, b"", {"content-type": "text/plain"})
            expected = 404 if scope == "admin" else 501 if path.endswith("/PlayStream") else 415
            assert found.status == expected, path


async def test_a_record_is_imported_by_a_stream_and_by_one_message(server: Connection, url: str) -> None:
    seated = await server.seated()
    await seated.finish()
    async with http_connection(url) as connection:
        request = json.dumps({"matchId": seated.id}).encode()
        lines = await connection.request(
            "POST", "/clio.v1.RecordService/ExportRecord", request, {**JSON, "accept": "application/x-ndjson"}
        )
        record = b"".join(b64decode(json.loads(line)["chunk"]) for line in lines.body.splitlines())
        own = await connection.request(
            "POST",
            "/clio.v1.ArchiveService/UploadRecord",
            archive_service_pb2.UploadRecordRequest(content=record).SerializeToString(),
            PROTO,
        )
        assert own.reason == "MATCH_IS_OWN"
        parts = [
            archive_service_pb2.ImportRecordRequest(chunk=record[at : at + 999]) for at in range(0, len(record), 999)
        ]
        body = b"".join(envelope(part.SerializeToString()) for part in parts)
        path = "/clio.v1.ArchiveService/ImportRecord"
        streamed = await connection.request("POST", path, body, STREAM)
        ((_, end),) = envelopes(streamed.body)
        assert json.loads(end)["error"]["details"][0]["debug"]["reason"] == "MATCH_IS_OWN"
        cut = await connection.request("POST", path, body[:-1], STREAM)
        ((_, end),) = envelopes(cut.body)
        assert json.loads(end)["error"]["code"] == "invalid_argument"
