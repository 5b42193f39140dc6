"""The links of a node to all others: one for each, dialled by the member with the smaller id."""

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any, Final

import grpc
import structlog
from google.protobuf.message import DecodeError

from tilth.links.v1.links_pb2 import Hello, LinkFrame, LinkMessage
from tilth_server.certificates import BadCertificate, Certificates
from tilth_server.link_traffic import Traffic
from tilth_server.nodes.flows import MAX_MESSAGE_BYTES
from tilth_server.nodes.membership import Membership
from tilth_server.nodes.peer_link import PeerLink, Serve
from tilth_server.settings import Address, Tls
from tilth_server.store import Member

log = structlog.get_logger()

METHOD: Final = "/tilth.links.v1.LinkService/Connect"
HELLO_SECONDS: Final = 3.0
RETRY_SECONDS: Final = 0.3
WAIT_SECONDS: Final = 0.02
OPTIONS: Final = (
    ("grpc.so_reuseport", 0),
    ("grpc.max_receive_message_length", MAX_MESSAGE_BYTES),
    ("grpc.max_send_message_length", -1),
    ("grpc.use_local_subchannel_pool", 1),
    ("grpc.enable_retries", 0),
    ("grpc.max_metadata_size", 8 << 10),
    ("grpc.compression_enabled_algorithms_bitset", 1),
    ("grpc.keepalive_time_ms", 10_000),
    ("grpc.keepalive_timeout_ms", 5_000),
    ("grpc.http2.min_recv_ping_interval_without_data_ms", 5_000),
)


class LinksFailed(Exception):
    """The address for links cannot be used. The message is one line that says why."""


class NotThatMember(Exception):
    """Another process than the member that was dialled has its address."""


