import re

from tests.unit.repository.tree import ROOT


def test_the_bot_on_the_page_is_the_bot_that_the_tests_run() -> None:
    page = (ROOT / "docs" / "write-a-bot.md").read_text()
    shown = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    assert shown[0] == (ROOT / "clients" / "examples" / "a_bot_of_your_own.py").read_text()
