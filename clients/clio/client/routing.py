"""Routing metadata: the match id of a call, for proxies."""

from typing import Final

MATCH_HEADER: Final = "x-clio-match-id"
"""Optional: a proxy that hashes by it sends all calls for a match to one server, whose cache is warm."""


def match_header(request: object) -> tuple[tuple[str, str], ...]:
    """The metadata of a call that names one match; none for others, nor for an id that no match can have."""
    match_id = getattr(request, "match_id", "")
    return ((MATCH_HEADER, match_id),) if match_id.isascii() and match_id.isalnum() else ()
