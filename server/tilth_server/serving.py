"""A whole server in this process: its store, its players, its matches, its services."""

import time
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Self

import grpc
import structlog
from grpc_health.v1 import health_pb2
from grpc_reflection.v1alpha import reflection_pb2

from tilth.v1 import archive_pb2, lobby_pb2, operations_pb2, play_pb2, players_pb2, tournaments_pb2
from tilth_server.api import reflection
from tilth_server.api.archive import ArchiveService
from tilth_server.api.desk import Desk
from tilth_server.api.health import HealthService
from tilth_server.api.lobby import LobbyService
from tilth_server.api.operations import OperationsService
from tilth_server.api.play import PlayService
from tilth_server.api.players import PlayersService
from tilth_server.api.service import Gate
from tilth_server.api.tournaments import TournamentsService
from tilth_server.metrics import Metrics
from tilth_server.operations import copying
from tilth_server.operations.audit import Audit
from tilth_server.outside import Workers, ports
from tilth_server.players import Register, operator
from tilth_server.settings import Address, Limits, Settings, Tls
from tilth_server.store import SqliteStreams
from tilth_server.tables.house import House
from tilth_server.tournaments.hall import Hall
from tilth_server.tracing import tracing_of
from tilth_server.wire import GameWire, load_games

log = structlog.get_logger()

HEALTH: Any = health_pb2.DESCRIPTOR.services_by_name["Health"]
REFLECTION: Any = reflection_pb2.DESCRIPTOR.services_by_name["ServerReflection"]
FLUSH_SECONDS = 2.0
"""How long streams may take to say their last frame when the server stops."""
GRACE_SECONDS = 4.0
"""How long calls that are under way may take after that."""
MOST_PENDING = 20_000
"""Calls that wait for the loop: over it gRPC turns calls away at random, whoever's they are."""
MEGABYTE = 1 << 20


class CannotServe(Exception):
    """Why the server can't start, in one line for whoever started it."""


