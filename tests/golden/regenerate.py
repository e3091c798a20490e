"""Writes the golden matches: ``make goldens``."""

from pathlib import Path

from tests.golden.playthrough import names, text

FOLDER = Path(__file__).parent


def main() -> None:
    for name in names():
        (FOLDER / f"{name}.txt").write_text(text(name), encoding="utf-8")


if __name__ == "__main__":
    main()
