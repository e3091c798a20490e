"""All methods of a server in one table.

grpc.aio waits for every method apart that is registered by its name: each call costs more with every method there is.
The handler of all of them is looked up once.
"""

from collections.abc import Mapping
from typing import Any, Final

import grpc

Handler = Any
"""A ``grpc.RpcMethodHandler``; it is generic for type checkers only."""


class MethodTable(grpc.GenericRpcHandler):  # type: ignore[type-arg]  # generic for type checkers only
    """Finds the handler of a call; generated code registers handlers here as it would at a server."""

    def __init__(self) -> None:
        self._handlers: Final[dict[str, Handler]] = {}

    def add_generic_rpc_handlers(self, handlers: object) -> None:
        """Ignores generic handlers: the same methods are registered by name."""

    def add_registered_method_handlers(self, service: str, handlers: Mapping[str, Handler]) -> None:
        """Adds the handlers of a service."""
        self._handlers.update({f"/{service}/{name}": handler for name, handler in handlers.items()})

    def service(self, handler_call_details: grpc.HandlerCallDetails) -> Handler | None:
        """The handler of a call; None for an unknown method."""
        return self._handlers.get(handler_call_details.method)
