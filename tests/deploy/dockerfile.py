"""A Dockerfile as a list of steps: enough of its language to run what ours says."""

import json
import re
import shlex
from dataclasses import dataclass, field
from pathlib import Path

KNOWN = {
    *("ARG", "CMD", "COPY", "ENTRYPOINT", "ENV", "EXPOSE", "FROM", "HEALTHCHECK", "RUN", "STOPSIGNAL", "USER"),
    *("VOLUME", "WORKDIR"),
}


@dataclass(frozen=True)
class Step:
    """One instruction and what follows it."""

    instruction: str
    text: str

    @property
    def words(self) -> list[str]:
        """A list in JSON, or words as a shell splits them."""
        return json.loads(self.text) if self.text.startswith("[") else shlex.split(self.text)


@dataclass
class Stage:
    """What FROM begins."""

    image: str
    name: str
    steps: list[Step] = field(default_factory=list)

    def all(self, instruction: str) -> list[Step]:
        return [step for step in self.steps if step.instruction == instruction]

    def last(self, instruction: str) -> Step:
        return self.all(instruction)[-1]


def read_stages(path: Path) -> list[Stage]:
    """The stages; an instruction that the tests do not know is an error, not a gap."""
    stages: list[Stage] = []
    text = re.sub(r"^#.*\n", "", path.read_text(), flags=re.MULTILINE).replace("\\\n", " ")
    for line in filter(None, map(str.strip, text.splitlines())):
        instruction, _, rest = line.partition(" ")
        assert instruction in KNOWN, line
        if instruction == "FROM":
            image, _, name = rest.partition(" AS ")
            stages.append(Stage(image, name))
        elif not stages:
            assert instruction == "ARG", line
        else:
            stages[-1].steps.append(Step(instruction, rest.strip()))
    return stages
