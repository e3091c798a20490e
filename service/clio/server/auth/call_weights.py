"""The weight of each call: how many calls it counts for against ``calls_per_second``."""

from collections.abc import Mapping
from typing import Final

WEIGHT_OF: Final[Mapping[str, float]] = {
    "/clio.v1.MatchService/GetView": 2,
    "/clio.v1.MatchService/ListMatches": 2,
    "/clio.v1.MatchService/WatchMatch": 2,
    "/clio.v1.RecordService/ExportRecord": 5,
    "/clio.v1.RecordService/ExportRecords": 20,
    "/clio.v1.RecordService/ForkMatch": 20,
    "/clio.v1.RecordService/ImportRecord": 20,
    "/clio.v1.RecordService/ListArchive": 2,
    "/clio.v1.RecordService/ReplayMatch": 10,
    "/clio.v1.ScoreService/GetScores": 2,
    "/clio.v1.StandingsService/ListPlayerMatches": 2,
    "/clio.v1.StandingsService/ListStandings": 2,
    "/clio.v1.StatisticsService/GetStatistics": 2,
}
"""By method of the contract; all others weigh 1. A call that weighs more than a burst needs a full one."""
WEIGHT_OF_A_VIEW: Final = 0.05
"""Of each board that ``ReplayMatch`` sends."""
WEIGHT_OF_AN_EVENT: Final = 0.01
"""Of each event that ``ReplayMatch`` sends without a board."""
WEIGHT_OF_A_PART: Final = 0.5
"""Of each 256 KiB that an export sends, and of each 256 KiB that an import brings."""
