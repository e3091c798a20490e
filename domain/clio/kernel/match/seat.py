"""A taken seat of a match."""

import msgspec


class Seat(msgspec.Struct, frozen=True):
    """A taken seat. The token itself is not stored, only its hash."""

    name: str
    entropy: bytes
    token_hash: str
    since: int = 0
    """The event that gave the seat its token."""
    bot: str = ""
    """Which bot of the server has it; empty for everybody else."""
    commitment: str = ""
    """To the entropy that it reveals before the start; empty if it adds none, or added it when it joined."""
    ready: bool = False
    next: str = ""
    """Its commitment for another round of readiness."""
    namespace: str = ""
    """The namespace of the API key that took the seat: keys of it may act for the seat."""

    @property
    def is_due(self) -> bool:
        """Whether the seat still has to reveal its entropy."""
        return bool(self.commitment) and not self.ready

    def void(self) -> "Seat":
        """The seat after its round of readiness is void: it is bound by its next commitment."""
        return msgspec.structs.replace(self, entropy=b"", ready=False, commitment=self.next) if self.ready else self
