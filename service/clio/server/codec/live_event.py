"""A recorded event, ready for watchers."""

from collections.abc import Callable


class LiveEvent:
    """A recorded event, ready for watchers.

    ``has_secrets`` says that some viewers need an opening, which only the record has.
    """

    __slots__ = ("_frame", "_wire", "canonical", "digest", "ends_match", "has_secrets", "seq")

    def __init__(  # noqa: PLR0913 (all of it is read by some transport)
        self,
        *,
        seq: int,
        digest: bytes,
        canonical: bytes,
        has_secrets: bool,
        ends_match: bool,
        frame: Callable[[], bytes],
    ) -> None:
        self.seq = seq
        self.digest = digest
        self.canonical = canonical
        self.has_secrets = has_secrets
        self.ends_match = ends_match
        self._frame = frame
        self._wire: bytes | None = None

    @property
    def wire(self) -> bytes:
        """The event's message; framed once for all watchers, on first use."""
        if self._wire is None:
            self._wire = self._frame()
        return self._wire
