"""How much one caller may do at this server."""

import msgspec

from clio.server.settings import Settings


class Limits(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a caller may do; 0 is no limit of its own."""

    calls_per_second: float = 0.0
    moves_per_second: float = 0.0
    matches_per_hour: float = 0.0
    open_matches: int = 0
    watchers: int = 0
    streams: int = 0
    archive_mib: int = 0

    def over(self, usual: "Limits") -> "Limits":
        """These where they are set, else the usual ones."""
        given = {name: value for name, value in msgspec.structs.asdict(self).items() if value}
        return msgspec.structs.replace(usual, **given)


def limits_of(settings: Settings) -> Limits:
    """What everybody may do."""
    return Limits(
        settings.limit_calls_per_second,
        settings.limit_moves_per_second,
        settings.limit_matches_per_hour,
        settings.limit_open_matches,
        settings.limit_watchers,
        settings.limit_streams,
        settings.limit_archive_mib,
    )
