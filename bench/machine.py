"""Where and with what a run was made."""

import importlib.metadata
import os
import platform
import shutil
import sqlite3
import subprocess
from pathlib import Path

import msgspec

from bench.peers import node
from bench.processes import ROOT

PACKAGES = ("grpcio", "protobuf", "msgspec", "eventsourcing", "uvloop", "psycopg", "redis")


class Surroundings(msgspec.Struct, frozen=True):
    """What a figure depends on beside the code."""

    machine: str
    versions: str
    commit: str
    effort: str
    cores: str


def surroundings(effort: str, cores: int | None) -> Surroundings:
    """Those of this process."""
    usable = len(os.sched_getaffinity(0))
    return Surroundings(
        machine=f"{_processor()}, {usable} of {os.cpu_count()} cores, {platform.system()} {platform.release()}",
        versions=", ".join(_versions()),
        commit=_said("git", "describe", "--always", "--dirty", "--abbrev=12"),
        effort=effort,
        cores=f"servers kept to {cores}" if cores else "not pinned",
    )


def _processor() -> str:
    for line in Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            return line.partition(":")[2].strip()
    return platform.machine()


def _versions() -> list[str]:
    versions = [f"Python {platform.python_version()} ({platform.python_compiler()})"]
    versions += [f"{name} {importlib.metadata.version(name)}" for name in PACKAGES]
    versions.append(f"SQLite {sqlite3.sqlite_version}")
    for command in (("postgres", "--version"), ("redis-server", "--version"), ("node", "--version")):
        if said := _said(*command):
            versions.append(said if command[0] != "node" else f"node {said}")
    if node.version():
        versions.append(f"boardgame.io {node.version()}")
    return versions


def _said(*command: str) -> str:
    """What a command answers in one line; empty where there is no such command."""
    if shutil.which(command[0]) is None:
        return ""
    told = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)  # noqa: S603 (commands above)
    return told.stdout.strip().partition("\n")[0].partition(" malloc=")[0]
