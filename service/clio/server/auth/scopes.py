"""The scope that each method of the contract needs. A method without a scope cannot be served."""

from collections.abc import Mapping
from typing import Final, Literal

Scope = Literal["read", "play", "host", "admin"]
SCOPES: Final[tuple[Scope, ...]] = ("read", "play", "host", "admin")
_BY_SCOPE: Final[Mapping[Scope, Mapping[str, str]]] = {
    "read": {
        "FeedService": "StreamChanges",
        "GameService": "ListGames GetGame GetComponents",
        "MatchService": "BatchGetMatches ListMatches GetMatch GetView WatchMatch GetPresence GetSignedHead",
        "RecordService": "ExportRecord ExportRecords ListArchive ReplayMatch GetHead ListHeadKeys",
        "ScoreService": "GetScores",
        "ServerService": "GetServerStatus",
        "StandingsService": "ListStandings GetPlayer ListPlayerMatches",
        "StatisticsService": "GetStatistics",
    },
    "play": {
        "MatchService": (
            "JoinMatch LeaveMatch RematchMatch ListLegalMoves PlayMove PlayStream ResignMatch RotateSeatToken"
        ),
    },
    "host": {
        "MatchService": "OpenMatch AbortMatch FreeSeat",
        "RecordService": "ForkMatch ImportRecord",
    },
    "admin": {
        "AccessService": "CreateKey ListKeys RevokeKey",
        "ArchiveService": "ListArchivedRecords DeleteArchivedRecord",
        "BackupService": "CreateBackup",
        "NameService": "ListNames RenamePlayer ErasePlayer",
        "ProjectionService": (
            "ListProjections RebuildProjection DiffProjection SwitchProjection DropProjection ResumeProjection"
        ),
    },
}
SCOPE_OF: Final[Mapping[str, Scope]] = {
    f"/clio.v1.{service}/{method}": scope
    for scope, services in _BY_SCOPE.items()
    for service, methods in services.items()
    for method in methods.split()
}
"""The scope of each method."""

OPENING: Final = frozenset(
    {"/clio.v1.MatchService/OpenMatch", "/clio.v1.MatchService/RematchMatch", "/clio.v1.RecordService/ForkMatch"}
)
"""Methods that open a match."""
MOVING: Final = frozenset({"/clio.v1.MatchService/PlayMove"})
"""Methods that make a move; PlayStream counts its own moves."""
WATCHING: Final = frozenset({"/clio.v1.MatchService/WatchMatch"})
"""Methods that watch a match."""
STREAMING: Final = WATCHING | {
    "/clio.v1.BackupService/CreateBackup",
    "/clio.v1.FeedService/StreamChanges",
    "/clio.v1.MatchService/PlayStream",
    "/clio.v1.RecordService/ExportRecord",
    "/clio.v1.RecordService/ExportRecords",
    "/clio.v1.RecordService/ImportRecord",
    "/clio.v1.RecordService/ReplayMatch",
}
"""Methods whose streams stay open until the caller ends them."""
