"""A server in this process: it puts the store, the players, the matches and the services together."""

import asyncio
import time
from collections.abc import Callable, Coroutine, Mapping
from functools import partial
from pathlib import Path
from typing import Any, Self

import grpc
import structlog
from grpc_health.v1 import health_pb2
from grpc_reflection.v1alpha import reflection_pb2

from tilth.v1 import (
    archive_pb2,
    lobby_pb2,
    moderation_pb2,
    operations_pb2,
    play_pb2,
    players_pb2,
    ratings_pb2,
    tournament_archive_pb2,
    tournaments_pb2,
)
from tilth_server.api import reflection_service
from tilth_server.api.access_changes import AccessChanges
from tilth_server.api.archive_service import ArchiveService
from tilth_server.api.gate import Gate
from tilth_server.api.gateway import Gateway
from tilth_server.api.health_service import HealthService
from tilth_server.api.lobby_service import LobbyService
from tilth_server.api.match_filters import FilterReader
from tilth_server.api.match_lists import MatchLists
from tilth_server.api.moderation_service import ModerationService
from tilth_server.api.operations_service import OperationsService
from tilth_server.api.operator_guard import OperatorGuard
from tilth_server.api.play_service import PlayService
from tilth_server.api.players_service import PlayersService
from tilth_server.api.ratings_service import RatingsService
from tilth_server.api.status_codes import CODES
from tilth_server.api.subscription_sources import SubscriptionSources
from tilth_server.api.tournament_archive_service import TournamentArchiveService
from tilth_server.api.tournaments_service import TournamentsService
from tilth_server.archive.match_log import LogCache
from tilth_server.archive.receipts.receipts import Receipts
from tilth_server.archive.receipts.signing_key import SigningKeyUnusable, open_signing_key
from tilth_server.archive.replays import Replays
from tilth_server.bots import Bots
from tilth_server.bots.catalogue import BotsNotUsable, Catalogue
from tilth_server.certificates import BadCertificate, Certificates
from tilth_server.channel_options import channel_options
from tilth_server.matches.idle import DAY_SECONDS
from tilth_server.matches.observers import WorkObserver
from tilth_server.matches.registry import Matches
from tilth_server.metrics import Metrics
from tilth_server.node import Node
from tilth_server.nodes.levels import NotAdjacent
from tilth_server.nodes.links import LinksFailed
from tilth_server.operations import backup_stream, verified_backup
from tilth_server.operations.audit import Audit
from tilth_server.operations.loop_delay import LoopDelay
from tilth_server.operations.memory import MemoryTrimmer
from tilth_server.operations.notices import Notices
from tilth_server.operations.open_files import OpenFileCheck
from tilth_server.operations.reports import Reports
from tilth_server.outside.fact_source import FactSource, NoWorker
from tilth_server.outside.fact_workers import FactWorkers
from tilth_server.outside.ports import ports
from tilth_server.players import PlayerRegistry, operator
from tilth_server.refused_words import RefusedWords, RefusedWordsUnreadable
from tilth_server.settings import Address, NodeSettings, Settings, Tls
from tilth_server.store import Engine, Store, engine_of
from tilth_server.time_source import StandingTime
from tilth_server.tournaments.registry import Tournaments
from tilth_server.tournaments.transfer import TournamentTransfer
from tilth_server.tracing import tracing_of
from tilth_server.web.listener import WebListener, WebListenerFailed
from tilth_server.wire import GameWire, load_games

log = structlog.get_logger()

HEALTH: Any = health_pb2.DESCRIPTOR.services_by_name["Health"]
REFLECTION: Any = reflection_pb2.DESCRIPTOR.services_by_name["ServerReflection"]
FLUSH_SECONDS = 5.0
"""Seconds in which streams may send their last frame when the server stops."""
GRACE_SECONDS = 3.0
"""Seconds that calls under way may take after that."""


class StartupFailed(Exception):
    """The server cannot start. The message is one line that says why."""


