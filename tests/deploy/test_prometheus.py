"""What Prometheus reads: a configuration of the right shape, and ports where something answers.

Prometheus's own checker is not on PyPI, and its Debian package is large; the shape is checked by a schema of our own.
"""

import jsonschema

from tests.deploy.files import DEPLOY, find, read

FOLDER = DEPLOY / "prometheus"
CONFIGURATION = read(FOLDER / "prometheus.yml")
DURATION = {"type": "string", "pattern": "^[1-9][0-9]*(ms|s|m|h)$"}
SCRAPED = {
    "type": "object",
    "additionalProperties": False,
    "required": ["job_name", "dns_sd_configs"],
    "properties": {
        "job_name": {"type": "string", "minLength": 1},
        "metrics_path": {"type": "string", "pattern": "^/"},
        "dns_sd_configs": {
            "type": "array",
            "minItems": 1,
            "items": {
                "type": "object",
                "additionalProperties": False,
                "required": ["names", "type", "port"],
                "properties": {
                    "names": {"type": "array", "minItems": 1, "items": {"type": "string"}},
                    "type": {"enum": ["A", "AAAA", "SRV", "MX", "NS"]},
                    "port": {"type": "integer", "minimum": 1, "maximum": 65535},
                    "refresh_interval": DURATION,
                },
            },
        },
    },
}
SCHEMA = {
    "type": "object",
    "additionalProperties": False,
    "required": ["global", "scrape_configs"],
    "properties": {
        "global": {
            "type": "object",
            "additionalProperties": False,
            "properties": dict.fromkeys(("scrape_interval", "scrape_timeout", "evaluation_interval"), DURATION),
        },
        "rule_files": {"type": "array", "items": {"type": "string", "pattern": r"\.ya?ml$"}},
        "scrape_configs": {"type": "array", "minItems": 1, "items": SCRAPED},
    },
}


def test_the_configuration_has_the_right_shape() -> None:
    jsonschema.validate(CONFIGURATION, SCHEMA)
    names = [scraped["job_name"] for scraped in CONFIGURATION["scrape_configs"]]
    assert len(names) == len(set(names))


def test_it_asks_servers_and_proxies_where_they_answer() -> None:
    asked = {
        scraped["job_name"]: (found["names"], found["port"], scraped.get("metrics_path", "/metrics"))
        for scraped in CONFIGURATION["scrape_configs"]
        for found in scraped["dns_sd_configs"]
    }
    compose = read(DEPLOY / "compose.yaml")["services"]
    metrics = int(compose["clio-a"]["environment"]["CLIO_METRICS_PORT"])
    envoy = read(DEPLOY / "envoy" / "envoy.yaml")
    (operators,) = [each for each in envoy["static_resources"]["listeners"] if each["name"] == "operators"]
    port = operators["address"]["socket_address"]["port_value"]
    assert "/stats/prometheus" in set(find(operators, "path"))
    assert asked == {
        "clio": (["clio"], metrics, "/metrics"),
        "envoy": (["envoy"], port, "/stats/prometheus"),
    }


def test_a_cluster_gets_every_rule_that_the_configuration_names() -> None:
    (generated,) = read(FOLDER / "kustomization.yaml")["configMapGenerator"]
    rules = {path.name for pattern in CONFIGURATION["rule_files"] for path in FOLDER.glob(pattern)}
    assert set(generated["files"]) == {"prometheus.yml", *rules}