class Server:
    """Running from `start` until `stop`."""

    address: Address
    """Where it listens; the port is the real one where any was asked for."""
    operator_token: str | None
    """Of the first start only."""

    def __init__(
        self, settings: Settings, store: SqliteStreams, metrics: Metrics, games: Mapping[str, GameWire]
    ) -> None:
        self.settings = settings
        self.store = store
        self.metrics = metrics
        self.register = Register(store, settings.registration)
        self.games = games
        self.workers = Workers({game: port for game, port in ports().items() if game in games})
        self.tracing = tracing_of(settings)
        self.house = self._make_house()
        self.hall = Hall(store, self.house, self.register, games, settings.limits, metrics)
        self._stop_metrics: Callable[[], None] = lambda: None
        self.audit = Audit(store)
        self.desk = Desk(self.audit)
        self.gate = Gate(
            self.register,
            settings.limits,
            metrics,
            self.desk,
            traced=None if self.tracing is None else self.tracing.traced,
        )
        self.play = PlayService(self.house)
        self.archive = ArchiveService(store, self.house, self.register, self.games, self.desk)
        self.grpc = grpc.aio.server(options=channel_options(settings.limits))
        self.health = self._add_services()

    @classmethod
    async def start(cls, settings: Settings, games: Mapping[str, GameWire] | None = None) -> Self:
        """Everything read from the store, and listening. Without `games`, every installed one is served."""
        metrics = Metrics()
        store = await SqliteStreams.open(settings.data, metrics.committed)
        server: Self | None = None
        try:
            server = cls(settings, store, metrics, load_games() if games is None else games)
            await server._open()
        except BaseException:
            if server is not None:
                # Matches that were read may have asked for facts already.
                await server.house.close()
                await server.workers.close()
            await store.close()
            raise
        log.info("serving", address=str(server.address), games=sorted(server.games), **server.house.counts())
        return server

    async def stop(self) -> None:
        """No new matches; open answers finish; every stream is told where to resume; then nothing is left."""
        began = time.monotonic()
        log.info("stopping", streams=self.metrics.streams)
        self.health.close()
        self.house.draining = True
        await self.play.close()
        await self.hall.close()
        await self.gate.calls.streams_ended(FLUSH_SECONDS)
        self.gate.close()
        await self.grpc.stop(GRACE_SECONDS)
        await self.workers.close()
        await self.store.close()
        self._stop_metrics()
        if self.tracing is not None:
            await self.tracing.stop()
        log.info("stopped", seconds=round(time.monotonic() - began, 3))

    def _make_house(self) -> House:
        kind: Callable[..., House] = House
        if self.tracing is not None:
            from tilth_server.tracing.house import TracedHouse

            kind = partial(TracedHouse, self.tracing.tracer)
        return kind(
            self.store,
            self.games,
            name_of=self.register.name,
            limits=self.settings.limits,
            idle_seconds=self.settings.idle_seconds,
            metrics=self.metrics,
            oracle=self.workers,
        )

    async def _open(self) -> None:
        copying.clear(self.settings.data)
        await self.register.load()
        self.operator_token = await operator.make_sure(self.register, self.settings.data)
        await self.audit.open()
        await self.archive.open()
        await self.house.open()
        self.metrics.matches = self.house.counts
        self.metrics.watchers = self.house.watchers
        self.metrics.players = lambda: len(self.register)
        self.metrics.workers_replaced = lambda: self.workers.replaced
        if self.settings.metrics is not None:
            self._serve_metrics(self.settings.metrics)
        self.address = self._listen()
        await self.hall.open()
        await self.grpc.start()

    def _add_services(self) -> HealthService:
        register, house = self.register, self.house
        services: dict[Any, Any] = {
            play_pb2.DESCRIPTOR.services_by_name["PlayService"]: self.play,
            lobby_pb2.DESCRIPTOR.services_by_name["LobbyService"]: LobbyService(house, register, self.games),
            archive_pb2.DESCRIPTOR.services_by_name["ArchiveService"]: self.archive,
            players_pb2.DESCRIPTOR.services_by_name["PlayersService"]: PlayersService(
                register, self.settings.data
            ),
            tournaments_pb2.DESCRIPTOR.services_by_name["TournamentsService"]: TournamentsService(
                self.hall, register
            ),
            operations_pb2.DESCRIPTOR.services_by_name["OperationsService"]: OperationsService(
                house, register, self.gate, self.play.taps, self.audit, self.settings.data
            ),
        }
        self.services = services
        names = [descriptor.full_name for descriptor in services]
        health = HealthService(names)
        mirror = reflection.ReflectionService([*names, HEALTH.full_name, REFLECTION.full_name, reflection.V1])
        gate = self.gate
        handlers = [gate.service(descriptor, service) for descriptor, service in services.items()]
        handlers.append(gate.service(HEALTH, health, public=True))
        handlers.append(gate.service(REFLECTION, mirror, public=True))
        handlers.append(gate.service(REFLECTION, mirror, public=True, name=reflection.V1))
        self.grpc.add_generic_rpc_handlers(handlers)
        return health

    def _listen(self) -> Address:
        wanted = self.settings.listen
        tls = self.settings.tls
        try:
            if tls is None:
                port = self.grpc.add_insecure_port(str(wanted))
            else:
                port = self.grpc.add_secure_port(str(wanted), credentials(tls))
        except RuntimeError:
            port = 0
        if not port:
            raise CannotServe(
                f"cannot listen on {wanted}: the address is in use, or not one of this machine's;"
                " choose another with --listen HOST:PORT"
            )
        return Address(wanted.host, port)

    def _serve_metrics(self, address: Address) -> None:
        try:
            self._stop_metrics = self.metrics.serve(address)
        except OSError as error:
            raise CannotServe(f"cannot serve metrics on {address}: {error.strerror or error}") from error


def credentials(tls: Tls) -> grpc.ServerCredentials:
    """The files, read; with a client CA every client has to show a certificate."""
    client_ca = None if tls.client_ca is None else tls.client_ca.read_bytes()
    return grpc.ssl_server_credentials(
        [(tls.key.read_bytes(), tls.certificate.read_bytes())],
        root_certificates=client_ca,
        require_client_auth=client_ca is not None,
    )


def channel_options(limits: Limits) -> list[tuple[str, int]]:
    """Of the server's side of every connection.

    A peer that is gone is noticed after 30 s; without the ping timeout it would take minutes. Clients may ping
    every 10 s. The hard limit of a message lies above our own, so that most of what is too long gets a status
    that names the limit.
    """
    return [
        ("grpc.so_reuseport", 0),
        ("grpc.server.max_pending_requests", MOST_PENDING),
        ("grpc.server.max_pending_requests_hard_limit", 2 * MOST_PENDING),
        ("grpc.max_receive_message_length", 4 * limits.message_bytes + MEGABYTE),
        ("grpc.max_send_message_length", -1),
        ("grpc.keepalive_time_ms", 20_000),
        ("grpc.keepalive_timeout_ms", 10_000),
        ("grpc.keepalive_permit_without_calls", 1),
        ("grpc.http2.ping_timeout_ms", 10_000),
        ("grpc.http2.min_recv_ping_interval_without_data_ms", 10_000),
    ]
