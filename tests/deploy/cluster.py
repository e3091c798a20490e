"""What an overlay sends to a cluster, and questions to ask of it."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.deploy.files import DEPLOY, make_secrets
from tests.deploy.kustomize import Resource, build
from tests.deploy.pinning import OWN_IMAGE, pin_images

OVERLAYS = sorted(path.name for path in (DEPLOY / "kubernetes" / "overlays").iterdir())


class Cluster:
    """All resources of one overlay, with secrets made for it."""

    def __init__(self, overlay: str, folder: Path) -> None:
        shutil.copytree(DEPLOY, folder / "deploy", ignore=shutil.ignore_patterns("secrets", "pinned", ".env"))
        pin_images(folder / "deploy", OWN_IMAGE)
        place = folder / "deploy" / "kubernetes" / "overlays" / overlay
        self.secrets = make_secrets(place / "secrets", "clio.example.org")
        # What only an operator with a database has.
        shutil.copy(self.secrets / "ca.crt", self.secrets / "database-ca.crt")
        self.resources: list[Resource] = build(place)

    def all(self, *kinds: str) -> list[Resource]:
        return [resource for resource in self.resources if resource["kind"] in kinds]

    def one(self, kind: str, name: str) -> Resource:
        (found,) = [each for each in self.all(kind) if each["metadata"]["name"] == name]
        return found

    def workloads(self) -> list[Resource]:
        return self.all("Deployment", "StatefulSet")

    def pods(self) -> dict[str, dict[str, Any]]:
        """The pods' specifications, by the name they are selected by."""
        return {_name(each["spec"]["template"]): each["spec"]["template"]["spec"] for each in self.workloads()}

    def container(self, name: str) -> dict[str, Any]:
        (found,) = self.pods()[name]["containers"]
        return dict(found)

    def selected(self, selector: dict[str, Any]) -> set[str]:
        """The pods that a selector selects."""
        labels = selector.get("matchLabels", {})
        names = set(self.pods())
        for expression in selector.get("matchExpressions", ()):
            assert (expression["key"], expression["operator"]) == ("app.kubernetes.io/name", "In")
            names &= set(expression["values"])
        if labels:
            assert labels.keys() == {"app.kubernetes.io/name"}
            names &= {labels["app.kubernetes.io/name"]}
        return names

    def paths(self, name: str) -> set[str]:
        """The files that a pod finds in its mounted secrets and configurations."""
        pod = self.pods()[name]
        volumes = {volume["name"]: volume for volume in pod["volumes"]}
        return {
            f"{mount['mountPath']}/{path}"
            for mount in self.container(name)["volumeMounts"]
            if mount["name"] in volumes
            for path in self._files(volumes[mount["name"]])
        }

    def _files(self, volume: dict[str, Any]) -> Iterator[str]:
        sources = volume["projected"]["sources"] if "projected" in volume else [volume]
        for source in sources:
            for kind, field, key in (("ConfigMap", "configMap", "name"), ("Secret", "secret", "secretName")):
                if field in source:
                    told = source[field]
                    data = self.one(kind, told.get(key) or told["name"])["data"]
                    items = told.get("items") or [{"key": name, "path": name} for name in data]
                    assert {item["key"] for item in items} <= data.keys()
                    yield from (item["path"] for item in items)


def _name(template: dict[str, Any]) -> str:
    return str(template["metadata"]["labels"]["app.kubernetes.io/name"])


def allowed(cluster: Cluster) -> set[tuple[str, str, int]]:
    """Who may speak to whom at which port: what both sides' policies allow. `*` is anybody outside."""
    going, coming = set(), set()
    for policy in cluster.all("NetworkPolicy"):
        spec = policy["spec"]
        here = cluster.selected(spec["podSelector"])
        going |= {
            (one, *edge) for one in here for rule in spec.get("egress", ()) for edge in _edges(cluster, rule, "to")
        }
        coming |= {
            (other, one, port)
            for one in here
            for rule in spec.get("ingress", ())
            for other, port in _edges(cluster, rule, "from")
        }
    inside = set(cluster.pods())
    return {
        (source, target, port)
        for source, target, port in going | coming
        if (source not in inside or (source, target, port) in going)
        and (target not in inside or (source, target, port) in coming)
    }


def _edges(cluster: Cluster, rule: dict[str, Any], side: str) -> Iterator[tuple[str, int]]:
    for port in rule["ports"]:
        for peer in rule.get(side, [{}]):
            if "podSelector" in peer:
                yield from ((name, port["port"]) for name in cluster.selected(peer["podSelector"]))
            elif "namespaceSelector" in peer:
                yield "kube-system", port["port"]
            else:
                yield peer.get("ipBlock", {}).get("cidr", "*"), port["port"]
