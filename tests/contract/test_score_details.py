"""Every line of a score has an id of its game's templates, which formats with its parameters in every language."""

import re
from collections.abc import Iterator

import pytest

from clio.cli.i18n.translate import set_language
from clio.cli.main import LANGUAGES
from clio.cli.text.score_text import SCORE_TEMPLATES, detail_in_words
from clio.games.registry import BUILT_IN
from clio.kernel.outcome import Outcome, ScoreLine, detail_text
from clio.server.codec.struct_messages import fill
from clio.v1 import outcome_pb2
from tests.contract.games import Setting, settings

ENGLISH = re.compile(r"\b(the|of|and|each|against|nobody|most|fewest|single|mixed|temples?|tiles?|family|families)\b")


@pytest.fixture(params=LANGUAGES)
def language(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    monkeypatch.setenv("LANGUAGE", "")
    set_language(request.param)
    yield request.param
    set_language(LANGUAGES[0])


def _lines(setting: Setting) -> Iterator[ScoreLine]:
    for seed in range(3):
        outcome = setting.table(seed).finish().match.outcome
        assert isinstance(outcome, Outcome)
        yield from (line for score in outcome.scores for line in score.lines)


@pytest.mark.parametrize(
    "setting", [each for each in settings() if not each.options and each.game in BUILT_IN], ids=str
)
def test_every_line_of_a_score_formats_in_every_language(setting: Setting, language: str) -> None:
    details = BUILT_IN[setting.game].score_details
    found = list(_lines(setting))
    assert found
    for line in found:
        assert line.detail in details
        assert line.params is not None
        message = outcome_pb2.ScoreLine()
        fill(message, line)
        assert message.detail == detail_text(details, line) != line.detail or not line.params
        assert (message.detail_id, set(message.params)) == (line.detail, set(line.params))
        shown = detail_in_words(message)
        assert shown == message.detail if language == LANGUAGES[0] else not ENGLISH.search(shown)


def test_the_command_line_has_the_templates_of_the_games_and_ids_are_unique() -> None:
    games = [(name, detail) for game in BUILT_IN.values() for name, detail in game.score_details.items()]
    assert len({name for name, _ in games}) == len(games)
    assert {name: (detail.template, dict(detail.counts)) for name, detail in games} == {
        name: (template, dict(counts)) for name, (template, counts) in SCORE_TEMPLATES.items()
    }
    for game in BUILT_IN.values():
        assert set(game.score_sentences) == set(game.score_details)


@pytest.mark.parametrize(
    ("line", "text"),
    [
        (ScoreLine("AMP-SKELETONS", 6, "skeletons", {"families": 1, "singles": 2}), "1 family, 2 single skeletons"),
        (ScoreLine("AMP-SKELETONS", 12, "skeletons", {"families": 2, "singles": 1}), "2 families, 1 single skeleton"),
        (ScoreLine("AMP-STATUES", 3, "sphinxes_most", {"count": 1}), "1 sphinx, the most"),
        (
            ScoreLine("AKT-GOAL-HILLS", 3, "goal_temples", {"count": 1, "each": 3, "goal": "hills"}),
            "hills: 1 temple, 3 each",
        ),
        (ScoreLine("AKT-SCORE-DRACHMAS", 0, "drachmas", {"drachmas": 1}), "1 drachma"),
    ],
)
def test_one_is_singular(line: ScoreLine, text: str) -> None:
    details = {name: detail for game in BUILT_IN.values() for name, detail in game.score_details.items()}
    assert detail_text(details, line) == text


@pytest.mark.parametrize("params", [{}, {"count": "{count}"}, {"count": "x", "more": 1}])
def test_a_foreign_detail_that_fits_no_template_is_shown_as_it_is(params: dict[str, int | str]) -> None:
    line = ScoreLine("AMP-SKELETONS", 6, "skeletons", params)
    message = outcome_pb2.ScoreLine()
    fill(message, line)
    assert (message.detail, detail_in_words(message)) == ("skeletons", "skeletons")
