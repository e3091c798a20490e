"""What became of a mutant."""

from dataclasses import dataclass

from tests.mutation.mutant import Mutant

ALL_TESTS = ("every test",)


@dataclass(frozen=True)
class Result:
    """What became of a mutant; ``by`` is the test that failed, or why it counts as killed."""

    mutant: Mutant
    by: str
    again: tuple[str, ...] = ()
    """Tests that must be tried in a process that imports the changed module, before the mutant counts as survived.

    Test files, or ``ALL_TESTS``.
    """

    @property
    def is_killed(self) -> bool:
        """Whether a test noticed the change."""
        return bool(self.by)
