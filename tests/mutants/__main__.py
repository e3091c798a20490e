"""``make mutants``: the whole suite, with its table."""

import sys

from tests.mutants.suite import run


def main() -> None:
    tally = run(places=1)
    sys.stdout.write("\n".join(tally.lines()) + "\n")
    sys.exit(bool(tally.disagreements))


if __name__ == "__main__":
    main()
