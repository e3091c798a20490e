"""The check page: each damaged file is refused at its level, and no request leaves the page for it."""

import random
import re
from pathlib import Path

from playwright.async_api import Request, expect

from clio.verify.record_files import lines_of
from tests.corpus.grow import FOLDER
from tests.kit.browser import barriers, site
from tests.kit.damage import mutants

RECORD = FOLDER / "akros-a.clio.gz"
VERDICTS = {
    "cut off": ("Level 1, integrity: fail", "Level 2, fairness: not judged"),
    "altered draw, signed again": ("Level 1, integrity: pass", "Level 2, fairness: fail"),
}


SERVER_LEVELS = {
    "altered fact, signed again": ("Level 3, legality: fail", "Level 4, result: pass"),
    "wrong winner, signed again": ("Level 3, legality: pass", "Level 4, result: fail"),
}
# As a person drops a file: the page reads it from the event.
DROP = """([target, name, bytes]) => {
  const data = new DataTransfer();
  data.items.add(new File([new Uint8Array(bytes)], name));
  target.dispatchEvent(new DragEvent("drop", {dataTransfer: data, bubbles: true, cancelable: true}));
}"""


def damaged_records() -> dict[str, bytes]:
    with RECORD.open("rb") as file:
        return {one.kind: one.content for one in mutants(list(lines_of(file)), random.Random(1), 1, 1)}


async def test_a_dropped_file_is_verified_without_a_network(tmp_path: Path) -> None:
    async with site(tmp_path / "data") as here:
        page = await here.person()
        async with page.expect_worker():
            await page.goto(f"{here.url}/check")
        await page.wait_for_load_state("networkidle")
        await page.context.set_offline(offline=True)
        drop = await page.query_selector(".drop")
        await page.evaluate(DROP, [drop, RECORD.name, list(RECORD.read_bytes())])
        await expect(page.get_by_role("heading", name="Level 1, integrity: pass")).to_be_visible()
        await expect(page.get_by_role("heading", name="Level 2, fairness: pass")).to_be_visible()
        await page.get_by_text("Signature", exact=True).click()
        await page.get_by_text("Seed and shuffles").click()
        for fact in (
            "commitment to the seed",
            "seed of the server",
            "entropy of seat 1",
            "seed of the match",
            "signed by",
        ):
            await expect(page.locator("dt", has_text=re.compile(f"^{fact}$")).locator("xpath=../dd/code")).to_have_text(
                re.compile("^[0-9a-f]{16,}$")
            )
        await page.get_by_text(re.compile(r"^Shuffle .+: \d+ components$")).first.click()
        await expect(page.locator(".order li").first).to_be_visible()
        assert await barriers(page) == []
        # The levels that need a server say so, and that it cannot be reached.
        await page.get_by_role("button", name="Let the server check").click()
        await expect(page.get_by_text("The server cannot be reached.")).to_be_visible()


async def test_the_server_judges_levels_3_and_4_and_the_page_says_so(tmp_path: Path) -> None:
    damaged = damaged_records()
    async with site(tmp_path / "data") as here:
        page = await here.person()
        await page.goto(f"{here.url}/check")
        judge = page.get_by_role("button", name="Let the server check levels 3 and 4")
        await page.locator("input[type=file]").set_input_files(RECORD)
        await judge.click()
        await expect(page.get_by_role("heading", name="Level 3, legality: pass")).to_be_visible()
        await expect(page.get_by_role("heading", name="Level 4, result: pass")).to_be_visible()
        await expect(page.get_by_text("checked levels 3 and 4 with its rules")).to_be_visible()
        assert await barriers(page) == []
        for kind, headings in SERVER_LEVELS.items():
            path = tmp_path / f"{kind.partition(',')[0].replace(' ', '-')}.clio"
            path.write_bytes(damaged[kind])
            await page.locator("input[type=file]").set_input_files(path)
            await expect(page.get_by_role("heading", name="Level 2, fairness: pass")).to_be_visible()
            await judge.click()
            for heading in headings:
                await expect(page.get_by_role("heading", name=heading)).to_be_visible()
            await expect(page.locator(".server-levels .why")).to_contain_text("Event")
        assert here.complaints == []


async def test_a_damaged_file_is_refused_at_its_level_without_a_request(tmp_path: Path) -> None:
    damaged = damaged_records()
    async with site(tmp_path / "data") as here:
        page = await here.person()
        await page.add_init_script("""window.violations = [];
            addEventListener("securitypolicyviolation", event => violations.push(event.violatedDirective))""")
        await page.goto(f"{here.url}/check")
        upload = page.locator("input[type=file]")
        # The first file loads the verifier; from then on the page needs no server.
        await upload.set_input_files(RECORD)
        await expect(page.get_by_role("heading", name="Level 2, fairness: pass")).to_be_visible()
        requests: list[Request] = []
        page.context.on("request", lambda request: requests.append(request))  # noqa: PLW0108 (Playwright takes no built-in)
        await here.server.kill()
        for kind, headings in VERDICTS.items():
            path = tmp_path / f"{kind.partition(',')[0].replace(' ', '-')}.clio"
            path.write_bytes(damaged[kind])
            await upload.set_input_files(path)
            await expect(page.get_by_role("heading", name=path.name)).to_be_visible()
            for heading in headings:
                await expect(page.get_by_role("heading", name=heading)).to_be_visible()
            assert await barriers(page) == []
        assert [one.url for one in requests if not one.url.endswith(".js")] == []
        assert await page.evaluate("violations") == []
        assert here.complaints == []
        await here.server.start()
