"""Receipts: the server's signed statements of what a match's log held at one moment, and how they are checked."""

import hashlib

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from google.protobuf.message import DecodeError

from tilth.v1.receipt_pb2 import Receipt, ReceiptStatement
from tilth_client.errors import TilthError

LABEL = b"tilth receipt\0"


class BadReceipt(TilthError):
    """A receipt that its key has not signed."""


def statement_of(receipt: Receipt) -> ReceiptStatement:
    """Return what a receipt states. Raise BadReceipt if its signature does not fit.

    The signature says which key signed. Compare the key with `signing_key` and `earlier_signing_keys` of the server.
    """
    try:
        key = Ed25519PublicKey.from_public_bytes(receipt.public_key)
        key.verify(receipt.signature, LABEL + receipt.statement)
        return ReceiptStatement.FromString(receipt.statement)
    except (InvalidSignature, ValueError, DecodeError):
        raise BadReceipt("the receipt was altered, or another key has signed it") from None


def fits(statement: ReceiptStatement, head: bytes, salt: bytes = b"") -> bool:
    """Return whether a receipt states this hash of the match's record `record_count - 1`.

    For a receipt of a running match, `salt` is that of a receipt made after the end.
    """
    if statement.hidden_head:
        return hashlib.sha256(LABEL + salt + head).digest() == statement.hidden_head
    return statement.head == head
