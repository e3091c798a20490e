"""Dashboard, alert rules and pages speak of the metrics that a real server shows, and of all of them."""

import json
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import grpc
import promql_parser
import pytest
import yaml

from tests.kit.redis_server import RedisServer
from tests.kit.scraping import Scrape, scraped
from tests.kit.watching import seen_to_the_end

ROOT = Path(__file__).parents[3]
RULES = [
    rule
    for group in yaml.safe_load((ROOT / "deploy/prometheus/alerts.yml").read_text(encoding="utf-8"))["groups"]
    for rule in group["rules"]
]
DASHBOARD = json.loads((ROOT / "deploy/grafana/clio.json").read_text(encoding="utf-8"))
ALERTS_PAGE = (ROOT / "docs/alerts.md").read_text(encoding="utf-8")
METRICS_PAGE = (ROOT / "docs/metrics.md").read_text(encoding="utf-8")

OF_PROMETHEUS = {"job", "instance"}
"""Labels that Prometheus adds to whatever it reads."""
CODES = {code.name for code in grpc.StatusCode}


@pytest.fixture(scope="module")
def traffic() -> Iterator[RedisServer]:
    redis = RedisServer()
    redis.start()
    yield redis
    redis.remove()


@pytest.fixture
async def scrape(tmp_path: Path, traffic: RedisServer) -> Scrape:
    """What a server shows that has all parts, after a match that somebody watched."""
    async with scraped(tmp_path, redis_url=traffic.url) as seen:
        table = await seen.server.seated("akros")
        await table.finish()
        await seen_to_the_end(seen.server, table.id)
        return await seen.scrape()


class Shown:
    """Names, labels and values of the labels that there are."""

    def __init__(self, scrape: Scrape) -> None:
        self.labels: dict[str, set[str]] = defaultdict(set)
        self.values: dict[str, set[str]] = defaultdict(set)
        self.labels["up"] = set()
        for sample in scrape.samples:
            self.labels[sample.name] |= sample.labels.keys()
            for label, value in sample.labels.items():
                self.values[label].add(value)
        self.values["code"] |= CODES
        self.values["job"] = {"clio"}

    def wrong(self, query: str) -> list[str]:
        """What a query asks for that does not exist."""
        found: list[str] = []
        asked: set[str] = set()
        grouped: set[str] = set()

        def visit(node: promql_parser.Expr) -> None:
            if isinstance(node, promql_parser.VectorSelector):
                found.extend(self._wrong_in(node))
                asked.update(self.labels.get(node.name or "", ()))
            elif isinstance(node, promql_parser.AggregateExpr) and node.modifier is not None:
                grouped.update(node.modifier.labels)

        promql_parser.walk(promql_parser.parse(query), visit)
        return found + [f"no {label} to group by in {query}" for label in grouped - asked - OF_PROMETHEUS]

    def _wrong_in(self, selector: promql_parser.VectorSelector) -> Iterator[str]:
        name = selector.name or ""
        if name not in self.labels:
            yield f"no metric {name}"
            return
        for matcher in selector.matchers.matchers:
            if matcher.name not in self.labels[name] | OF_PROMETHEUS:
                yield f"no label {matcher.name} of {name}"
            elif matcher.name != "instance" and matcher.value != ".*":
                for value in matcher.value.split("|"):
                    if value not in self.values[matcher.name]:
                        yield f"no {matcher.name} {value}"


def queries_of_the_dashboard() -> list[str]:
    queries = [target["expr"] for panel in DASHBOARD["panels"] for target in panel.get("targets", ())]
    for variable in DASHBOARD["templating"]["list"]:
        if variable["type"] == "query":
            metric, label = re.fullmatch(r"label_values\((\w+), (\w+)\)", variable["definition"]).groups()  # type: ignore[union-attr]
            queries.append(f"count by ({label}) ({metric})")
    names = "|".join(variable["name"] for variable in DASHBOARD["templating"]["list"])
    return [re.sub(rf"\$({names})\b", ".*", query.replace("$__rate_interval", "5m")) for query in queries]


def test_every_query_speaks_of_metrics_and_labels_that_exist(scrape: Scrape) -> None:
    shown = Shown(scrape)
    queries = [*queries_of_the_dashboard(), *(rule["expr"] for rule in RULES)]
    assert len(queries) > 40
    assert [wrong for query in queries for wrong in shown.wrong(query)] == []


def test_a_query_that_speaks_of_something_else_is_noticed(scrape: Scrape) -> None:
    shown = Shown(scrape)
    for query in (
        "rate(clio_moved_total[5m])",
        'clio_moves_total{player="Ann"}',
        'clio_moves_total{result="excepted"}',
        "sum by (seat) (clio_moves_total)",
        "histogram_quantile(0.9, rate(clio_calls_bucket[5m]))",
    ):
        assert len(shown.wrong(query)) == 1, query


def test_the_dashboard_shows_every_metric_of_ours(scrape: Scrape) -> None:
    queries = " ".join(queries_of_the_dashboard())
    families = {re.sub("_info$", "", family.name) for family in scrape.families if family.name.startswith("clio_")}
    # What follows from others: the log's position, streams that have ended, commands that the batches count too.
    others = {"clio_record_position", "clio_stream_seconds", "clio_commands_committed"}
    assert {name for name in families if name not in queries} == others


def test_every_panel_and_every_rule_is_complete() -> None:
    panels = [panel for panel in DASHBOARD["panels"] if panel["type"] != "row"]
    assert len({panel["id"] for panel in DASHBOARD["panels"]}) == len(DASHBOARD["panels"])
    places = {(panel["gridPos"]["x"], panel["gridPos"]["y"]) for panel in panels}
    assert len(places) == len(panels), "no panel lies on another one"
    for rule in RULES:
        assert rule["for"]
        assert rule["labels"]["severity"] in ("critical", "warning", "info")
        assert rule["annotations"]["summary"]


def test_every_alert_has_its_section_and_every_section_its_alert() -> None:
    sections = dict(re.findall(r"^## (\w+)\n\n\*(\w+)\.\*", ALERTS_PAGE, re.MULTILINE))
    assert sections == {rule["alert"]: rule["labels"]["severity"] for rule in RULES}
    assert [rule["annotations"]["runbook"] for rule in RULES] == [
        f"docs/alerts.md#{rule['alert'].lower()}" for rule in RULES
    ]


def test_the_page_lists_every_metric_as_it_is_shown(scrape: Scrape) -> None:
    rows = re.findall(r"^\| `((?:clio|process|python)_\w+)` \| .*$", METRICS_PAGE, re.MULTILINE)
    assert len(rows) == len(set(rows))
    listed = {line for line in METRICS_PAGE.splitlines() if re.match(r"\| `(clio|process|python)_", line)}
    assert listed == set(metric_rows(scrape))


def metric_rows(scrape: Scrape) -> list[str]:
    """The table of the page, as it should be."""
    rows = []
    for family in scrape.families:
        name = f"{family.name}_total" if family.type == "counter" else family.name
        labels = sorted({label for sample in family.samples for label in sample.labels} - {"le"})
        help_text = family.documentation.rstrip(".")
        rows.append(f"| `{name}` | {family.type} | {', '.join(f'`{each}`' for each in labels)} | {help_text} |")
    return rows
