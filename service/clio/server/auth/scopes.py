"""The scope that each method of the contract needs. A method without a scope cannot be served."""

from collections.abc import Mapping
from typing import Final, Literal

Scope = Literal["read", "play", "host", "admin"]
SCOPES: Final[tuple[Scope, ...]] = ("read", "play", "host", "admin")
_BY_SCOPE: Final[Mapping[Scope, Mapping[str, str]]] = {
    "read": {
        "ArchiveService": (
            "ListArchivedRecords ExportArchivedRecord ExportArchivedRecords ReplayArchivedRecord VerifyRecord"
        ),
        "BotService": "ListBots",
        "FeedService": "StreamChanges",
        "GameService": "ListGames GetGame GetComponents",
        "MatchService": "BatchGetMatches ListMatches GetMatch GetView WatchMatch GetPresence",
        "RecordService": "ExportRecord ExportRecords ReplayMatch GetHead ListHeadKeys",
        "ScoreService": "GetScores",
        "ServerService": "GetServerStatus",
        "StandingsService": "ListStandings GetPlayer ListPlayerMatches",
        "StatisticsService": "GetStatistics",
    },
    "play": {
        "BotService": "SuggestMove",
        "FairPlayService": "ReadySeat ClaimTime GiveConsent",
        "MatchService": (
            "JoinMatch LeaveMatch RematchMatch ListLegalMoves PreviewMove PlayMove PlayBatch PlayStream ResignMatch "
            "RotateToken"
        ),
    },
    "host": {
        "BotService": "SeatBot",
        "FairPlayService": "DirectMatch AddTime",
        "MatchService": "OpenMatch AbortMatch FreeSeat",
        "ArchiveService": "ImportRecord UploadRecord ForkArchivedRecord",
        "RecordService": "ForkMatch",
    },
    "admin": {
        "AccessService": "CreateKey ListKeys RevokeKey",
        "ArchiveAdminService": "ListImports DeleteArchivedRecord",
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
    {
        "/clio.v1.ArchiveService/ForkArchivedRecord",
        "/clio.v1.MatchService/OpenMatch",
        "/clio.v1.MatchService/RematchMatch",
        "/clio.v1.RecordService/ForkMatch",
    }
)
"""Methods that open a match."""
MOVING: Final = frozenset({"/clio.v1.MatchService/PlayMove"})
"""Methods that make a move; PlayBatch and PlayStream count their own moves."""
WATCHING: Final = frozenset({"/clio.v1.MatchService/WatchMatch"})
"""Methods that watch a match."""
STREAMING: Final = WATCHING | {
    "/clio.v1.ArchiveService/ExportArchivedRecord",
    "/clio.v1.ArchiveService/ExportArchivedRecords",
    "/clio.v1.ArchiveService/ImportRecord",
    "/clio.v1.ArchiveService/ReplayArchivedRecord",
    "/clio.v1.BackupService/CreateBackup",
    "/clio.v1.FeedService/StreamChanges",
    "/clio.v1.MatchService/PlayStream",
    "/clio.v1.RecordService/ExportRecord",
    "/clio.v1.RecordService/ExportRecords",
    "/clio.v1.RecordService/ReplayMatch",
}
"""Methods whose streams stay open until the caller ends them."""
_OF_A_MATCH: Final[Mapping[str, str]] = {
    "BotService": "SeatBot SuggestMove",
    "FairPlayService": "ReadySeat ClaimTime GiveConsent DirectMatch AddTime",
    "MatchService": (
        "JoinMatch LeaveMatch GetMatch ListLegalMoves PreviewMove PlayMove ResignMatch RotateToken AbortMatch GetView "
        "WatchMatch GetPresence FreeSeat RematchMatch"
    ),
    "RecordService": "ExportRecord ReplayMatch ForkMatch GetHead",
    "ScoreService": "GetScores",
}
OF_A_MATCH: Final = frozenset(
    f"/clio.v1.{service}/{method}" for service, methods in _OF_A_MATCH.items() for method in methods.split()
)
"""Methods that are about one match of this server. Their bearer token is one of that match; any other method takes the
operator's token or none."""
