"""Every method that a server answers, read from the descriptors: so new methods are fuzzed automatically."""

import importlib
import pkgutil
from collections.abc import Iterator
from typing import NamedTuple

from google.protobuf.descriptor import Descriptor, FileDescriptor
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass
from grpc_health.v1 import health_pb2
from grpc_reflection.v1alpha import reflection_pb2

import clio.v1

OURS = "/clio.v1."


class Method(NamedTuple):
    """One method: its path, request and response types, and which sides stream."""

    path: str
    request: Descriptor
    response: Descriptor
    streams_in: bool
    streams_out: bool


def message_class(descriptor: Descriptor) -> type[Message]:
    return GetMessageClass(descriptor)


def _files() -> Iterator[FileDescriptor]:
    for module in sorted(found.name for found in pkgutil.iter_modules(clio.v1.__path__)):
        if module.endswith("_pb2"):
            yield importlib.import_module(f"clio.v1.{module}").DESCRIPTOR
    yield health_pb2.DESCRIPTOR
    yield reflection_pb2.DESCRIPTOR


def _methods() -> Iterator[Method]:
    for file in _files():
        for service in file.services_by_name.values():
            for method in service.methods:
                yield Method(
                    f"/{service.full_name}/{method.name}",
                    method.input_type,
                    method.output_type,
                    method.client_streaming,
                    method.server_streaming,
                )


METHODS = {method.path: method for method in _methods()}
