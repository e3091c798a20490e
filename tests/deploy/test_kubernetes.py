"""The Kubernetes manifests: valid, without rights, shut off, and in step with the service, Envoy and compose."""

import re
from pathlib import Path
from typing import Any

import grpc_health.v1.health_pb2 as health
import kubernetes_validate
import pytest
from grpc_health.v1.health_pb2_grpc import HealthStub

from tests.deploy.cluster import OVERLAYS, Cluster, allowed
from tests.deploy.files import DEPLOY, SETTINGS, find, read, variables
from tests.deploy.image import final_stage
from tests.deploy.pinning import digest_of
from tests.kit.servers import running

OLDEST = "1.32"
"""preStop sleeps and kept claims are in every cluster from here on."""


@pytest.fixture(scope="module", params=OVERLAYS)
def cluster(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Cluster:
    return Cluster(request.param, tmp_path_factory.mktemp("cluster"))


def environment(cluster: Cluster) -> dict[str, str]:
    return {each["name"]: each["value"] for each in cluster.container("clio")["env"]}


@pytest.mark.parametrize("version", [OLDEST, kubernetes_validate.latest_version()])
def test_every_manifest_is_what_its_schema_allows(cluster: Cluster, version: str) -> None:
    for resource in cluster.resources:
        kubernetes_validate.validate(resource, version, strict=True)


def test_every_pod_is_without_rights(cluster: Cluster) -> None:
    assert cluster.one("Namespace", "clio")["metadata"]["labels"]["pod-security.kubernetes.io/enforce"] == "restricted"
    for name, pod in cluster.pods().items():
        assert pod["securityContext"]["runAsNonRoot"], name
        assert pod["securityContext"]["runAsUser"] > 0, name
        assert pod["securityContext"]["seccompProfile"] == {"type": "RuntimeDefault"}, name
        assert not pod["automountServiceAccountToken"], name
        assert not pod.keys() & {"hostNetwork", "hostPID", "hostIPC"}, name
        for container in pod["containers"]:
            assert container["securityContext"] == {
                "allowPrivilegeEscalation": False,
                "readOnlyRootFilesystem": True,
                "capabilities": {"drop": ["ALL"]},
            }, name
            assert container["resources"]["requests"].keys() == {"cpu", "memory"}, name
            assert "memory" in container["resources"]["limits"], name
            assert {"readinessProbe", "livenessProbe"} <= container.keys(), name
            assert re.search(r"@sha256:[0-9a-f]{64}$", container["image"]), name


def test_it_runs_as_the_user_of_the_image_and_keeps_the_record_where_the_image_does(cluster: Cluster) -> None:
    assert final_stage().all("ARG")[0].text == f"CLIO_UID={cluster.pods()['clio']['securityContext']['runAsUser']}"
    data = [mount["mountPath"] for mount in cluster.container("clio")["volumeMounts"] if mount["name"] == "data"]
    assert data == [final_stage().last("VOLUME").text]


def test_its_settings_exist_and_are_those_of_compose(cluster: Cluster) -> None:
    named = environment(cluster).keys() | cluster.one("Secret", "clio-settings")["data"].keys()
    assert named <= SETTINGS
    assert environment(cluster) == read(DEPLOY / "compose.yaml")["services"]["clio-a"]["environment"]


def test_a_server_may_drain_before_it_is_killed(cluster: Cluster) -> None:
    pod, container = cluster.pods()["clio"], cluster.container("clio")
    leaving = container["lifecycle"]["preStop"]["sleep"]["seconds"]
    drain = float(environment(cluster)["CLIO_DRAIN_SECONDS"])
    assert pod["terminationGracePeriodSeconds"] >= leaving + drain + 5
    (refresh,) = {*find(read(DEPLOY / "envoy" / "envoy.yaml"), "dns_refresh_rate")}
    assert leaving > float(refresh.removesuffix("s"))


def probes(cluster: Cluster) -> list[dict[str, Any]]:
    container = cluster.container("clio")
    return [container[f"{kind}Probe"]["grpc"] for kind in ("startup", "readiness", "liveness")]


def test_probes_and_services_use_ports_that_are_there(cluster: Cluster) -> None:
    exposed, http = map(int, final_stage().last("EXPOSE").text.split())
    assert {probe["port"] for probe in probes(cluster)} == {exposed}
    metrics = int(environment(cluster)["CLIO_METRICS_PORT"])
    assert {port["containerPort"] for port in cluster.container("clio")["ports"]} == {exposed, http, metrics}
    for name in cluster.pods():
        ports = {port["name"] for port in cluster.container(name)["ports"]}
        probed = [cluster.container(name)[kind] for kind in ("readinessProbe", "livenessProbe")]
        assert {each["port"] for kind in ("httpGet", "tcpSocket") for each in find(probed, kind)} <= ports
        for service in cluster.all("Service"):
            if cluster.selected({"matchLabels": service["spec"]["selector"]}) == {name}:
                assert {port["targetPort"] for port in service["spec"]["ports"]} <= ports
    config = read(DEPLOY / "envoy" / "envoy.yaml")
    listening = {each["port_value"] for each in find(config["static_resources"]["listeners"], "socket_address")}
    assert {port["containerPort"] for port in cluster.container("envoy")["ports"]} == listening


async def test_a_real_server_answers_what_the_probes_ask(cluster: Cluster, tmp_path: Path) -> None:
    async with running(tmp_path) as server:
        stub: Any = HealthStub(server.channel)
        for probe in probes(cluster):
            answer = await stub.Check(health.HealthCheckRequest(service=probe.get("service", "")))
            assert answer.status == health.HealthCheckResponse.SERVING


def test_what_is_selected_exists(cluster: Cluster) -> None:
    for service in cluster.all("Service"):
        assert cluster.selected({"matchLabels": service["spec"]["selector"]}), service["metadata"]["name"]
    for budget in cluster.all("PodDisruptionBudget"):
        assert cluster.selected(budget["spec"]["selector"]), budget["metadata"]["name"]
    for scaler in cluster.all("HorizontalPodAutoscaler"):
        target = scaler["spec"]["scaleTargetRef"]
        scaled = cluster.one(target["kind"], target["name"])
        # A number here would undo what the autoscaler has done at every apply.
        assert "replicas" not in scaled["spec"]
        assert 2 <= scaler["spec"]["minReplicas"] <= scaler["spec"]["maxReplicas"]
    assert {budget["metadata"]["name"] for budget in cluster.all("PodDisruptionBudget")} == {"clio", "envoy"}
    for workload in cluster.all("StatefulSet"):
        cluster.one("Service", workload["spec"]["serviceName"])
    for name, pod in cluster.pods().items():
        cluster.one("ServiceAccount", pod["serviceAccountName"])
        assert name


def test_nobody_speaks_to_anybody_but_these(cluster: Cluster) -> None:
    (nobody,) = [each for each in cluster.all("NetworkPolicy") if each["metadata"]["name"] == "nobody"]
    assert nobody["spec"] == {"podSelector": {}, "policyTypes": ["Ingress", "Egress"]}
    edges = {edge for edge in allowed(cluster) if edge[1] != "kube-system"}
    database = "postgres" if "postgres" in cluster.pods() else "192.0.2.0/24"
    assert edges == {
        ("*", "envoy", 8443),
        ("envoy", "clio", 50051),
        ("envoy", "clio", 8080),
        ("clio", "redis", 6379),
        ("clio", database, 5432),
        ("prometheus", "clio", 9464),
        ("prometheus", "envoy", 9902),
    }


def test_every_file_that_a_pod_needs_is_mounted(cluster: Cluster) -> None:
    told = variables(cluster.secrets / "clio.env")
    authority = told["CLIO_REDIS_URL"].rpartition("ssl_ca_certs=")[2]
    assert {environment(cluster)["CLIO_HEAD_KEY"], authority} <= cluster.paths("clio")
    config, certificate = read(DEPLOY / "envoy" / "envoy.yaml"), read(DEPLOY / "envoy" / "certificate.yaml")
    wanted = {*find(certificate, "filename"), *(source["path"] for source in find(config, "path_config_source"))}
    assert wanted | {cluster.container("envoy")["args"][1]} <= cluster.paths("envoy")
    lines = (DEPLOY / "redis" / "redis.conf").read_text().splitlines()
    files = {line.split()[1] for line in lines if line.startswith(("aclfile", "tls-cert", "tls-key", "tls-ca"))}
    assert files | set(cluster.container("redis")["args"]) == cluster.paths("redis")
    assert "/etc/prometheus/prometheus.yml" in cluster.paths("prometheus")


def test_the_images_are_those_of_compose(cluster: Cluster) -> None:
    services = read(DEPLOY / "compose.yaml")["services"]
    for name in cluster.pods().keys() - {"clio"}:
        image = services[name]["image"].partition("@")[0]
        assert cluster.container(name)["image"] == f"{image.partition(':')[0]}@{digest_of(image)}"
