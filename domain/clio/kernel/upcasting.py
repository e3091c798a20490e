"""Old forms of events: a record is never rewritten, so each change of a form brings a step from the form before."""

from collections.abc import Callable, Mapping
from typing import Any, Final

Fields = dict[str, Any]
Upcaster = Callable[[Fields], Fields]
"""From the fields of an event, as plain JSON values, to those of the next form."""
Steps = Mapping[tuple[str, int], Upcaster]
"""By the event's type and the form it leads from."""


class UnknownSchemaError(ValueError):
    """An event has a form that this version of Clio does not know yet."""


class Upcasters:
    """The forms of every type of event, and the way from each to the latest."""

    def __init__(self, steps: Steps) -> None:
        self._steps: Final = steps
        self._latest: Final[dict[str, int]] = {}
        for name, schema in steps:
            self._latest[name] = max(self._latest.get(name, 1), schema + 1)
        for name, latest in self._latest.items():
            if missing := [schema for schema in range(1, latest) if (name, schema) not in steps]:
                raise ValueError(f"{name}: there is no step from schema {missing[0]}")

    def latest(self, name: str) -> int:
        """The form in which new events of the type are written."""
        return self._latest.get(name, 1)

    def upcast(self, name: str, schema: int, fields: Fields) -> Fields:
        """The fields in the latest form."""
        latest = self.latest(name)
        if not 1 <= schema <= latest:
            raise UnknownSchemaError(f"{name} has schema {schema}; this version knows 1 to {latest}")
        for step in range(schema, latest):
            fields = self._steps[name, step](fields)
        return fields
