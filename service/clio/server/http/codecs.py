"""The two codecs of the Connect protocol: protobuf and JSON."""

from collections.abc import Callable
from functools import partial
from typing import Any, Final, NamedTuple

from google.protobuf.message import DecodeError, Message

from clio.server import errors
from clio.server.codec.json_decoder import JsonError, from_json
from clio.server.codec.json_encoder import to_json
from clio.server.rpc.pipeline import InvalidRequest

_MAX_REASON: Final = 300


class Codec(NamedTuple):
    """How messages become bytes."""

    name: str
    parse: Callable[[type[Message], bytes], Any]
    """Returns the message, or an ``InvalidRequest``."""
    print: Callable[[type[Message], Any], bytes]
    """Takes a message, or the bytes of one."""

    @property
    def content_type(self) -> str:
        """The content type of unary calls."""
        return f"application/{self.name}"

    @property
    def stream_type(self) -> str:
        """The content type of streams."""
        return f"application/connect+{self.name}"


def _parse_protobuf(kind: type[Message], data: bytes) -> object:
    try:
        return kind.FromString(data)
    except DecodeError:
        return InvalidRequest(partial(errors.malformed, "The request cannot be decoded."))


def _print_protobuf(_: type[Message], message: Message | bytes) -> bytes:
    return message if isinstance(message, bytes) else message.SerializeToString()


def _parse_json(kind: type[Message], data: bytes) -> object:
    try:
        # An empty body stands for an empty message, as it does in protobuf.
        return from_json(data, kind) if data else kind()
    except JsonError as error:
        # The library's second line lists all fields of the message.
        why = str(error).partition("\n")[0][:_MAX_REASON]
        return InvalidRequest(partial(errors.malformed, "The JSON of the request cannot be read: {why}", why=why))


def _print_json(kind: type[Message], message: Message | bytes) -> bytes:
    return to_json(kind.FromString(message) if isinstance(message, bytes) else message)


PROTOBUF: Final = Codec("proto", _parse_protobuf, _print_protobuf)
JSON: Final = Codec("json", _parse_json, _print_json)
CODECS: Final = (PROTOBUF, JSON)


def media_type(content_type: bytes) -> str:
    """A content type without its parameters; empty where its charset is not UTF-8."""
    name, _, parameters = content_type.decode("latin-1").lower().partition(";")
    charset = parameters.replace(" ", "").replace('"', "")
    if charset and charset != "charset=utf-8":
        return ""
    return name.strip()
