"""The caller of an RPC: its credentials, read from the call's metadata and from nothing else."""

from typing import Any, TypeAlias

import grpc.aio

from clio.server.app.call_context import Credentials, Headers, token_of

Context: TypeAlias = grpc.aio.ServicerContext[Any, Any]


def read_credentials(metadata: Headers) -> Credentials:
    """The credentials in the metadata of a call. Of repeated tokens and keys the first counts."""
    token = key = forwarded = invite = seat = ""
    for name, value in metadata:
        if name == "authorization" and not token:
            token = token_of(str(value))
        elif name == "x-clio-key" and not key:
            key = str(value)
        elif name == "x-clio-invite" and not invite:
            invite = str(value)
        elif name == "x-clio-seat" and not seat:
            seat = str(value)
        elif name == "x-forwarded-for":
            forwarded = f"{forwarded},{value!s}" if forwarded else str(value)
    return Credentials(token, key, forwarded, invite, seat)
