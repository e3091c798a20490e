"""Shell completion of games, matches, bots, rules and seats."""

import asyncio
import os
from collections.abc import Iterable
from typing import Final

import click
from click.shell_completion import CompletionItem

from clio.cli.session.token_store import TokenStore

_MAX_MATCHES: Final = 50
_SECONDS: Final = 1.5
"""How long a server may take: the user waits at the prompt."""
_KINDS: Final = ("greedy", "random", "search")
_MAX_SEATS: Final = 4


def complete_games(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The installed games."""
    del context, parameter
    from clio.cli.local.games import local_game_names  # noqa: PLC0415 (loads the rules)

    return _starting(local_game_names(), incomplete)


def complete_rules(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The rule ids of the game that is named before, or of all games."""
    del parameter
    from clio.cli.local.games import local_game, local_game_names  # noqa: PLC0415 (loads the rules)

    named = context.params.get("game")
    games = [local_game(name) for name in ([named] if named else local_game_names())]
    titles = {rule.rule: rule.title for game in games if game for rule in (*game.rules, *game.shared_rules)}
    # Ids are written in capitals; nobody should have to type them so.
    return [
        CompletionItem(rule, help=title)
        for rule, title in sorted(titles.items())
        if rule.startswith(incomplete.upper())
    ]


def complete_bots(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The kinds of bots, the last one of a list with commas; a file of one's own by its path."""
    del context, parameter
    before, comma, last = incomplete.rpartition(",")
    if "/" in last or last.startswith("."):
        return [CompletionItem(incomplete, type="file")]
    return _starting([f"{before}{comma}{kind}" for kind in _KINDS], incomplete)


def complete_seats(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The user's seats of the match that is named before, else the usual numbers."""
    del parameter
    match, held = context.params.get("match") or "", set[int]()
    for store in _stores(context):
        for match_id in store.match_ids():
            if match and match_id.startswith(match):
                held.update(store.holding(match_id).seats)
    return _starting([str(seat) for seat in sorted(held) or range(_MAX_SEATS)], incomplete)


def complete_matches(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The user's own matches, and the newest ones of the server, with what they are."""
    del parameter
    stored = {match_id for store in _stores(context) for match_id in store.match_ids()}
    listed = asyncio.run(_listed(context))
    return [
        CompletionItem(match_id, help=listed.get(match_id, ""))
        for match_id in (*listed, *sorted(stored - set(listed)))
        if match_id.startswith(incomplete)
    ]


def _starting(values: Iterable[str], incomplete: str) -> list[CompletionItem]:
    return [CompletionItem(value) for value in values if value.startswith(incomplete)]


def _server(context: click.Context) -> str | None:
    return context.params.get("server") or os.environ.get("CLIO_SERVER") or None


def _stores(context: click.Context) -> list[TokenStore]:
    from clio.cli.session.own_server import OWN_SERVER  # noqa: PLC0415 (loads gRPC)
    from clio.cli.session.session import normalised  # noqa: PLC0415

    named = _server(context)
    if named == OWN_SERVER:
        return [TokenStore(OWN_SERVER)]
    stores = [TokenStore(normalised(named or ""))]
    return stores if named else [*stores, TokenStore(OWN_SERVER)]


async def _listed(context: click.Context) -> dict[str, str]:
    from clio.cli.session.own_server import OWN_SERVER  # noqa: PLC0415 (loads gRPC)
    from clio.cli.session.session import credentials_for, normalised  # noqa: PLC0415
    from clio.cli.text.match_text import seats_in_words, status_of  # noqa: PLC0415
    from clio.client.address_probe import answers  # noqa: PLC0415 (loads gRPC)
    from clio.client.client import Client  # noqa: PLC0415
    from clio.client.errors import ClioError  # noqa: PLC0415

    named = _server(context)
    address = normalised(named or "")
    found: dict[str, str] = {}
    if named == OWN_SERVER or not await answers(address):
        return found
    try:
        async with asyncio.timeout(_SECONDS), Client(address, credentials=credentials_for(named or "")) as client:
            async for match in client.list_matches(page_size=_MAX_MATCHES):
                found[match.match_id] = f"{match.game}, {status_of(match)}: {seats_in_words(match)}"
                if len(found) == _MAX_MATCHES:
                    break
    except (ClioError, TimeoutError):
        # Completion is a convenience: what cannot be asked is not offered.
        return found
    return found
