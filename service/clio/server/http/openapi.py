"""The OpenAPI document of the HTTP API, generated from the contract."""

from collections.abc import Iterable
from typing import Any, Final, cast

from google.protobuf.descriptor import Descriptor, EnumDescriptor, FieldDescriptor

from clio.server.http.connect_errors import HTTP_STATUSES
from clio.server.http.methods import HttpMethod

_JSON: Final = "application/json"
_LINES: Final = "application/x-ndjson"
_INT64: Final = (FieldDescriptor.CPPTYPE_INT64, FieldDescriptor.CPPTYPE_UINT64)
_INT32: Final = (FieldDescriptor.CPPTYPE_INT32, FieldDescriptor.CPPTYPE_UINT32)
_FLOATS: Final = (FieldDescriptor.CPPTYPE_DOUBLE, FieldDescriptor.CPPTYPE_FLOAT)
_WELL_KNOWN: Final[dict[str, dict[str, Any]]] = {
    "google.protobuf.Timestamp": {"type": "string", "format": "date-time"},
    "google.protobuf.Duration": {"type": "string", "pattern": r"^-?\d+(\.\d+)?s$"},
    "google.protobuf.Any": {
        "type": "object",
        "properties": {"@type": {"type": "string"}},
        "additionalProperties": True,
    },
    "google.protobuf.Struct": {"type": "object", "additionalProperties": True},
    "google.protobuf.Value": {},
}
_ERROR: Final[dict[str, Any]] = {
    "type": "object",
    "description": "An error of the Connect protocol; docs/errors.md lists the reasons.",
    "properties": {
        "code": {"type": "string", "enum": [kind.name.lower() for kind in HTTP_STATUSES]},
        "message": {"type": "string"},
        "details": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {
                    "type": {"type": "string"},
                    "value": {"type": "string", "format": "byte"},
                    "debug": {"type": "object", "additionalProperties": True},
                },
            },
        },
    },
}


def openapi_document(methods: Iterable[HttpMethod], version: str) -> dict[str, Any]:
    """The document for the methods that JSON clients can call."""
    schemas: dict[str, Any] = {"ConnectError": _ERROR}
    paths = {
        method.path: {"post": _operation(method, schemas)}
        for method in sorted(methods, key=lambda each: each.path)
        if not method.client_streams
    }
    return {
        "openapi": "3.1.0",
        "info": {"title": "Clio", "version": version, "license": {"name": "Apache-2.0", "identifier": "Apache-2.0"}},
        "paths": paths,
        "components": {
            "schemas": dict(sorted(schemas.items())),
            "securitySchemes": {
                "token": {"type": "http", "scheme": "bearer", "description": "The token of a seat or of a host."},
                "key": {"type": "apiKey", "in": "header", "name": "x-clio-key", "description": "An API key."},
            },
        },
        "security": [{}, {"token": []}, {"key": []}, {"token": [], "key": []}],
    }


def _operation(method: HttpMethod, schemas: dict[str, Any]) -> dict[str, Any]:
    _, service, name = method.path.split("/")
    request = _reference(cast("Descriptor", method.request_type.DESCRIPTOR), schemas)
    response = _reference(cast("Descriptor", method.response_type.DESCRIPTOR), schemas)
    operation: dict[str, Any] = {
        "operationId": f"{service.rpartition('.')[2]}_{name}",
        "tags": [service.rpartition(".")[2]],
        "requestBody": {"required": True, "content": {_JSON: {"schema": request}}},
        "responses": {
            "200": {
                "description": "One line of JSON for each message." if method.server_streams else "The response.",
                "content": {(_LINES if method.server_streams else _JSON): {"schema": response}},
            },
            "default": {
                "description": "An error.",
                "content": {_JSON: {"schema": {"$ref": "#/components/schemas/ConnectError"}}},
            },
        },
    }
    if method.server_streams:
        operation["parameters"] = [
            {"name": "accept", "in": "header", "required": True, "schema": {"const": _LINES}},
        ]
    return operation


def _reference(message: Descriptor, schemas: dict[str, Any]) -> dict[str, Any]:
    if message.full_name in _WELL_KNOWN:
        return _WELL_KNOWN[message.full_name]
    name = message.full_name
    if name not in schemas:
        schemas[name] = properties = {"type": "object", "additionalProperties": False}
        properties["properties"] = {field.json_name: _field(field, schemas) for field in message.fields}
    return {"$ref": f"#/components/schemas/{name}"}


def _field(field: FieldDescriptor, schemas: dict[str, Any]) -> dict[str, Any]:
    entry = field.message_type
    if entry is not None and entry.GetOptions().map_entry:
        return {"type": "object", "additionalProperties": _single(entry.fields_by_name["value"], schemas)}
    single = _single(field, schemas)
    return {"type": "array", "items": single} if field.is_repeated else single


def _single(field: FieldDescriptor, schemas: dict[str, Any]) -> dict[str, Any]:
    kind = field.cpp_type
    if kind == FieldDescriptor.CPPTYPE_MESSAGE:
        return _reference(cast("Descriptor", field.message_type), schemas)
    if kind == FieldDescriptor.CPPTYPE_ENUM:
        return {"type": "string", "enum": [value.name for value in cast("EnumDescriptor", field.enum_type).values]}
    if kind in _INT64:
        return {"type": "string", "format": "int64", "pattern": r"^-?\d+$"}
    if kind in _INT32:
        return {"type": "integer", "format": "int32"}
    if kind in _FLOATS:
        return {"type": "number"}
    if field.type == FieldDescriptor.TYPE_BYTES:
        return {"type": "string", "format": "byte"}
    return {"type": "boolean"} if kind == FieldDescriptor.CPPTYPE_BOOL else {"type": "string"}