class Links:
    """The links that are up, by member, and the work to bring the others up."""

    def __init__(
        self,
        membership: Membership,
        listen: Address,
        serve: Serve,
        tls: Tls | None = None,
        traffic: Traffic | None = None,
    ) -> None:
        """`serve` serves the flows that other nodes open. Without `tls` the links are for a private network."""
        self._traffic = traffic or Traffic()
        self.up: dict[str, PeerLink] = {}
        self.on_up: list[Callable[[PeerLink], None]] = []
        """Callbacks that are called with each link that has come up."""
        self._membership = membership
        self._listen = listen
        self._serve = serve
        self._tls = tls
        self.certificates = None if tls is None else Certificates(tls)
        """The certificates that this node shows to the others; None on a private network."""
        self._dialling: dict[str, asyncio.Task[None]] = {}
        self._looking: set[asyncio.Task[None]] = set()
        self._known: set[str] = set()
        self._server: grpc.aio.Server | None = None

    async def listen(self) -> None:
        """Open the address for links. Raise LinksFailed if it cannot be used."""
        server = grpc.aio.server(options=OPTIONS)
        handler: Any = grpc.stream_stream_rpc_method_handler(self._accept)
        service, _, method = METHOD[1:].partition("/")
        server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler(service, {method: handler}),))
        try:
            if self.certificates is None:
                port = server.add_insecure_port(str(self._listen))
            else:
                port = server.add_secure_port(str(self._listen), self.certificates.credentials())
        except RuntimeError:
            port = 0
        if not port:
            raise LinksFailed(
                f"cannot listen on {self._listen}: the address is in use, or not one of this machine's"
            )
        await server.start()
        self._server = server

    def start(self) -> None:
        """Dial the members that there are, and those that come."""
        self._membership.on_change.append(self._follow_members)
        self._follow_members()

    def tell_news(self) -> None:
        """Tell all nodes that the members are others than before, so that they need not wait for a heartbeat."""
        for link in self.up.values():
            link.tell_news()

    async def wait_up(self, seconds: float) -> None:
        """Return when all members are linked, or after this time."""
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            others = {member.id for member in self._membership.members} - {self._membership.me.id}
            if others <= self.up.keys():
                return
            await asyncio.sleep(WAIT_SECONDS)

    def reload(self) -> None:
        """Read the certificates again. Links that are up stay."""
        if self.certificates is not None:
            self.certificates.reload()

    async def close(self) -> None:
        """End all links."""
        with suppress(ValueError):
            self._membership.on_change.remove(self._follow_members)
        tasks = [*self._dialling.values(), *self._looking]
        for task in tasks:
            task.cancel()
        for link in list(self.up.values()):
            link.break_off()
        await asyncio.gather(*tasks, return_exceptions=True)
        if self._server is not None:
            await self._server.stop(0)

    def _follow_members(self) -> None:
        """Dial new members, and end the links of those that have gone."""
        members = {member.id: member for member in self._membership.members}
        for member_id in self._known - members.keys():
            if member_id in self.up:
                self.up[member_id].break_off()
            dialling = self._dialling.get(member_id)
            # The task that reports a member as gone still has to write that.
            if dialling is not None and dialling is not asyncio.current_task():
                dialling.cancel()
        self._known = set(members)
        mine = self._membership.me.id
        for member in members.values():
            if mine < member.id and member.id not in self._dialling:
                task = self._dialling[member.id] = asyncio.create_task(self._dial(member))
                task.add_done_callback(partial(self._end_dialling, member.id))

    def _end_dialling(self, member_id: str, task: asyncio.Task[None]) -> None:
        """Forget the task that dialled a member."""
        if self._dialling.get(member_id) is task:
            del self._dialling[member_id]

    async def _dial(self, member: Member) -> None:
        """Keep a link to a member up, until the member has gone."""
        was_up = False
        while self._membership.find(member.id) is not None:
            try:
                was_up = await self._dial_once(member) or was_up
            except NotThatMember:
                await self._membership.report_gone(member.id)
                return
            except (grpc.aio.AioRpcError, TimeoutError, BadCertificate, OSError, DecodeError) as error:
                log.debug("link not up", node=member.id, address=member.address, error=str(error))
            if was_up:
                await self._look_if_gone(member)
            await asyncio.sleep(RETRY_SECONDS)

    async def _dial_once(self, member: Member) -> bool:
        """Dial a member, and pass frames until the link ends. Return whether it was up."""
        channel = self._channel(member.address)
        try:
            call: Any = channel.stream_stream(METHOD)()
            async with asyncio.timeout(HELLO_SECONDS):
                await call.write(self._hello(member.id))
                hello = _hello_of(await _read(call))
            if hello.member_id != member.id:
                raise NotThatMember
            await self._run(
                PeerLink(member.id, call.write, self._serve, has_dialled=True, traffic=self._traffic), call
            )
        finally:
            await channel.close()
        return True

    async def _accept(self, _: Any, call: Any) -> None:
        """Serve the link of a node that has dialled this one."""
        try:
            async with asyncio.timeout(HELLO_SECONDS):
                hello = _hello_of(await _read(call))
                if self._membership.find(hello.member_id) is None:
                    # It has just joined. The sooner all nodes know it, the shorter they disagree about owners.
                    await self._membership.refresh()
                await call.write(self._hello(hello.member_id))
        except TimeoutError:
            # It says nothing, or the database is away that would know it. It dials again.
            return
        if hello.to_member_id != self._membership.me.id or not hello.member_id:
            return
        try:
            await self._run(
                PeerLink(hello.member_id, call.write, self._serve, has_dialled=False, traffic=self._traffic),
                call,
            )
        finally:
            # In a task of its own, because the end of the stream cancels this one.
            member = self._membership.find(hello.member_id)
            if member is not None:
                task = asyncio.create_task(self._look_until_up(member))
                self._looking.add(task)
                task.add_done_callback(self._looking.discard)

    async def _run(self, link: PeerLink, call: Any) -> None:
        """Pass frames on a link until it ends."""
        before = self.up.get(link.member_id)
        if before is not None:
            before.break_off()
        self.up[link.member_id] = link
        link.on_news = self._look_at_members
        log.info("link up", node=link.member_id)
        for call_up in self.on_up:
            call_up(link)
        try:
            await link.run(lambda: _read(call))
        finally:
            if self.up.get(link.member_id) is link:
                del self.up[link.member_id]
            log.info("link down", node=link.member_id, sent_bytes=link.sent_bytes)

    def _look_at_members(self) -> None:
        """Read the members again."""
        task = asyncio.create_task(self._membership.refresh())
        self._looking.add(task)
        task.add_done_callback(self._looking.discard)

    async def _look_until_up(self, member: Member) -> None:
        """Look at a member that used to dial this node, until it dials again or has gone.

        A process that is killed may close its address a moment after its links.
        """
        while self._membership.find(member.id) is not None and member.id not in self.up:
            await self._look_if_gone(member)
            await asyncio.sleep(RETRY_SECONDS)

    async def _look_if_gone(self, member: Member) -> None:
        """After a link has ended: if the member's address refuses a connection, its process has ended."""
        host, _, port = member.address.rpartition(":")
        try:
            async with asyncio.timeout(HELLO_SECONDS):
                _, writer = await asyncio.open_connection(host.strip("[]"), int(port))
        except ConnectionRefusedError:
            await self._membership.report_gone(member.id)
        except (OSError, TimeoutError):
            # It may hang, or the network may be away: its heartbeats decide.
            pass
        else:
            writer.close()

    def _channel(self, address: str) -> grpc.aio.Channel:
        """Return a channel to another node. The certificate's files are read each time."""
        tls = self._tls
        if tls is None:
            return grpc.aio.insecure_channel(address, options=OPTIONS)
        assert tls.client_ca is not None, "the command line asks for it"
        credentials = grpc.ssl_channel_credentials(
            tls.client_ca.read_bytes(), tls.key.read_bytes(), tls.certificate.read_bytes()
        )
        return grpc.aio.secure_channel(address, credentials, options=OPTIONS)

    def _hello(self, to_member_id: str) -> bytes:
        """Return the first message of a link."""
        hello = Hello(member_id=self._membership.me.id, to_member_id=to_member_id)
        return LinkMessage(frames=[LinkFrame(hello=hello)]).SerializeToString()


def _hello_of(message: bytes | None) -> Hello:
    """Return what the first message of a link says; an empty Hello for none."""
    frames = LinkMessage.FromString(message or b"").frames
    return frames[0].hello if frames else Hello()


async def _read(call: Any) -> bytes | None:
    """Return the next message of a stream; None at its end."""
    message = await call.read()
    return message if isinstance(message, bytes) else None
