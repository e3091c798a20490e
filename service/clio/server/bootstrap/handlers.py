"""Builds the handler of every service from the parts of a server."""

from collections.abc import Callable
from typing import NamedTuple

from clio.games.registry import GAMES
from clio.kernel.events.event_types import EventTypes
from clio.projections.runtime.supervisor import ProjectionSupervisor
from clio.server.app.archive_export import ArchiveExport
from clio.server.app.bots.seating import BotSeating
from clio.server.app.bots.suggestion import BotSuggestions
from clio.server.app.change_feed import ChangeFeed
from clio.server.app.event_history import EventHistory
from clio.server.app.export import RecordExport
from clio.server.app.heavy_work import HeavyWork
from clio.server.app.live_views import LiveViews
from clio.server.app.match_access import MatchAccess
from clio.server.app.match_listing import MatchListing
from clio.server.app.match_service import MatchService
from clio.server.app.private_names import PrivateNames
from clio.server.app.projection_queries import ProjectionQueries
from clio.server.app.record_audit import RecordAudit
from clio.server.app.record_import import RecordImport
from clio.server.app.rematch import Rematches
from clio.server.app.watch import Sources
from clio.server.app.workers import Workers
from clio.server.auth.api_key_cache import ApiKeyCache
from clio.server.auth.match_quota import MatchQuota
from clio.server.auth.rate_limit import WEIGHT_OF_A_PART
from clio.server.auth.revocations import RevocationList
from clio.server.backup.snapshot import Content
from clio.server.eventstore.archive import Archive
from clio.server.eventstore.encryption import key_bytes
from clio.server.eventstore.match_store import MatchStore
from clio.server.eventstore.player_names import PlayerNames
from clio.server.livestream.factory import LiveStreamParts
from clio.server.observability.health import HealthMonitor
from clio.server.rpc.grpc_server import Served
from clio.server.rpc.handlers.access import AccessHandler
from clio.server.rpc.handlers.archive import ArchiveHandler
from clio.server.rpc.handlers.archive_admin import ArchiveAdminHandler
from clio.server.rpc.handlers.backup import BackupHandler
from clio.server.rpc.handlers.bots import BotHandler
from clio.server.rpc.handlers.fair_play import FairPlayHandler
from clio.server.rpc.handlers.feed import FeedHandler
from clio.server.rpc.handlers.games import GameHandler
from clio.server.rpc.handlers.matches import MatchHandler
from clio.server.rpc.handlers.names import NameHandler
from clio.server.rpc.handlers.projections import ProjectionHandler
from clio.server.rpc.handlers.records import RecordHandler
from clio.server.rpc.handlers.scores import ScoreHandler
from clio.server.rpc.handlers.server import ServerHandler
from clio.server.rpc.handlers.services import Handlers, services
from clio.server.rpc.handlers.standings import StandingsHandler
from clio.server.rpc.handlers.statistics import StatisticsHandler
from clio.server.settings import Settings
from clio.server.signing_keys import load_signing_keys


class Parts(NamedTuple):
    """What the handlers of a server share."""

    settings: Settings
    matches: MatchService
    past: EventHistory
    live: LiveStreamParts
    live_views: LiveViews
    access: MatchAccess
    names: PlayerNames
    private_names: PrivateNames
    view_workers: Workers
    heavy: HeavyWork
    archiving: RecordImport
    record_audit: RecordAudit
    archive: Archive
    reading: ProjectionQueries
    projections: ProjectionSupervisor
    record: MatchStore
    keys: ApiKeyCache
    revocations: RevocationList
    bot_seating: BotSeating
    feed: ChangeFeed
    types: EventTypes
    health: HealthMonitor


def services_of(parts: Parts, drain: Callable[[Callable[[], None]], None]) -> list[Served]:
    """All services. ``drain`` takes what must be called before the server stops."""
    settings = parts.settings
    head_keys = load_signing_keys(settings.head_key_file)
    hosting = MatchQuota(parts.matches)
    names = parts.private_names
    listing = MatchListing(parts.reading, GAMES, names)
    sources = Sources(parts.matches, parts.past, parts.live.presence, parts.live_views, settings.heartbeat_seconds)
    rematches = Rematches(parts.matches, hosting.open, parts.bot_seating)
    matches = MatchHandler(hosting, listing, sources, parts.access, names, parts.view_workers, rematches)
    drain(matches.drain)
    export = RecordExport(parts.matches, listing, parts.heavy, head_keys.signer, WEIGHT_OF_A_PART)
    records = RecordHandler(parts.matches, hosting, export, parts.archiving, parts.heavy, head_keys, names)
    archive = ArchiveHandler(
        matches=parts.matches,
        hosting=hosting,
        export=ArchiveExport(parts.archiving, parts.heavy, GAMES, WEIGHT_OF_A_PART),
        archiving=parts.archiving,
        heavy=parts.heavy,
        audit=parts.record_audit,
    )
    standings = StandingsHandler(parts.reading, GAMES, names)
    statistics = StatisticsHandler(parts.reading, GAMES)
    projections = ProjectionHandler(parts.projections)
    cipher_key = key_bytes(settings.cipher_key) if settings.cipher_key else None
    content = Content(parts.record, parts.archive, settings.head_key_file, parts.keys.stored, parts.names)
    backups = BackupHandler(content, cipher_key)
    return services(
        Handlers(
            access=AccessHandler(parts.keys),
            archive=archive,
            archive_admin=ArchiveAdminHandler(parts.archiving),
            bots=BotHandler(
                parts.bot_seating,
                BotSuggestions(parts.matches, parts.bot_seating.runner, parts.bot_seating.bots),
                names,
            ),
            fair_play=FairPlayHandler(parts.matches, names),
            feed=FeedHandler(parts.feed, parts.matches.get, GAMES, parts.types.classes, names),
            games=GameHandler(GAMES),
            matches=matches,
            names=NameHandler(parts.names, parts.revocations),
            records=records,
            scores=ScoreHandler(parts.matches, parts.past, names),
            standings=standings,
            statistics=statistics,
            projections=projections,
            backups=backups,
            server=ServerHandler(parts.health),
        )
    )
