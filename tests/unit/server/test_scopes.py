"""Every method of the contract has its scope, in the one table, and streams are known as such."""

import importlib

from clio.server.auth.scopes import MOVING, OPENING, SCOPE_OF, STREAMING
from tests.unit.repository.tree import ROOT


def methods() -> dict[str, bool]:
    """All methods of all proto files, and whether they are streams."""
    found = {}
    for file in sorted((ROOT / "proto" / "clio" / "v1").glob("*_service.proto")):
        contract = importlib.import_module(f"clio.v1.{file.stem}_pb2")
        for service in contract.DESCRIPTOR.services_by_name.values():
            for method in service.methods:
                path = f"/{service.full_name}/{method.name}"
                found[path] = method.client_streaming or method.server_streaming
    return found


def test_every_method_of_the_contract_has_a_scope_and_no_other_has() -> None:
    assert sorted(SCOPE_OF) == sorted(methods())


def test_exactly_the_streams_are_counted_as_streams() -> None:
    assert {method for method, streams in methods().items() if streams} == STREAMING


def test_what_is_counted_exists() -> None:
    assert set(methods()) >= OPENING | MOVING
