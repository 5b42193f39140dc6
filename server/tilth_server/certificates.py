"""The certificates of a server that speaks TLS: read at the start, and again while it runs."""

import ssl
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

import grpc
import structlog

from tilth_server.settings import Tls

log = structlog.get_logger()

DAY_SECONDS: Final = 86_400.0
WARNING_DAYS: Final = 14.0
SEQUENCE, VERSION, UTC_TIME = 0x30, 0xA0, 0x17
"""Tags of X.509: a sequence, the version (which old certificates lack), and a time with two digits of the year."""
BEGIN, END = "-----BEGIN CERTIFICATE-----", "-----END CERTIFICATE-----"


class BadCertificate(Exception):
    """A certificate or key file that can't be used. The message is one line for the operator."""


class CurrentContext(ssl.SSLContext):
    """A context for asyncio whose connections are made with another one, which may be replaced."""

    current: ssl.SSLContext

    def wrap_bio(self, *arguments: Any, **how: Any) -> ssl.SSLObject:
        return self.current.wrap_bio(*arguments, **how)


class Certificates:
    """The TLS certificates that a server uses, and the time until which they are valid."""

    def __init__(self, tls: Tls) -> None:
        """Read the files; raise BadCertificate if one can't be used."""
        self._tls = tls
        self._context = CurrentContext(ssl.PROTOCOL_TLS_SERVER)
        self._configuration, self._context.current, self.valid_until = _read(tls)
        self._is_new = False
        self._warn()

    def credentials(self) -> grpc.ServerCredentials:
        """Return credentials for gRPC, which asks before each handshake whether they have changed."""
        return grpc.dynamic_ssl_server_credentials(
            self._configuration,
            self._changed_configuration,  # type: ignore[arg-type]  # None is for no change, which the types don't know
            require_client_authentication=self._tls.client_ca is not None,
        )

    def context(self) -> ssl.SSLContext:
        """Return a context for asyncio. A new connection gets the certificate that was read last."""
        return self._context

    def reload(self) -> bool:
        """Read the files again; return whether they can be used. If not, log why and keep the certificates in use."""
        try:
            self._configuration, self._context.current, self.valid_until = _read(self._tls)
        except BadCertificate as error:
            log.error("certificates unreadable", error=str(error))
            return False
        self._is_new = True
        log.info("certificates reloaded", valid_until=self.valid_until.isoformat())
        self._warn()
        return True

    def days_left(self) -> float:
        """Return the days until the first certificate expires; below 0 if it has expired."""
        return (self.valid_until - datetime.now(UTC)).total_seconds() / DAY_SECONDS

    def _changed_configuration(self) -> grpc.ServerCertificateConfiguration | None:
        """Return a new configuration, or None without a change. gRPC calls it in threads of its own."""
        if not self._is_new:
            return None
        self._is_new = False
        return self._configuration

    def _warn(self) -> None:
        """Log a warning if a certificate expires within WARNING_DAYS."""
        days = self.days_left()
        if days < WARNING_DAYS:
            log.warning("certificate expiring", days_left=round(days, 1), until=self.valid_until.isoformat())


def validity(certificate: bytes) -> tuple[datetime, datetime]:
    """Return the start and the end of a DER certificate's validity; raise ValueError or IndexError for other bytes."""
    _, outer, _ = _element(certificate, 0)
    _, at, _ = _element(certificate, outer)
    tag, _, end = _element(certificate, at)
    if tag == VERSION:
        end = _element(certificate, end)[2]
    tag, start = 0, 0
    for _ in range(3):  # after the serial number: the algorithm, the issuer, the validity
        tag, start, end = _element(certificate, end)
    if tag != SEQUENCE:
        raise ValueError("no validity is where it should be")
    first_tag, first, first_end = _element(certificate, start)
    last_tag, last, last_end = _element(certificate, first_end)
    return _time(first_tag, certificate[first:first_end]), _time(last_tag, certificate[last:last_end])


def _read(tls: Tls) -> tuple[grpc.ServerCertificateConfiguration, ssl.SSLContext, datetime]:
    """Read and check the files. Return gRPC's configuration, a context with the same, and when the first certificate
    expires.
    """
    try:
        # The same check as at the start: that the key fits, and that each file holds what it should.
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(tls.certificate, tls.key, password="")
        key, chain = tls.key.read_bytes(), tls.certificate.read_bytes()
        client_ca = None if tls.client_ca is None else tls.client_ca.read_bytes()
        if tls.client_ca is not None:
            context.load_verify_locations(tls.client_ca)
            context.verify_mode = ssl.CERT_REQUIRED
        context.set_alpn_protocols(["http/1.1"])
    except (OSError, ValueError) as error:
        raise BadCertificate(f"{tls.certificate} with {tls.key}: {error}") from error
    until = _checked(tls.certificate, chain)
    if tls.client_ca is not None and client_ca is not None:
        until = min(until, _checked(tls.client_ca, client_ca))
    return grpc.ssl_server_certificate_configuration([(key, chain)], client_ca), context, until


def _checked(file: Path, content: bytes) -> datetime:
    """Return when the first of the file's certificates expires; raise BadCertificate if one isn't valid now."""
    now = datetime.now(UTC)
    try:
        found = [validity(each) for each in _certificates(content.decode("latin-1"))]
    except (ValueError, IndexError) as error:
        raise BadCertificate(f"{file} holds a certificate that can't be read: {error}") from error
    for begins, ends in found:
        if ends <= now:
            raise BadCertificate(f"a certificate in {file} expired on {ends:%Y-%m-%d %H:%M} UTC: renew it")
        if begins > now:
            raise BadCertificate(
                f"a certificate in {file} is not valid before {begins:%Y-%m-%d %H:%M} UTC: look at this machine's clock"
            )
    if not found:
        raise BadCertificate(f"{file} holds no certificate")
    return min(ends for _, ends in found)


def _certificates(pem: str) -> Iterator[bytes]:
    """Yield the certificates of a PEM text as DER bytes."""
    for part in pem.split(BEGIN)[1:]:
        yield ssl.PEM_cert_to_DER_cert(f"{BEGIN}{part.partition(END)[0]}{END}\n")


def _element(data: bytes, at: int) -> tuple[int, int, int]:
    """Return the tag of the DER element that begins at `at`, and the positions at which its content begins and ends."""
    tag, length, at = data[at], data[at + 1], at + 2
    if length & 0x80:
        size = length & 0x7F
        length, at = int.from_bytes(data[at : at + size]), at + size
    return tag, at, at + length


def _time(tag: int, content: bytes) -> datetime:
    """Return a time of a certificate, whose year may have two digits."""
    text = content.decode("ascii")
    if tag == UTC_TIME:  # A year of two digits from 50 to 99 is of the last century.
        text = ("19" if text >= "5" else "20") + text
    return datetime.strptime(text, "%Y%m%d%H%M%SZ").replace(tzinfo=UTC)
