"""The visibility rule: who may know that a match exists, read it, find it in a list and take its seats.

This module is the only place that decides it. Lists, the feed, standings and statistics use ``audience``, everything
that names a match uses ``may_read``.

| visibility | is listed for | may be read and joined by |
|---|---|---|
| public | everyone | everyone |
| unlisted | its namespace | its namespace, holders of its tokens, those with a code; without a namespace everyone |
| invited | its namespace | its namespace, holders of its tokens, those with a code |

A token of the match may be shown as a code, too.
"""

import hmac
from hashlib import sha256
from typing import Final

import msgspec

from clio.kernel.match.aggregate import Match
from clio.kernel.match.holding import Holding
from clio.kernel.match.match_metadata import MatchMetadata

PUBLIC: Final = ""
"""The audience of public matches: everyone."""
NOBODY: Final = "-"
"""The audience of matches that no list shows: not public, and of no namespace."""


class Caller(msgspec.Struct, frozen=True):
    """A caller that asks for a match: its token, the namespace of its API key, and the hash of its invitation code."""

    token: str = ""
    namespace: str = ""
    code_hash: str = ""
    is_operator: bool = False
    seat: int | None = None
    """The seat that the caller acts for with its API key instead of a token."""

    @property
    def is_spectator(self) -> bool:
        """Whether the caller acts for no seat and no host."""
        return not self.token and self.seat is None


ANYONE: Final = Caller()
"""A caller without token, key and code."""


def may_read(metadata: MatchMetadata, caller: Caller) -> bool:
    """Whether a caller may read a match for what it is, whatever tokens it holds."""
    return (
        metadata.visibility == "public"
        or caller.is_operator
        or is_owner(metadata, caller)
        or (metadata.visibility == "unlisted" and not metadata.namespace)
        or has_code(metadata, caller.code_hash)
    )


def is_visible(match: Match, caller: Caller) -> bool:
    """Whether a caller may know of a match: it may read it, or holds one of its tokens."""
    return (
        may_read(match.metadata, caller)
        or (bool(caller.token) and match.holder(caller.token) is not None)
        or token_as_code(match, caller) is not None
    )


def token_as_code(match: Match, caller: Caller) -> Holding | None:
    """The holding whose token the caller shows as its code: it proves the right to read, and acts for no seat."""
    holder = match.holder_of_hash(caller.code_hash) if caller.code_hash else None
    return None if holder is None else match.held(holder)


def is_owner(metadata: MatchMetadata, caller: Caller) -> bool:
    """Whether a match belongs to the caller's namespace."""
    return bool(metadata.namespace) and metadata.namespace == caller.namespace


def shows_labels(metadata: MatchMetadata, caller: Caller) -> bool:
    """Whether a caller sees a match's labels and external id, which are the platform's own."""
    return metadata.namespace == caller.namespace or caller.is_operator


def has_code(metadata: MatchMetadata, code_hash: str) -> bool:
    """Whether a code is one of the match: the invitation's, or that of a reserved seat."""
    codes = (metadata.code_hash, *(each.code_hash for each in metadata.reservations))
    return bool(code_hash) and sum(hmac.compare_digest(code, code_hash) for code in codes) > 0


def audience(metadata: MatchMetadata) -> str:
    """The audience that lists show a match to."""
    if metadata.visibility == "public":
        return PUBLIC
    return metadata.namespace or NOBODY


def audiences(caller: Caller) -> tuple[str, ...]:
    """The audiences that a caller belongs to."""
    return (PUBLIC, caller.namespace) if caller.namespace else (PUBLIC,)


def code_hash(code: str) -> str:
    """The hash of an invitation code; empty for none."""
    return sha256(code.encode()).hexdigest() if code else ""


_CLOSEDNESS: Final = {"public": 0, "unlisted": 1, "invited": 2}


def inherited(origin: MatchMetadata, wanted: MatchMetadata) -> MatchMetadata:
    """The metadata of a fork or rematch: as closed as its origin at least, and in the origin's namespace if closed."""
    wanted = msgspec.structs.replace(wanted, private_names=wanted.private_names or origin.private_names)
    if origin.visibility == "public":
        return wanted
    visibility = max(origin.visibility, wanted.visibility, key=lambda each: _CLOSEDNESS[each])
    return msgspec.structs.replace(
        wanted,
        visibility=visibility,
        namespace=origin.namespace,
        code_hash=wanted.code_hash or origin.code_hash,
    )
