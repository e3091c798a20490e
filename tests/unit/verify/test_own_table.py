"""A game that no verifier knows: both judge its draws by the table in the record, and neither says that it passes."""

import json

import pytest

from clio.games.registry import BUILT_IN
from clio.kernel.integrity.draw_rows import digest_of, to_draws
from clio.kernel.integrity.draw_table_validation import fault_in
from clio.kernel.message import NO_MESSAGE
from clio.verify import verify_match
from clio.verify.verdicts import NOT_JUDGED
from clio.verify.verifier import verify_lines
from docs.draw_tables import tables_as_json
from tests.mutants.bases import bases
from tests.mutants.draft import Draft
from tests.mutants.own_table_kinds import KINDS
from tests.unit.repository.tree import ROOT

FOREIGN = next(kind for kind in KINDS if kind.name == "unknown game: with its table")


def renamed(draft: Draft) -> list[bytes]:
    changed = draft.copy()
    FOREIGN.change(changed)
    return changed.write().split(b"\n")[:-1]


@pytest.mark.parametrize("draft", bases(marked=True), ids=lambda draft: draft.name)
def test_the_table_is_named_by_its_digest_and_is_never_a_pass(draft: Draft) -> None:
    lines = renamed(draft)
    report, other = verify_lines(lines), verify_match.verify_lines(lines)
    digest = digest_of(BUILT_IN[draft.header["game"]].draw_rows())
    why = f"fair by the record's own table, SHA-256 {digest}"
    assert (report.fairness.verdict, report.fairness.why) == ("own table", why)
    assert (other.fairness.verdict, other.fairness.why) == ("own table", why)
    assert (report.failed_level, report.worst) == (0, NOT_JUDGED)
    assert other.exit_code == 3


@pytest.mark.parametrize("name", BUILT_IN)
def test_rows_hold_all_of_a_draw_table(name: str) -> None:
    game = BUILT_IN[name]
    assert to_draws(game.draw_rows()) == game.draws
    assert fault_in(game.draw_rows()) == NO_MESSAGE


def test_the_page_and_the_stand_alone_verifier_have_the_tables_of_the_games() -> None:
    page = (ROOT / "docs" / "record.md").read_text(encoding="utf-8")
    told = page.partition("<!-- draw tables -->\n```json\n")[2].partition("\n```")[0]
    assert told == tables_as_json()
    assert json.loads(verify_match._TABLES) == json.loads(told)
    assert {name: table.digest for name, (table, _) in verify_match.TABLES.items()} == {
        name: digest_of(game.draw_rows()) for name, game in BUILT_IN.items()
    }
