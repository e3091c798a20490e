"""Errors with the text of the rule that they name."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from clio.cli.i18n.translate import t
from clio.cli.session.session import Session, to_failure
from clio.client.errors import ClioError


@asynccontextmanager
async def explained(session: Session, game: str) -> AsyncIterator[None]:
    """Adds the text of the rule that an error inside names."""
    try:
        yield
    except ClioError as error:
        if not error.rule:
            raise
        raise to_failure(error, rule_text=await _text(session, game, error.rule)) from error


async def _text(session: Session, game: str, rule_id: str) -> str:
    try:
        known = await session.client.get_game(game)
    except ClioError:
        return ""
    return next((t(rule.text) for rule in [*known.rules, *known.shared_rules] if rule.rule == rule_id), "")
