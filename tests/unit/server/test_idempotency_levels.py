"""Methods without side effects are marked in the contract: HTTP answers them to GET."""

from google.protobuf import descriptor_pool
from google.protobuf.descriptor_pb2 import MethodOptions

from clio.server.auth.scopes import SCOPE_OF
from clio.server.rpc.handlers import services

READS = (
    *("BatchGet", "StreamChanges", "Get", "List", "Watch", "Export", "Replay", "Diff", "Preview", "Suggest", "Verify"),
)
assert services, "loads every service of the contract"


def test_exactly_the_methods_that_read_are_marked() -> None:
    pool = descriptor_pool.Default()
    for path in SCOPE_OF:
        _, service, name = path.split("/")
        options = pool.FindServiceByName(service).methods_by_name[name].GetOptions()
        marked = options.idempotency_level == MethodOptions.NO_SIDE_EFFECTS
        assert marked == name.startswith(READS), path
        assert marked or SCOPE_OF[path] != "read", path
