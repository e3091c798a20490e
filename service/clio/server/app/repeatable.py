"""Repeatable calls: the request id and the token that the caller brings, and the match id that follows from them.

A caller that loses an answer repeats the call with the same request id and the same token of its own. A request id is
public: events show it. So nothing follows from a request id alone: the id of a new match follows from it and from the
caller's namespace, which is that of its API key or, without one, the token that it brings.
"""

from typing import NamedTuple

from clio.server import errors
from clio.server.app.call_context import current_call, read_request_id
from clio.server.identifiers import (
    MAX_TOKEN,
    MIN_TOKEN,
    key_namespace,
    match_id_for,
    new_token,
    token_hash,
    token_namespace,
)


class Repeatable(NamedTuple):
    """A call that gives a token: its request id and the token."""

    request_id: str
    token: str

    @property
    def match_id(self) -> str:
        """The id of the match that the call opens."""
        call = current_call()
        owner = call.namespace if call is not None else ""
        namespace = key_namespace(owner) if owner else token_namespace(token_hash(self.token))
        return match_id_for(namespace, self.request_id)


def read_repeatable(request_id: str, token: str) -> Repeatable:
    """What the caller brings; the server draws what it leaves out.

    A request id without a token is refused: repeated, the call could not give the first answer, which held the token.
    """
    if request_id and not token:
        raise errors.own_token_missing()
    return Repeatable(read_request_id(request_id), _read_token(token))


def _read_token(given: str) -> str:
    if not given:
        return new_token()
    if not MIN_TOKEN <= len(given) <= MAX_TOKEN or not given.isascii() or not given.isprintable():
        raise errors.malformed("A token of your own has 32 to 128 visible ASCII characters.")
    return given
