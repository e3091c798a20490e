"""``python -m tests.fuzz.explore TARGET SECONDS``: a target under atheris, which follows what each input reaches."""

import importlib
import sys
import tempfile
from pathlib import Path

import atheris

from tests.fuzz.regression_inputs import keep, kept


def main() -> None:
    name, seconds = sys.argv[1:]
    with atheris.instrument_imports(
        include=["domain", "clio.verify", "clio.server.app.record_import", "clio.server.app.import_validation"]
    ):
        target = importlib.import_module(f"tests.fuzz.targets.{name}")

    def one(data: bytes) -> None:
        try:
            target.one(data)
        except Exception:
            keep(name, data)
            raise

    with tempfile.TemporaryDirectory() as corpus:
        for number, seed in enumerate((*target.SEEDS, *kept(name).values())):
            (Path(corpus) / f"{number}").write_bytes(seed)
        limits = [f"-max_total_time={seconds}", "-max_len=20000", "-timeout=60", "-rss_limit_mb=2048"]
        atheris.Setup([sys.argv[0], *limits, corpus], one)
        atheris.Fuzz()


if __name__ == "__main__":
    main()
