"""Certificates for tests: an authority, and the servers and clients whose certificates it signs."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID

from tilth_server.settings import Tls

BOTH_NAMES = (x509.DNSName("localhost"), x509.IPAddress(ip_address("127.0.0.1")))


class Certificates:
    """An authority, with its files in a folder."""

    def __init__(self, folder: Path, name: str = "authority", lasts: timedelta = timedelta(hours=1)) -> None:
        self._folder = folder
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._name = _named(name)
        certificate = self._certificate(self._name, self._key, is_authority=True, lasts=lasts)
        self.file = folder / f"{name}.pem"
        self.file.write_bytes(certificate.public_bytes(Encoding.PEM))

    def server(
        self,
        name: str,
        lasts: timedelta = timedelta(hours=1),
        names: Sequence[x509.GeneralName] = BOTH_NAMES,
    ) -> Tls:
        """A certificate for localhost and 127.0.0.1, and its key (a client may show it as well)."""
        key = ec.generate_private_key(ec.SECP256R1())
        certificate = self._certificate(_named(name), key, is_authority=False, lasts=lasts, names=names)
        paths = Tls(self._folder / f"{name}.pem", self._folder / f"{name}.key")
        paths.certificate.write_bytes(certificate.public_bytes(Encoding.PEM))
        paths.key.write_bytes(key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
        return paths

    def _certificate(
        self,
        subject: x509.Name,
        key: ec.EllipticCurvePrivateKey,
        *,
        is_authority: bool,
        lasts: timedelta = timedelta(hours=1),
        names: Sequence[x509.GeneralName] = BOTH_NAMES,
    ) -> x509.Certificate:
        now = datetime.now(UTC)
        builder = (
            x509.CertificateBuilder()
            .subject_name(subject)
            .issuer_name(self._name)
            .public_key(key.public_key())
            .serial_number(x509.random_serial_number())
            .not_valid_before(min(now, now + lasts) - timedelta(minutes=5))
            .not_valid_after(now + lasts)
            .add_extension(x509.BasicConstraints(ca=is_authority, path_length=None), critical=True)
        )
        if not is_authority:
            builder = builder.add_extension(x509.SubjectAlternativeName(names), critical=False)
        return builder.sign(self._key, hashes.SHA256())


def _named(name: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
