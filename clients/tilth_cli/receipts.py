"""Receipts: what the server signed about a match, kept on this machine, and compared with what the server shows later.

The receipts of a match are lines of JSON in one file beside the saved tokens. docs/explanation/fairness.md describes a
receipt's bytes.
"""

import dataclasses
import hashlib
import json
import os
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from tilth_cli.connection import Server
from tilth_cli.errors import UserError
from tilth_cli.messages import tr
from tilth_cli.settings import Settings
from tilth_dataclasses.tilth.v1 import (
    GetReceiptRequest,
    GetServerInfoRequest,
    ReadLogRequest,
    Receipt,
    ReceiptStatement,
)

LABEL = b"tilth receipt\0"
KEY_BYTES = 32
OK, LATER = "ok", "later"
"""Verdicts: the log begins with the records that the receipt states; the match still runs, so nothing can be compared.
The other verdicts are faults."""


@dataclass(frozen=True)
class Statement:
    """A receipt with a good signature: what it states, and the key that signed it."""

    match_id: str
    record_count: int
    at: datetime
    head: bytes
    salt: bytes
    hidden_head: bytes
    public_key: bytes


def statement_of(receipt: Receipt) -> Statement | None:
    """Return what a receipt states; None if its signature does not fit."""
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    try:
        key = Ed25519PublicKey.from_public_bytes(receipt.public_key)
        key.verify(receipt.signature, LABEL + receipt.statement)
        stated = ReceiptStatement.parse(receipt.statement)
    except (InvalidSignature, ValueError):
        return None
    return Statement(
        stated.match_id,
        stated.record_count,
        stated.at or datetime.fromtimestamp(0, UTC),
        stated.head,
        stated.salt,
        stated.hidden_head,
        receipt.public_key,
    )


class ReceiptFolder:
    """The receipts that are kept on this machine, a file for each match."""

    def __init__(self, settings: Settings) -> None:
        self._folder = settings.tokens.path.parent / "receipts"
        self._server = settings.address

    def keep(self, match_id: str, receipt: Receipt) -> Path:
        """Add a receipt to the file of its match, unless it states no more than one that is there; return the file."""
        path = self._path(match_id)
        stated = statement_of(receipt)
        for kept in self.of(match_id):
            before = statement_of(kept)
            if before is not None and stated is not None and _same(before, stated):
                return path
        line = {
            "server": self._server,
            "statement": receipt.statement.hex(),
            "signature": receipt.signature.hex(),
            "public_key": receipt.public_key.hex(),
        }
        try:
            self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600), "w") as file:
                file.write(json.dumps(line) + "\n")
        except OSError as error:
            raise UserError(
                tr("error-unwritable", path=path, error=error.strerror), "FILE_UNUSABLE"
            ) from error
        return path

    def of(self, match_id: str) -> list[Receipt]:
        """Return the receipts of a match from this server, in the order in which they came."""
        here = set(self._server.split(","))
        return [
            receipt
            for server, receipt in _read(self._path(match_id))
            if not here.isdisjoint(server.split(","))
        ]

    def _path(self, match_id: str) -> Path:
        """Return the file of a match. An id that is no plain word, which only a foreign server would use, is hashed."""
        plain = match_id.isascii() and match_id.isalnum()
        return self._folder / f"{match_id if plain else hashlib.sha256(match_id.encode()).hexdigest()}.jsonl"


def receipts_in(path: Path) -> list[Receipt]:
    """Return the receipts in a file that a client has written, of any server. Raise UserError if it has none."""
    found = [receipt for _, receipt in _read(path)]
    if not found:
        raise UserError(tr("receipt-bad_file", path=path, error=""), "FILE_UNUSABLE")
    return found


def _read(path: Path) -> list[tuple[str, Receipt]]:
    """Return the receipts in a file, each with the address of its server; none if there is no file."""
    try:
        lines = [json.loads(line) for line in path.read_text().splitlines()]
        return [
            (
                line["server"],
                Receipt(
                    statement=bytes.fromhex(line["statement"]),
                    signature=bytes.fromhex(line["signature"]),
                    public_key=bytes.fromhex(line["public_key"]),
                ),
            )
            for line in lines
        ]
    except FileNotFoundError:
        return []
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise UserError(tr("receipt-bad_file", path=path, error=error), "FILE_UNUSABLE") from error


def _same(one: Statement, other: Statement) -> bool:
    """Return whether two receipts state the same, apart from the time."""
    return dataclasses.replace(one, at=other.at) == other


async def ask_receipt(server: Server, match_id: str) -> Receipt:
    """Return a receipt of what the match's log holds now. Raise UserError if its signature does not fit, or if it is of
    another match."""
    receipt = (await server.ask(server.archive.get_receipt, GetReceiptRequest(match_id=match_id))).receipt
    stated = None if receipt is None else statement_of(receipt)
    if receipt is None or stated is None or stated.match_id != match_id:
        raise UserError(tr("receipt-unsigned", address=server.address), "RECEIPT_INVALID")
    return receipt


@dataclass(frozen=True)
class Compared:
    """A kept receipt, compared with the server's log now."""

    verdict: str
    record_count: int
    at: datetime | None
    """The time that the receipt states; None if its signature does not fit."""
    names_key: bool
    """True if the server still names the key among its own."""

    @property
    def ok(self) -> bool:
        """True unless the receipt shows that something was changed, or was itself changed."""
        return self.verdict in (OK, LATER)


async def compare(server: Server, match_id: str, kept: Sequence[Receipt]) -> list[Compared]:
    """Compare receipts with the match's log, whose hashes are computed here."""
    if not kept:
        return []
    info = (await server.ask(server.lobby.get_server_info, GetServerInfoRequest())).server
    keys = {info.signing_key, *info.earlier_signing_keys} if info is not None else set()
    now = statement_of(await ask_receipt(server, match_id))
    heads = await _heads(server, match_id) if now is not None and now.head else None
    salt = b"" if now is None else now.salt
    return [_compared(receipt, match_id, heads, salt, keys) for receipt in kept]


async def _heads(server: Server, match_id: str) -> list[bytes]:
    """Return the hash of every record of a match that has ended, computed from the records."""
    link = hashlib.sha256(b"tilth stream\0match/" + match_id.encode()).digest()
    heads = []
    async for reply in server.stream(server.archive.read_log, ReadLogRequest(match_id=match_id)):
        for entry in reply.entries:
            link = hashlib.sha256(link + entry.record).digest()
            heads.append(link)
    return heads


def _compared(
    receipt: Receipt, match_id: str, heads: Sequence[bytes] | None, salt: bytes, keys: set[bytes]
) -> Compared:
    """Compare one receipt with the hashes of the log; None while the match runs."""
    stated = statement_of(receipt)
    if stated is None:
        return Compared("bad_signature", 0, None, receipt.public_key in keys)
    return Compared(
        verdict_of(stated, match_id, heads, salt), stated.record_count, stated.at, stated.public_key in keys
    )


def verdict_of(stated: Statement, match_id: str, heads: Sequence[bytes] | None, salt: bytes) -> str:
    """Return the verdict on a statement, from the hashes of all records of the match; None while it runs."""
    if stated.match_id != match_id:
        return "other_match"
    if heads is None:
        return LATER
    if not 0 < stated.record_count <= len(heads):
        return "shorter"
    head = heads[stated.record_count - 1]
    if stated.hidden_head:
        return OK if hashlib.sha256(LABEL + salt + head).digest() == stated.hidden_head else "changed"
    return OK if stated.head == head else "changed"
