"""Errors are data: the service knows no transport, and a status carries the template with its parameters, bounded."""

import inspect
import subprocess
import sys
from collections.abc import Callable

import grpc
import pytest
from google.rpc import error_details_pb2, status_pb2

from clio.kernel.message import Message, message
from clio.kernel.rejection import Rejection
from clio.server import errors
from clio.server.auth import auth_errors
from clio.server.errors import ErrorKind, ServiceError
from clio.server.rpc.status import CODES, error_metadata, to_message, to_status

EXAMPLES = {
    str: "calls_per_second",
    int: 3,
    float: 2.5,
    bytes: b"\x01",
    int | None: 3,
    Message: message("seat {seat} is taken", seat=1),
    Rejection: Rejection("CLIO-NAME", "The {what} is empty.", {"what": "name"}),
}


def _made(make: Callable[..., ServiceError]) -> ServiceError:
    parameters = inspect.signature(make, eval_str=True).parameters.values()
    given = [
        EXAMPLES.get(parameter.annotation, "read")
        for parameter in parameters
        if parameter.kind is not parameter.VAR_KEYWORD and parameter.default is parameter.empty
    ]
    return make(*given) if "keys" not in {parameter.name for parameter in parameters} else make("m", [b"\x01"])


MAKERS = [
    make
    for module in (errors, auth_errors)
    for make in vars(module).values()
    if inspect.isfunction(make) and make.__module__ == module.__name__
]


def _info(error: ServiceError) -> tuple[status_pb2.Status, error_details_pb2.ErrorInfo]:
    status = status_pb2.Status.FromString(to_status(error).trailing_metadata[0][1])
    info = error_details_pb2.ErrorInfo()
    assert status.details[0].Unpack(info)
    return status, info


@pytest.mark.parametrize("make", MAKERS, ids=lambda make: make.__name__)
def test_every_error_carries_its_template_and_what_fills_it(make: Callable[..., ServiceError]) -> None:
    error = _made(make)
    status, info = _info(error)
    params = {
        key.removeprefix("param."): value
        for key, value in info.metadata.items()
        if key.startswith("param.") and key.count(".") == 1
    }
    filled = info.metadata["template"].format(**params) if params else info.metadata["template"]
    assert filled == status.message == error.message
    assert status.code == CODES[error.kind].value[0]


def test_every_kind_has_a_code_of_its_name() -> None:
    assert {kind: code.name for kind, code in CODES.items()} == {kind: kind.name for kind in ErrorKind}
    assert all(isinstance(code, grpc.StatusCode) for code in CODES.values())


def test_errors_need_no_transport() -> None:
    code = (
        "import sys, clio.server.errors, clio.server.auth.auth_errors\n"
        "loaded = [name for name in ('grpc', 'google.rpc', 'google.protobuf') if name in sys.modules]\n"
        "sys.exit(', '.join(loaded) or None)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_a_parameter_that_is_a_message_carries_its_own_template() -> None:
    metadata = error_metadata(errors.record_not_valid(3, message("seat {seat} is taken", seat=1)))
    assert metadata == {
        "seq": "3",
        "template": "The record is not valid at event {seq}: {why}.",
        "param.seq": "3",
        "param.why": "seat 1 is taken",
        "param.why.template": "seat {seat} is taken",
        "param.why.param.seat": "1",
    }


def test_a_move_of_a_stream_is_refused_with_the_same_data() -> None:
    error = errors.not_at(4, 7)
    status, info = _info(error)
    assert to_message(error) == status
    assert (status.code, info.reason) == (grpc.StatusCode.ABORTED.value[0], "STALE_SEQ")


def test_a_refusal_repeats_only_the_beginning_of_what_was_said() -> None:
    rejection = Rejection("CLIO-OPTION", "There is no option called {option}.", {"option": "x" * 60_000})
    status, info = _info(errors.refused_opening(rejection))
    assert len(status.message.encode()) <= 1_002
    assert status.message.endswith("…")
    assert len(info.metadata["param.option"]) == 300
    assert len(status.SerializeToString()) < 2_000


def test_all_parameters_together_are_bounded() -> None:
    deep = Message("{text}", {"text": "x" * 60_000})
    for _ in range(50):
        deep = Message("{why} and {more}", {"why": deep, "more": "é" * 60_000})
    status, _ = _info(errors.record_not_valid(None, deep))
    assert len(status.SerializeToString()) < 4_000


def test_what_no_text_can_hold_is_told_all_the_same() -> None:
    _, info = _info(errors.malformed("There is no {what}.", what="\ud800"))
    assert info.metadata["param.what"] == "?"
