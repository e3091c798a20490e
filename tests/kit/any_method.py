"""Calls of any method of the contract, from its descriptors."""

import importlib
import pkgutil
from collections.abc import Iterator, Mapping
from typing import Any

import grpc.aio

import clio.v1

Metadata = tuple[tuple[str, str], ...]


def methods() -> Mapping[str, Any]:
    """The descriptor of every method, by its path."""
    return {f"/{service.full_name}/{method.name}": method for service in _services() for method in service.methods}


def request_of(method: str, **fields: Any) -> Any:
    """A request of a method."""
    return _class_of(methods()[method].input_type)(**fields)


async def call_any(channel: grpc.aio.Channel, method: str, request: Any, metadata: Metadata) -> list[Any]:
    """Calls a method; gives all messages of its answer, of an endless stream those until the caller has caught up."""
    kind = methods()[method]
    serialise, parse = (lambda message: message.SerializeToString()), _class_of(kind.output_type).FromString
    requests = iter([request])
    if not kind.server_streaming:
        if kind.client_streaming:
            return [await channel.stream_unary(method, serialise, parse)(requests, metadata=metadata)]
        return [await channel.unary_unary(method, serialise, parse)(request, metadata=metadata)]
    call: Any = (
        channel.stream_stream(method, serialise, parse)(requests, metadata=metadata)
        if kind.client_streaming
        else channel.unary_stream(method, serialise, parse)(request, metadata=metadata)
    )
    found = []
    async for part in call:
        found.append(part)
        if getattr(part, "caught_up", False):
            call.cancel()
            break
    return found


def _services() -> Iterator[Any]:
    for module in pkgutil.iter_modules(clio.v1.__path__):
        if module.name.endswith("_pb2"):
            yield from importlib.import_module(f"clio.v1.{module.name}").DESCRIPTOR.services_by_name.values()


def _class_of(message: Any) -> Any:
    name = str(message.file.name).removesuffix(".proto").replace("/", ".")
    return getattr(importlib.import_module(f"{name}_pb2"), message.name)
