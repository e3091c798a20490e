"""Score lines as sentences: templates with their parameters, and lines that no template fits."""

from msgspec import UNSET

from clio.kernel.outcome import ScoreDetail, ScoreLine, SeatScore, detail_text, with_sentences

DETAILS = {
    "skeletons": ScoreDetail("{families}, {singles}", {"families": ("{families} family", "{families} families")})
}


def line(detail: str = "skeletons", **params: int | str) -> ScoreLine:
    return ScoreLine("AMP-SKELETONS", 6, detail, params or UNSET)


def test_a_line_is_its_template_with_nouns_in_the_right_number() -> None:
    assert detail_text(DETAILS, line(families=1, singles=0)) == "1 family, 0"
    assert detail_text(DETAILS, line(families=2, singles=1)) == "2 families, 1"
    assert detail_text(DETAILS, line(families=0, singles=1)) == "0 families, 1"


def test_a_line_without_parameters_is_a_sentence_already() -> None:
    assert detail_text(DETAILS, line("2 in families, 1 single")) == "2 in families, 1 single"


def test_a_foreign_line_that_fits_no_template_is_shown_by_its_id() -> None:
    for odd in (line("unknown", families=1), line(families=1), line(other="x")):
        assert detail_text(DETAILS, odd) == odd.detail


def test_scores_become_those_of_schema_1() -> None:
    scores = (SeatScore(0, 7, (line(families=1, singles=1),)), SeatScore(-1, 0, ()))
    assert with_sentences(DETAILS, scores) == (
        SeatScore(0, 7, (ScoreLine("AMP-SKELETONS", 6, "1 family, 1"),)),
        SeatScore(-1, 0, ()),
    )


def test_equal_lines_have_equal_hashes_whatever_the_order_of_their_parameters() -> None:
    one, other = line(families=1, singles=2), line(singles=2, families=1)
    assert (one, hash(one)) == (other, hash(other))
    assert len({one, line(families=2, singles=2), line("skeletons")}) == 3
