"""Numbers written by hand, against protobuf's own."""

from google.protobuf.wrappers_pb2 import Int64Value, UInt64Value
from hypothesis import given
from hypothesis import strategies as st

from clio.server.codec.struct_encoder import tag, varint


@given(st.integers(-(2**63), 2**63 - 1))
def test_a_number_with_a_sign_is_written_as_protobuf_does(number: int) -> None:
    expected = Int64Value(value=number).SerializeToString()
    assert (tag(1, 0) + varint(number) if number else b"") == expected


@given(st.integers(0, 2**64 - 1))
def test_a_number_without_a_sign_is_written_as_protobuf_does(number: int) -> None:
    expected = UInt64Value(value=number).SerializeToString()
    assert (tag(1, 0) + varint(number) if number else b"") == expected