class Server:
    """A server, which runs from `start` until `stop`."""

    address: Address
    """The address on which it listens, with the real port if the settings have port 0."""
    operator_token: str | None
    """The token of the operator, if this start has created it; else None."""

    def __init__(
        self,
        settings: Settings,
        engine: Engine,
        store: Store,
        metrics: Metrics,
        games: Mapping[str, GameWire],
        catalogue: Catalogue,
    ) -> None:
        self.settings = settings
        self.engine = engine
        self.store = store
        self.metrics = metrics
        self.players = PlayerRegistry(store, settings.registration)
        self.games = games
        self.workers = FactWorkers({game: port for game, port in ports().items() if game in games})
        self.tracing = tracing_of(settings)
        self.matches = self._make_matches()
        self.tournaments = Tournaments(store, self.matches, self.players, games, settings.limits, metrics)
        self.web: WebListener | None = None
        self._stop_metrics: Callable[[], None] = lambda: None
        self.refused_words = RefusedWords(settings.refused_words)
        self.reports = Reports(store)
        self.notices = Notices(store, lambda: self.matches.lobby.draining)
        self.audit = Audit(store, settings.address_days)
        self.operator_guard = OperatorGuard(self.audit)
        self._memory_trimmer = MemoryTrimmer()
        self._open_file_check = OpenFileCheck()
        self._loop_delay = LoopDelay(metrics.loop_delay.observe)
        self.gate = Gate(
            self.players,
            settings.limits,
            metrics,
            self.operator_guard,
            traced=None if self.tracing is None else self.tracing.traced,
            trusted_proxies=settings.trusted_proxies,
        )
        AccessChanges(self.players, self.gate.calls, self.gate.operator_roles.get, self.matches.update_names)
        self.node = None if settings.node is None else self._make_node(settings.node)
        self.bots = Bots(
            self.matches,
            self.players,
            catalogue,
            settings.bots_at_once,
            settings.bot_memory_mib << 20,
            settings.bot_delay,
            self._in_turns_of,
        )
        self.matches.commits.observers = (self.gate.refusal_log,)
        self.match_logs = LogCache(store, self.games)
        self.receipts = Receipts(store, self.players.ids)
        self.matches.cache.sign_end = self.receipts.of_end
        self.lobby = LobbyService(
            self.matches,
            self.players,
            self.games,
            self.refused_words,
            self.match_logs,
            self.bots,
            self.receipts,
            self.notices,
        )
        if self.node is not None:
            self.lobby.node_of = self.node.address_of_owner
        replays = Replays(store, self.matches, self.players.names, self.match_logs)
        self.play = PlayService(
            self.matches,
            self.gate.turns,
            self.gate.queued,
            SubscriptionSources(
                replays,
                self.tournaments,
                MatchLists(self.matches, FilterReader(self.games), self.lobby.match_message),
                settings.limits.subscriptions_per_player,
            ),
            self.notices,
            self.gate.gateway,
        )
        self.archive = ArchiveService(
            store,
            self.matches,
            self.players,
            self.games,
            self.match_logs,
            self.operator_guard,
            self.refused_words,
            self.receipts,
        )
        self.certificates = None if settings.tls is None else _certificates(settings.tls)
        self.grpc = grpc.aio.server(options=channel_options(settings.limits))
        self.health = self._add_services()

    @classmethod
    async def start(cls, settings: Settings, games: Mapping[str, GameWire] | None = None) -> Self:
        """Return a server that has read its store and listens. Without `games`, every installed game is served."""
        metrics = Metrics(CODES, _methods())
        catalogue = Catalogue(settings.bots)
        try:
            catalogue.check()
        except BotsNotUsable as error:
            raise StartupFailed(str(error)) from error
        engine, accept_older = engine_of(settings.store_url), settings.accept_older_store
        if settings.store is not None:
            _make_data_directory(settings.data)
        operator.check_token_file(settings.data, engine, accept_older=accept_older)
        store = await engine.open(metrics.committed, accept_older=accept_older)
        server: Self | None = None
        try:
            server = cls(
                settings, engine, store, metrics, load_games() if games is None else games, catalogue
            )
            await server._open()
        except BaseException:
            if server is not None:
                # Matches that were read may have asked for facts already.
                await server.bots.close()
                await server.matches.close()
                await server.workers.close()
                if server.node is not None:
                    await server.node.leave()
            await store.close()
            raise
        log.info(
            "server started",
            address=str(server.address),
            games=sorted(server.games),
            **server.matches.counts(),
        )
        return server

    async def stop(self) -> None:
        """Refuse new matches, finish pending answers, send each stream its record to resume from, close everything."""
        began = time.monotonic()
        log.info("server stopping", streams=self.metrics.streams)
        self._memory_trimmer.stop()
        self._open_file_check.stop()
        self._loop_delay.stop()
        self.health.close()
        self.matches.lobby.draining = True
        if self.node is not None:
            await self.node.give_up_matches()
        await self.bots.close()
        await self.play.close()
        await self.tournaments.close()
        await self.gate.calls.wait_streams_ended(FLUSH_SECONDS)
        self.gate.close()
        await asyncio.gather(self.grpc.stop(GRACE_SECONDS), *([] if self.web is None else [self.web.stop()]))
        if self.node is not None:
            await self.node.leave()
        await self.workers.close()
        await self.store.close()
        self._stop_metrics()
        if self.tracing is not None:
            await self.tracing.stop()
        log.info("server stopped", seconds=round(time.monotonic() - began, 3))

    def reload_files(self) -> None:
        """Read the certificates and the refused words again. Open connections stay as they are."""
        if self.certificates is not None:
            self.certificates.reload()
        if self.node is not None:
            self.node.links.reload()
        try:
            self.refused_words.read()
        except RefusedWordsUnreadable as error:
            log.error("refused words unreadable", error=str(error))

    def _make_node(self, settings: NodeSettings) -> Node:
        """Make the parts that a server has only if it is one of several nodes."""
        # Two nodes may make the same new store.
        self.players.turn.is_shared = True
        traced = () if self.tracing is None else (self.tracing.traced, self.tracing.headers)
        try:
            node = Node(
                settings,
                self.engine.members(),
                self.matches,
                lambda members: Gateway(members, self.players, self.gate.turns, *traced),
            )
        except BadCertificate as error:
            raise StartupFailed(str(error)) from error
        self.gate.gateway = node.gateway
        self.audit.node = node.audit_address
        return node

    async def _join(self, node: Node) -> None:
        """Become one of the nodes."""
        shared = (
            self.players.turn,
            self.audit.turn,
            self.notices.turn,
            self.reports.turn,
            self.archive.imports.turn,
        )
        try:
            await node.join(self.tournaments, shared)
        except (LinksFailed, NotAdjacent) as error:
            raise StartupFailed(str(error)) from error

    def _make_matches(self) -> Matches:
        """Return the matches of this server, with tracing if it is on."""
        source: FactSource = self.workers
        observers: tuple[WorkObserver, ...] = ()
        if self.tracing is not None:
            from tilth_server.tracing.matches import CommitTracer, TracedFactSource

            source = TracedFactSource(self.tracing.tracer, source)
            observers = (CommitTracer(self.tracing.tracer),)
        away_seconds = self.store.away_seconds
        matches = Matches(
            self.store,
            self.games,
            time=None if away_seconds is None else StandingTime(away_seconds),
            names=self.players.names,
            limits=self.settings.limits,
            idle_seconds=self.settings.idle_seconds,
            metrics=self.metrics,
            fact_source=source,
            ids=self.players.ids,
        )
        matches.commits.work_observers = observers
        return matches

    async def _open(self) -> None:
        """Load the stored data, start the workers, and open the port."""
        # Beside the other work, because a process takes a while to start.
        starting = asyncio.create_task(self.workers.start())
        try:
            await self._load()
            try:
                await starting
            except NoWorker as error:
                raise StartupFailed(
                    f"{error}; see that this user may start processes and open files (ulimit -u, ulimit -n,"
                    " systemd's TasksMax and LimitNOFILE), and that the games are installed whole"
                ) from error
        finally:
            starting.cancel()
        self.address = self._listen()
        if self.node is not None:
            await self._join(self.node)
        await self.tournaments.open()
        self._memory_trimmer.start()
        self._open_file_check.start()
        await self.grpc.start()
        if self.settings.web is not None:
            await self._serve_web(self.settings.web)
        self.matches.start()
        self.bots.resume()
        if self.node is not None:
            self.node.membership.on_change.append(self.bots.resume)

    async def _load(self) -> None:
        """Load players, audit, archive and matches, and connect their numbers to the metrics."""
        backup_stream.remove_left_copies(self.settings.data)
        await self.players.load()
        self.operator_token = await operator.ensure_operator(
            self.players,
            self.settings.data,
            self.engine,
            accept_older=self.settings.accept_older_store,
        )
        await self.reports.load()
        await self.notices.load()
        self.matches.lobby.draining = self.notices.is_stop_ahead
        self.notices.on_change = self.play.send_notice
        await self.audit.open()
        try:
            self.receipts.key = await open_signing_key(self.settings.data, self.store)
        except SigningKeyUnusable as error:
            raise StartupFailed(str(error)) from error
        await self.archive.open()
        await self.matches.open()
        await self.matches.idle_end.open(self.settings.idle_match_days * DAY_SECONDS)
        await self.bots.open()
        self.metrics.matches = self.matches.counts
        self.metrics.matches_loaded = lambda: len(self.matches.loaded())
        self.metrics.channels = self.matches.channel_count
        self.metrics.players = lambda: len(self.players)
        self.metrics.open_reports = self.reports.open_counts
        self.metrics.workers_replaced = lambda: self.workers.replaced
        self.metrics.workers_missing = lambda: self.workers.missing
        if self.certificates is not None:
            self.metrics.certificate_days["clients"] = self.certificates.days_left
        self.metrics.disk_use = self.engine.disk_use
        if self.node is not None:
            self.metrics.node = self.node.counts
            if self.node.links.certificates is not None:
                self.metrics.certificate_days["links"] = self.node.links.certificates.days_left
        self.metrics.backup_age = partial(verified_backup.age, self.settings.data)
        if self.settings.metrics is not None:
            self._loop_delay.start()
            self._serve_metrics(self.settings.metrics)

    def _add_services(self) -> HealthService:
        """Add the handlers of all services to gRPC's server; return the health service."""
        players, matches, settings = self.players, self.matches, self.settings
        services: dict[Any, Any] = {
            play_pb2.DESCRIPTOR.services_by_name["PlayService"]: self.play,
            lobby_pb2.DESCRIPTOR.services_by_name["LobbyService"]: self.lobby,
            archive_pb2.DESCRIPTOR.services_by_name["ArchiveService"]: self.archive,
            players_pb2.DESCRIPTOR.services_by_name["PlayersService"]: PlayersService(
                players, self.refused_words, settings, self.reports, self._title_of
            ),
            tournaments_pb2.DESCRIPTOR.services_by_name["TournamentsService"]: TournamentsService(
                self.tournaments, players, self.refused_words
            ),
            tournament_archive_pb2.DESCRIPTOR.services_by_name[
                "TournamentArchiveService"
            ]: TournamentArchiveService(
                TournamentTransfer(
                    self.store, self.tournaments, matches, players, self.games, self.archive.imports
                ),
                self.archive,
            ),
            moderation_pb2.DESCRIPTOR.services_by_name["ModerationService"]: ModerationService(
                matches, players, self.reports, self.gate, self.operator_guard
            ),
            ratings_pb2.DESCRIPTOR.services_by_name["RatingsService"]: RatingsService(self.tournaments),
            operations_pb2.DESCRIPTOR.services_by_name["OperationsService"]: OperationsService(
                self.store,
                matches,
                self.tournaments,
                players,
                self.gate,
                self.play.writers,
                self.audit,
                partial(backup_stream.backup_chunks, self.engine, settings.data),
                self.lobby.match_message,
                self.reports,
                self.notices,
                None if self.node is None else self.node.list,
            ),
        }
        self.services = services
        names = [descriptor.full_name for descriptor in services]
        health = HealthService(names, lambda: self.workers.missing, lambda: self.store.fault)
        reflection = reflection_service.ReflectionService(
            [*names, HEALTH.full_name, REFLECTION.full_name, reflection_service.V1]
        )
        gate = self.gate
        handlers = [gate.service(descriptor, service) for descriptor, service in services.items()]
        handlers.append(gate.service(HEALTH, health, public=True))
        handlers.append(gate.service(REFLECTION, reflection, public=True))
        handlers.append(gate.service(REFLECTION, reflection, public=True, name=reflection_service.V1))
        self.grpc.add_generic_rpc_handlers(handlers)
        self.handlers = {path: handler for one in handlers for path, handler in one.handlers.items()}
        return health

    async def _title_of(self, field: str, subject: str) -> str:
        """Return the title of a match or a tournament, by the name of the field that holds its id."""
        if field == "match_id":
            return (await self.matches.fetch(subject)).title
        return (await self.tournaments.fetch(subject)).tournament.settings.title

    def _listen(self) -> Address:
        """Open the port, with TLS if there are certificates; return the address. Raise StartupFailed if it is taken."""
        wanted = self.settings.listen
        try:
            if self.certificates is None:
                port = self.grpc.add_insecure_port(str(wanted))
            else:
                port = self.grpc.add_secure_port(str(wanted), self.certificates.credentials())
        except RuntimeError:
            port = 0
        if not port:
            raise StartupFailed(
                f"cannot listen on {wanted}: the address is in use, or not one of this machine's;"
                " choose another with --listen HOST:PORT"
            )
        return Address(wanted.host, port)

    async def _serve_web(self, address: Address) -> None:
        web = WebListener(
            address,
            self.handlers,
            self.settings,
            lambda: self.health.is_serving,
            None if self.certificates is None else self.certificates.context(),
        )
        try:
            await web.start()
        except WebListenerFailed as error:
            raise StartupFailed(str(error)) from error
        self.web = web

    async def _in_turns_of(self, player_id: str, work: Coroutine[Any, Any, None]) -> None:
        """Run work in the turns of a player."""
        turns = self.gate.turns
        queue = turns.enter(player_id)
        try:
            await turns.run(queue, work)
        finally:
            turns.leave(queue)

    def _serve_metrics(self, address: Address) -> None:
        """Serve the metrics at this address. Raise StartupFailed if it cannot be used."""
        try:
            self._stop_metrics = self.metrics.serve(address)
        except OSError as error:
            raise StartupFailed(f"cannot serve metrics on {address}: {error.strerror or error}") from error


def _make_data_directory(path: Path) -> None:
    """Make the directory for what the server keeps outside of its store: the operator's token, the signing key."""
    try:
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise StartupFailed(f"{path} cannot be made: {error.strerror or error}") from error


def _methods() -> list[str]:
    """Return the names of our methods, by which calls are counted."""
    files = (play_pb2, lobby_pb2, archive_pb2, players_pb2, tournaments_pb2, operations_pb2, moderation_pb2)
    services = [service for file in files for service in file.DESCRIPTOR.services_by_name.values()]
    return [f"{service.full_name}/{method.name}" for service in services for method in service.methods]


def _certificates(tls: Tls) -> Certificates:
    """Return the certificates in the files. Raise StartupFailed if they cannot be used."""
    try:
        return Certificates(tls)
    except BadCertificate as error:
        raise StartupFailed(str(error)) from error
