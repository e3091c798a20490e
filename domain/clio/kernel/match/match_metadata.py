"""Match metadata: what the platform that opened a match attaches to it, and who may see it.

It is stored in the private part of a match's first event: backed up with it, neither hashed nor exported.
"""

import re
from typing import Final, Literal

import msgspec

from clio.kernel.events.match_event import MatchEvent
from clio.kernel.rejection import Rejection
from clio.kernel.visible_text import is_far_too_long, normalised, refusal_of_text

Visibility = Literal["public", "unlisted", "invited"]
FIELD: Final = "metadata"
"""The name of the metadata among the private fields of event 1."""
NAMESPACE_FIELD: Final = "namespace"
"""The name of a seat's namespace among the private fields of ``match.Joined``."""
MAX_TITLE: Final = 80
MAX_LABELS: Final = 16
MAX_EXTERNAL_ID: Final = 128
_is_label_key: Final = re.compile(r"[a-z0-9][a-z0-9_.-]{0,39}").fullmatch
_is_short_ascii: Final = re.compile(r"[!-~]{1,64}").fullmatch
_is_external_id: Final = re.compile(rf"[!-~]{{1,{MAX_EXTERNAL_ID}}}").fullmatch


class Reservation(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat that only the callers of a namespace, or those with a code, may take."""

    seat: int
    namespace: str = ""
    code_hash: str = ""


_RATED: Final = "rated"


class MatchMetadata(msgspec.Struct, frozen=True, omit_defaults=True):
    """The metadata of a match. It never changes, because the event that carries it does not.

    ``namespace`` is that of the API key that opened the match; empty for a match opened without a key.
    """

    external_id: str = ""
    title: str = ""
    labels: dict[str, str] = {}
    visibility: Visibility = "public"
    namespace: str = ""
    code_hash: str = ""
    reservations: tuple[Reservation, ...] = ()
    rematch_of: str = ""
    private_names: bool = False

    @property
    def is_unrated(self) -> bool:
        """Whether the match was opened with the label that keeps it out of ratings."""
        return self.labels.get(_RATED) == "no"

    def reservation(self, seat: int) -> Reservation | None:
        """The reservation of a seat."""
        return next((each for each in self.reservations if each.seat == seat), None)


DEFAULT: Final = MatchMetadata()
_DECODER: Final = msgspec.json.Decoder(MatchMetadata)


def private_fields(metadata: MatchMetadata) -> dict[str, str]:
    """The metadata as private fields of event 1; none where nothing differs from the defaults."""
    return {FIELD: msgspec.json.encode(metadata, order="deterministic").decode()} if metadata != DEFAULT else {}


def metadata_of(opened: MatchEvent) -> MatchMetadata:
    """The metadata in a match's first event. Matches of earlier versions have none: they are public."""
    encoded = opened.private.get(FIELD, "")
    return _DECODER.decode(encoded) if encoded else DEFAULT


def normalised_metadata(metadata: MatchMetadata) -> MatchMetadata:
    """The metadata with its title in NFC."""
    if is_far_too_long(metadata.title, MAX_TITLE):
        return metadata
    return msgspec.structs.replace(metadata, title=normalised(metadata.title))


def refusal_of_metadata(metadata: MatchMetadata, seats: int) -> Rejection | None:
    """Why a match cannot carry this metadata; None if it can."""
    if metadata.title and (refusal := refusal_of_text("CLIO-TITLE", "title", metadata.title, MAX_TITLE)):
        return refusal
    if metadata.external_id and not _is_external_id(metadata.external_id):
        return Rejection("CLIO-LABELS", "An external id has 1 to 128 visible ASCII characters.")
    if len(metadata.labels) > MAX_LABELS:
        return Rejection("CLIO-LABELS", "A match has at most {most} labels.", {"most": MAX_LABELS})
    for key, value in metadata.labels.items():
        if not _is_label_key(key) or not _is_short_ascii(value):
            return Rejection(
                "CLIO-LABELS",
                "A label has a key of 1 to 40 characters (a to z, 0 to 9, and inside also _ . -) "
                "and a value of 1 to 64 visible ASCII characters.",
            )
    reserved = [each.seat for each in metadata.reservations]
    if len(set(reserved)) < len(reserved) or not all(0 <= seat < seats for seat in reserved):
        return Rejection("CLIO-RESERVED", "Each reservation must name a different seat of the match.")
    if not all(each.namespace or each.code_hash for each in metadata.reservations):
        return Rejection("CLIO-RESERVED", "A reservation needs a namespace or a code.")
    return None
