"""Kustomize as far as our manifests use it: a field that it does not know is an error, not a gap.

`kubectl kustomize` gives the same, save for the hashes in the names of what is generated.
"""

import base64
from pathlib import Path
from typing import Any

from tests.deploy.files import read, read_all, variables

Resource = dict[str, Any]
KNOWN = {
    *("apiVersion", "kind", "namespace", "resources", "components", "images", "patches"),
    *("configMapGenerator", "secretGenerator"),
}
EVERYWHERE = {"Namespace"}
"""Kinds that belong to no namespace."""


def build(folder: Path) -> list[Resource]:
    """What `kubectl apply -k` would send."""
    told = read(folder / "kustomization.yaml")
    assert told.keys() <= KNOWN, told.keys() - KNOWN
    resources: list[Resource] = []
    for name in told.get("resources", ()):
        place = folder / name
        resources += build(place) if place.is_dir() else read_all(place)
    for name in told.get("components", ()):
        component = read(folder / name / "kustomization.yaml")
        assert component["kind"] == "Component"
        resources += build(folder / name)
        # Unlike a resource, a component changes what is there already.
        for image in component.get("images", ()):
            _rename(resources, image)
    resources += [_config_map(folder, each) for each in told.get("configMapGenerator", ())]
    resources += [_secret(folder, each) for each in told.get("secretGenerator", ())]
    for patch in told.get("patches", ()):
        assert patch.keys() == {"path"}
        for change in read_all(folder / patch["path"]):
            _merge(_find(resources, change), change)
    for image in told.get("images", ()):
        _rename(resources, image)
    for resource in resources:
        if "namespace" in told and resource["kind"] not in EVERYWHERE:
            resource["metadata"]["namespace"] = told["namespace"]
    names = [(resource["kind"], resource["metadata"]["name"]) for resource in resources]
    assert len(names) == len(set(names)), names
    return resources


def _files(folder: Path, generator: Resource) -> dict[str, bytes]:
    found: dict[str, bytes] = {}
    for word in generator.get("files", ()):
        key, _, path = word.rpartition("=")
        assert not path.startswith(".."), "kubectl reads nothing from outside of the folder"
        found[key or Path(path).name] = (folder / path).read_bytes()
    for name in generator.get("envs", ()):
        found |= {key: value.encode() for key, value in variables(folder / name).items()}
    return found


def _config_map(folder: Path, generator: Resource) -> Resource:
    assert generator.keys() == {"name", "files"}
    data = {key: value.decode() for key, value in _files(folder, generator).items()}
    return {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": generator["name"]}, "data": data}


def _secret(folder: Path, generator: Resource) -> Resource:
    assert generator.keys() <= {"name", "files", "envs", "type"}
    return {
        "apiVersion": "v1",
        "kind": "Secret",
        "metadata": {"name": generator["name"]},
        "type": generator.get("type", "Opaque"),
        "data": {key: base64.b64encode(value).decode() for key, value in _files(folder, generator).items()},
    }


def _find(resources: list[Resource], change: Resource) -> Resource:
    (found,) = [
        resource
        for resource in resources
        if (resource["kind"], resource["metadata"]["name"]) == (change["kind"], change["metadata"]["name"])
    ]
    return found


def _merge(into: Any, change: Any) -> None:
    """A strategic merge: lists of things with names are merged by name, other lists are replaced."""
    for key, value in change.items():
        if isinstance(value, dict) and isinstance(into.get(key), dict):
            _merge(into[key], value)
        elif isinstance(value, list) and all(isinstance(each, dict) and "name" in each for each in value):
            for each in value:
                (same,) = [old for old in into[key] if old["name"] == each["name"]]
                _merge(same, each)
        else:
            into[key] = value


def _rename(resources: list[Resource], image: dict[str, str]) -> None:
    assert image.keys() <= {"name", "newName", "newTag", "digest"}, image
    for resource in resources:
        for container in resource.get("spec", {}).get("template", {}).get("spec", {}).get("containers", ()):
            name, _, tag = container["image"].partition("@")[0].partition(":")
            if name == image["name"]:
                version = f"@{image['digest']}" if "digest" in image else f":{image.get('newTag', tag)}"
                container["image"] = f"{image.get('newName', name)}{version}"
