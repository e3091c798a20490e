"""The snippets of docs/integrate.md for Go and Java compile, with the libraries that Debian has."""

import os
import re
import subprocess
from pathlib import Path

import google.rpc
import grpc_tools
import pytest

from tests.kit.private_server import binary, library
from tests.unit.repository.tree import ROOT

PAGE = (ROOT / "docs" / "integrate.md").read_text()
GO = """package main

import (
	"log"

	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc/status"
)

func explain(err error) {
%s}

func main() { explain(nil) }
"""
JAVA = """import com.google.protobuf.Any;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.rpc.ErrorInfo;
import io.grpc.protobuf.StatusProto;

final class Snippet {
  static void explain(Throwable error) throws InvalidProtocolBufferException {
%s  }
}
"""
GO_SOURCES = "/usr/share/gocode"
JARS = {
    "protobuf": "libprotobuf-java",
    "grpc-api": "libgrpc-java",
    "grpc-protobuf": "libgrpc-java",
    "grpc-stub": "libgrpc-java",
}
"""By name, with their packages."""

pytestmark = pytest.mark.slow


def snippet(language: str) -> str:
    (found,) = re.findall(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)
    return str(found)


def run(*command: str | Path, cwd: Path, **environment: str) -> None:
    done = subprocess.run(
        list(map(str, command)), cwd=cwd, env=os.environ | environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


def test_the_go_snippet_compiles(tmp_path: Path) -> None:
    go = binary("go", "golang-go")
    library(f"{GO_SOURCES}/src/google.golang.org/genproto/googleapis/rpc/errdetails", "golang-google-genproto-dev")
    library(f"{GO_SOURCES}/src/google.golang.org/grpc/status", "golang-google-grpc-dev")
    (tmp_path / "src" / "snippet").mkdir(parents=True)
    (tmp_path / "src" / "snippet" / "main.go").write_text(GO % snippet("go"))
    environment = {"GO111MODULE": "off", "GOCACHE": str(tmp_path / "cache")}
    run(go, "build", "-o", "made", "snippet", cwd=tmp_path, GOPATH=f"{tmp_path}:{GO_SOURCES}", **environment)


def test_the_java_snippet_compiles(tmp_path: Path) -> None:
    """Debian has no jar of the error details: protoc writes their classes."""
    protos = Path(next(iter(google.rpc.__path__))).parents[1]
    known = Path(grpc_tools.__file__).parent / "_proto"
    protoc, javac = binary("protoc", "protobuf-compiler"), binary("javac", "default-jdk-headless")
    (tmp_path / "made").mkdir()
    files = ("google/rpc/status.proto", "google/rpc/error_details.proto")
    run(protoc, "-I", protos, "-I", known, "--java_out=made", *files, cwd=tmp_path)
    (tmp_path / "Snippet.java").write_text(JAVA % snippet("java"))
    path = ":".join(str(library(f"/usr/share/java/{jar}.jar", package)) for jar, package in JARS.items())
    made = [str(file) for file in (tmp_path / "made").rglob("*.java")]
    run(javac, "-nowarn", "-d", "out", "-cp", path, *made, "Snippet.java", cwd=tmp_path)
