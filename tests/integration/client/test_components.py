"""Components over the API and in the client's cache."""

import pytest

from clio.client import Client, IntegrityError, NotFoundError
from clio.client.component_cache import ComponentCache
from clio.games.registry import BUILT_IN
from clio.v1.components_pb2 import Components
from clio.v1.game_service_pb2 import GetComponentsRequest, GetComponentsResponse
from tests.integration.client.seats import seated


@pytest.mark.parametrize("game", sorted(BUILT_IN))
async def test_a_match_names_the_components_it_is_played_with(client: Client, game: str) -> None:
    table = await seated(client, 2, game)
    match = await client.get_match(table.id)
    components = await client.get_components(game, digest=match.data_digest)
    assert (components.game, components.data_set, components.digest) == (game, match.data_set, match.data_digest)
    assert components.WhichOneof("components") == game
    assert await client.get_components(game) == components


async def test_components_of_another_data_set_are_not_found(client: Client) -> None:
    match = await client.get_match((await seated(client, 2, "akros")).id)
    for arguments in ({"data_set": "full-hexagon", "digest": match.data_digest}, {"digest": b"\x00" * 32}):
        with pytest.raises(NotFoundError) as refused:
            await client.get_components("akros", **arguments)  # type: ignore[arg-type]
        assert refused.value.reason == "COMPONENTS_NOT_FOUND"
    with pytest.raises(NotFoundError) as refused:
        await client.get_components("chess")
    assert refused.value.reason == "GAME_NOT_FOUND"


async def test_a_digest_is_asked_for_once(client: Client) -> None:
    digest = (await client.get_components("akros")).digest
    asked: list[GetComponentsRequest] = []

    async def ask(request: GetComponentsRequest, *, timeout: float | None) -> GetComponentsResponse:  # noqa: ASYNC109 (as the client asks)
        asked.append(request)
        assert timeout == 3
        return GetComponentsResponse(components=await client.get_components(request.game, digest=request.digest))

    cache = ComponentCache(ask)
    first = await cache.get("akros", "", digest, timeout=3)
    assert await cache.get("akros", "", digest, timeout=3) is first
    assert len(asked) == 1


@pytest.mark.parametrize("lie", [{"content": b"{}"}, {"game": "akrotiri"}, {"digest": b"\x01" * 32}])
async def test_components_that_are_not_those_of_the_digest_are_refused(client: Client, lie: dict[str, object]) -> None:
    true = await client.get_components("akros")

    async def ask(request: GetComponentsRequest, *, timeout: float | None) -> GetComponentsResponse:  # noqa: ASYNC109 (as the client asks)
        del request, timeout
        forged = Components(game="akros", data_set="standard", digest=true.digest, content=true.content)
        for name, value in lie.items():
            setattr(forged, name, value)
        return GetComponentsResponse(components=forged)

    with pytest.raises(IntegrityError):
        await ComponentCache(ask).get("akros", "", true.digest, timeout=None)
