"""Identifiers that the client makes: request ids and tokens, so that a lost answer loses nothing."""

import secrets
import uuid


def new_request_id() -> str:
    """A new unique request id."""
    return str(uuid.uuid4())


def new_token() -> str:
    """256 random bits."""
    return secrets.token_urlsafe(32)
