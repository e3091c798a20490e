"""Whether the server in this container serves: exit code 0 or 1. Kubernetes asks by itself; other engines run this.

With TLS it trusts the server's own certificate and no other. A server that wants certificates of its callers is asked
for a connection only: this script has none to show.
"""

import os
import socket
import sys
from pathlib import Path

import grpc
from cryptography import x509
from grpc_health.v1 import health_pb2, health_pb2_grpc

SECONDS = 4
PORT = int(os.environ.get("CLIO_PORT", "50051"))


def channel() -> grpc.Channel:
    """To the server, as it wants to be spoken to."""
    address = f"127.0.0.1:{PORT}"
    file = os.environ.get("CLIO_TLS_CERT")
    if not file:
        return grpc.insecure_channel(address)
    chain = Path(file).read_bytes()
    names = x509.load_pem_x509_certificate(chain).extensions.get_extension_for_class(x509.SubjectAlternativeName)
    name = next(iter(names.value.get_values_for_type(x509.DNSName)), "localhost")
    return grpc.secure_channel(address, grpc.ssl_channel_credentials(chain), [("grpc.ssl_target_name_override", name)])


def serves() -> bool:
    """Whether it says that it does."""
    if os.environ.get("CLIO_TLS_CLIENT_CA"):
        with socket.create_connection(("127.0.0.1", PORT), SECONDS):
            return True
    with channel() as connection:
        answer = health_pb2_grpc.HealthStub(connection).Check(health_pb2.HealthCheckRequest(), timeout=SECONDS)
        return answer.status == health_pb2.HealthCheckResponse.SERVING


if __name__ == "__main__":
    try:
        sys.exit(not serves())
    except (grpc.RpcError, OSError):
        sys.exit(1)
