"""What a status says fits into one, whatever the caller has said."""

from clio.kernel.rejection import Rejection
from clio.server import errors


def test_a_refusal_repeats_only_the_beginning_of_what_was_said() -> None:
    rejection = Rejection("CLIO-OPTION", "There is no option called {option}.", {"option": "x" * 60_000})
    refusal = errors.refused_opening(rejection)
    assert len(refusal.message) == 1_000
    assert refusal.message.endswith("…")
    assert len(refusal.metadata["param.option"]) == 300
    assert len(refusal.to_status().trailing_metadata[0][1]) < 2_000


def test_a_short_one_is_told_as_it_is() -> None:
    assert errors.malformed("No.", rule="A-1").message == "No."
