"""Plain values of ``google.protobuf.Struct``: whole numbers come back as integers."""

from typing import TypeAlias

from google.protobuf.struct_pb2 import Struct, Value

StructValue: TypeAlias = "bool | int | float | str | list[StructValue] | dict[str, StructValue] | None"


def plain_struct(struct: Struct) -> dict[str, StructValue]:
    """The fields of a struct."""
    return {name: plain_value(value) for name, value in sorted(struct.fields.items())}


def plain_value(value: Value) -> StructValue:
    """One value."""
    match value.WhichOneof("kind"):
        case "bool_value":
            return value.bool_value
        case "number_value":
            return int(value.number_value) if value.number_value.is_integer() else value.number_value
        case "string_value":
            return value.string_value
        case "struct_value":
            return plain_struct(value.struct_value)
        case "list_value":
            return [plain_value(item) for item in value.list_value.values]
        case _:
            return None
