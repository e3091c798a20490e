"""What a record says of the entropy of a player's own seats, against what the player has kept."""

from collections.abc import Mapping, Sequence

import msgspec

from clio.kernel.events.fair_play import Ready
from clio.kernel.events.lifecycle import Joined
from clio.kernel.integrity.chance import entropy_commitment
from clio.kernel.message import Message
from clio.kernel.record_format.record import Record
from clio.verify.verdicts import Level, failing


def own_entropy(record: Record, kept: Mapping[int, Sequence[bytes]]) -> Level:
    """Compares the commitments and reveals of the seats; ``kept`` has what each was committed to, round by round.

    A seat that another player took after a lapse is compared only as long as it was the player's own.
    """
    match_id = record.header.match
    own: set[int] = set()
    missing = {seat for seat, secrets in kept.items() if secrets}
    for fact in record.facts:
        match fact.payload:
            case Joined(seat=seat, commitment=commitment) if kept.get(seat):
                mine = (
                    commitment is not msgspec.UNSET
                    and commitment == entropy_commitment(match_id, seat, kept[seat][0]).hex()
                )
                (own.add if mine else own.discard)(seat)
                missing -= {seat} if mine else set()
            case Ready(seat=seat, entropy=entropy) if seat in own:
                if bytes.fromhex(entropy) not in kept[seat]:
                    found = Message("seat {seat} reveals entropy that you never sent", {"seat": seat})
                    return Level("fail", fact.envelope.seq, found)
    if missing:
        return failing("the record has no commitment of seat {seat} to the entropy that you kept", seat=min(missing))
    return Level("pass", None, Message("as you have kept it", {}))
