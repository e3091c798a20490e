"""``make mutants``: the whole suite, with its table."""

import sys

from tests.mutants.suite import run


def main() -> None:
    counts = run(places=1)
    sys.stdout.write("\n".join(counts.lines()) + "\n")
    sys.exit(bool(counts.disagreements))


if __name__ == "__main__":
    main()
