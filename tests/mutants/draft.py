"""A draft: a record taken apart, to be changed and written again with a right chain, right seals and a right signature.

The writer shares no code with the kernel: it follows docs/record.md, so a mistake in the kernel cannot hide one here.
"""

import hashlib
import hmac
import json
import pickle
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

KEY = Ed25519PrivateKey.from_private_bytes(hashlib.sha256(b"tests/mutants").digest())
"""The forger's own key."""

Spell = Callable[[bytes], bytes]


_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), sort_keys=True).encode


def canonical(value: object) -> bytes:
    return _encode(value).encode("utf-8", "surrogatepass")


@dataclass
class Entry:
    """An event with its openings, as values.

    ``numbered`` and ``resealed`` say whether the writer sets its ``seq`` and its commitments; ``spell`` changes how its
    canonical bytes are spelt before they are hashed.
    """

    event: Any
    openings: Any
    numbered: bool = True
    resealed: bool = True
    spell: Spell | None = None

    @property
    def type(self) -> str:
        return str(self.event["type"])

    @property
    def public(self) -> dict[str, Any]:
        public: dict[str, Any] = self.event["public"]
        return public


@dataclass
class Draft:
    """A record to be changed.

    ``sign`` gives other parts of the head for its message; ``after`` changes the lines in the end, ``pack`` the file.
    """

    name: str
    header: dict[str, Any]
    entries: list[Entry]
    seed: bytes
    sign: Callable[[bytes], dict[str, Any]] | None = None
    after: Callable[[list[bytes]], list[bytes]] | None = None
    pack: Callable[[bytes], bytes] | None = None
    key: Ed25519PrivateKey = KEY
    kept: bytes = b""

    def copy(self) -> "Draft":
        """A draft with values of its own; pickle copies them several times faster than deepcopy."""
        header, entries = pickle.loads(self._values())  # noqa: S301 (written a moment ago)
        return replace(self, header=header, entries=entries, kept=b"")

    def _values(self) -> bytes:
        return self.kept or pickle.dumps((self.header, self.entries))

    def keep(self) -> "Draft":
        """Prepares for many copies; the draft itself does not change any more."""
        self.kept = self._values()
        return self

    def find(self, *types: str) -> list[int]:
        """The places of all events of these types."""
        return [place for place, entry in enumerate(self.entries) if entry.type in types]

    def place(self, type_: str) -> int:
        """The place of the first event of a type."""
        return self.find(type_)[0]

    def insert(
        self, place: int, type_: str, public: dict[str, Any], *, actor: str, request: str | None = None
    ) -> Entry:
        """A new event before the one at ``place``, with the time of its neighbour."""
        near = self.entries[max(0, place - 1)].event
        event = {
            "actor": actor,
            "at": near["at"],
            "match": near["match"],
            "public": public,
            "request": f"forged-{place}" if request is None else request,
            "schema": 1,
            "seq": 0,
            "type": type_,
        }
        entry = Entry(event, [])
        self.entries.insert(place, entry)
        return entry

    def write(self) -> bytes:
        """The record as a file."""
        digest = hashlib.sha256(b"clio-record/1").digest()
        lines = [canonical(self.header)]
        for seq, entry in enumerate(self.entries, 1):
            self._settle(entry, seq)
            event = canonical(entry.event)
            if entry.spell is not None:
                event = entry.spell(event)
            digest = hashlib.sha256(digest + event).digest()
            lines.append(
                b'{"digest":"%b","event":%b,"openings":%b}' % (digest.hex().encode(), event, canonical(entry.openings))
            )
        lines.append(canonical({"head": self._head(digest)}))
        if self.after is not None:
            lines = self.after(lines)
        content = b"".join(line + b"\n" for line in lines)
        return content if self.pack is None else self.pack(content)

    def _settle(self, entry: Entry, seq: int) -> None:
        if entry.numbered:
            entry.event["seq"] = seq
        if not entry.resealed or "sealed" not in entry.event:
            return
        for opening in entry.openings:
            name = opening["field"]
            opening["seq"] = seq
            opening["salt"] = self.salt(seq, name).hex()
            entry.event["sealed"][name] = commitment(opening)

    def salt(self, seq: int, name: str) -> bytes:
        salt_key = _salt_key(self.seed)
        return hmac.digest(salt_key, f"{seq}/{name}".encode("utf-8", "surrogatepass"), "sha256")

    def _head(self, digest: bytes) -> dict[str, Any]:
        seq = len(self.entries)
        match = str(self.header.get("match", ""))
        message = f"clio-head/1{match}/{seq}/{digest.hex()}".encode("utf-8", "surrogatepass")
        return {
            "digest": digest.hex(),
            "key": self.key.public_key().public_bytes_raw().hex(),
            "seq": seq,
            "signature": self.key.sign(message).hex(),
            **(self.sign(message) if self.sign else {}),
        }


@cache
def _salt_key(seed: bytes) -> bytes:
    return hmac.digest(seed, b"clio-salt/1", "sha256")


def commitment(opening: dict[str, Any]) -> str:
    """The commitment that this opening opens."""
    sealed = canonical({name: opening[name] for name in ("field", "seq", "value")})
    return hashlib.sha256(bytes.fromhex(opening["salt"]) + sealed).hexdigest()


def read_draft(name: str, content: bytes) -> Draft:
    """The draft of a good record that is over."""
    lines = [json.loads(line) for line in content.split(b"\n")[:-1]]
    entries = [Entry(line["event"], line["openings"]) for line in lines[1:-1]]
    return Draft(name, lines[0], entries, bytes.fromhex(entries[-1].public["server_seed"]))
