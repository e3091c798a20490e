"""AccessService."""

from typing import Final

import msgspec

from clio.kernel.visible_text import is_far_too_long, normalised, refusal_of_text
from clio.server.app.call_context import read_request_id
from clio.server.app.pagination import after_token, page_size, page_token
from clio.server.app.requested_metadata import NAMESPACE
from clio.server.app.validation import read_timestamp
from clio.server.auth import auth_errors
from clio.server.auth.api_key_cache import ApiKeyCache
from clio.server.auth.api_keys import ApiKey, new_key
from clio.server.auth.rate_limit import Limits
from clio.server.auth.scopes import SCOPES, Scope
from clio.server.clock import timestamp
from clio.server.codec.timestamps import to_timestamp
from clio.server.rpc.caller import Context
from clio.v1 import access_service_pb2 as pb
from clio.v1.access_service_pb2_grpc import AccessServiceServicer

MAX_NAME: Final = 64
_SCOPES: Final[dict[int, Scope]] = {pb.Scope.Value(f"SCOPE_{scope.upper()}"): scope for scope in SCOPES}
_NUMBERS: Final = {scope: number for number, scope in _SCOPES.items()}


class AccessHandler(AccessServiceServicer):
    """Creates, lists and revokes API keys, for operators."""

    def __init__(self, ring: ApiKeyCache) -> None:
        self._ring: Final = ring

    async def CreateKey(self, request: pb.CreateKeyRequest, context: Context) -> pb.CreateKeyResponse:
        del context
        key_id, secret_hash, text = new_key(read_request_id(request.request_id))
        key = ApiKey(
            id=key_id,
            name=_name(request.name),
            secret_hash=secret_hash,
            scopes=_scopes(request),
            created_at=timestamp(),
            expires_at=_expiry(request),
            limits=_limits(request.limits),
            namespace=_namespace(request.namespace),
        )
        await self._ring.add(key)
        return pb.CreateKeyResponse(api_key=_to_message(key), key=text)

    async def ListKeys(self, request: pb.ListKeysRequest, context: Context) -> pb.ListKeysResponse:
        del context
        size = page_size(request.page_size)
        after = after_token(request.page_token, "keys", str, str)
        found = [key for key in self._ring.listed() if not after or (key.created_at, key.id) < after]
        page = found[:size]
        token = page_token((page[-1].created_at, page[-1].id), "keys") if len(found) > size else ""
        return pb.ListKeysResponse(api_keys=[_to_message(key) for key in page], next_page_token=token)

    async def RevokeKey(self, request: pb.RevokeKeyRequest, context: Context) -> pb.RevokeKeyResponse:
        del context
        return pb.RevokeKeyResponse(api_key=_to_message(await self._ring.revoke(request.key_id)))


def _name(given: str) -> str:
    name = given if is_far_too_long(given, MAX_NAME) else normalised(given)
    if refusal := refusal_of_text("CLIO-NAME", "key's name", name, MAX_NAME):
        raise auth_errors.key_name_rejected(refusal)
    return name


def _namespace(given: str) -> str:
    if given and not NAMESPACE.fullmatch(given):
        raise auth_errors.key_not_possible("A namespace has 1 to 64 characters: a to z, 0 to 9, _ and -.")
    return given


def _scopes(request: pb.CreateKeyRequest) -> tuple[Scope, ...]:
    if not request.scopes or not set(request.scopes) <= set(_SCOPES):
        raise auth_errors.key_not_possible(
            "A key has at least one of the scopes {scopes}, and no other.", scopes=", ".join(SCOPES)
        )
    return tuple(scope for scope in SCOPES if _NUMBERS[scope] in request.scopes)


def _expiry(request: pb.CreateKeyRequest) -> str:
    if not request.HasField("expire_time"):
        return ""
    at = read_timestamp(request.expire_time)
    if at <= timestamp():
        raise auth_errors.key_not_possible("The key would have expired already.")
    return at


def _limits(given: pb.KeyLimits) -> Limits:
    values = [getattr(given, field.name) for field in msgspec.structs.fields(Limits)]
    if not all(0 <= value <= _LARGEST for value in values):
        raise auth_errors.key_not_possible("A limit of a key is 0 or more, and finite.")
    return Limits(*values)


_LARGEST: Final = 1e9


def _to_message(key: ApiKey) -> pb.ApiKey:
    return pb.ApiKey(
        key_id=key.id,
        name=key.name,
        scopes=[pb.Scope.ValueType(_NUMBERS[scope]) for scope in key.scopes],
        namespace=key.owner,
        limits=pb.KeyLimits(**msgspec.structs.asdict(key.limits)),
        create_time=to_timestamp(key.created_at),
        expire_time=to_timestamp(key.expires_at) if key.expires_at else None,
        revoke_time=to_timestamp(key.revoked_at) if key.revoked_at else None,
    )
