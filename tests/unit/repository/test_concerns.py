"""A reader who knows the field finds each concern by its usual name."""

import re

import pytest

from tests.unit.repository.import_graph import modules

CONCERNS = {
    "auth": r"^clio\.server\.auth$",
    "rate limit": r"\.rate_limit$",
    "cache": r"_cache$",
    "health": r"\.health$",
    "interceptor": r"\.interceptors$",
    "validation": r"\.validation$",
    "encryption": r"\.encryption$",
    "retry": r"\.retry$",
    "metrics": r"\.metrics$",
    "tracing": r"\.tracing$",
    "translation": r"\.i18n\.translate$",
    "pagination": r"\.pagination$",
    "backup": r"^clio\.server\.backup$",
    "event store": r"^clio\.server\.eventstore$",
    "live stream": r"^clio\.server\.livestream$",
    "group commit": r"\.group_commit$",
    "gap filling": r"\.gap_filler$",
    "projections runtime": r"^clio\.projections\.runtime$",
    "board rendering": r"\.boards$",
    "determinization": r"\.determinization$",
}


@pytest.mark.parametrize(("concern", "pattern"), CONCERNS.items())
def test_a_concern_is_found_by_its_usual_name(concern: str, pattern: str) -> None:
    assert any(re.search(pattern, name) for name in modules()), concern
