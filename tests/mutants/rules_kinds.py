"""Versions of the rules and of the components that no implementation has: not judged, never passed."""

from tests.mutants.draft import Draft
from tests.mutants.kind import LEGALITY, NOT_JUDGED, Kind, once, with_values

VERSIONS = ("2", "99", "0", "1.0", "one", "1 ")


def _rules(draft: Draft, version: str) -> None:
    draft.header["rules"] = version
    draft.entries[0].public["rules"] = version


def _data(draft: Draft) -> None:
    draft.entries[0].public["data"]["digest"] = "5a" * 32


def _data_name(draft: Draft) -> None:
    draft.entries[0].public["data"]["name"] = "nobody-has-it"


KINDS = (
    Kind("rules of a version nobody has", NOT_JUDGED, with_values(once, VERSIONS), _rules),
    Kind("components that nobody has", LEGALITY, once, _data),
    Kind("components of another name", LEGALITY, once, _data_name),
)
