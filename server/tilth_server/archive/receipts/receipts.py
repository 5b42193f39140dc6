"""The making of receipts. docs/explanation/fairness.md describes their bytes, so that another program can check them.

A running match's head is hidden behind a salt: its hashes would be a means to guess what the records hide. The salt
follows from the store's secret and the match, so a receipt writes nothing into the store.
"""

import hmac
import time
from hashlib import sha256
from typing import Final

from tilth.v1.receipt_pb2 import Receipt, ReceiptStatement
from tilth_server.archive.receipts.signing_key import SigningKey
from tilth_server.archive.viewers import is_ended
from tilth_server.derived_ids import DerivedIds
from tilth_server.matches.match_info import MatchInfo
from tilth_server.store import Head, Streams

LABEL: Final = b"tilth receipt\0"


class Receipts:
    """The signer of the heads of matches."""

    key: SigningKey
    """The server's key, which is read when the store is opened."""

    def __init__(self, streams: Streams, ids: DerivedIds) -> None:
        self._streams = streams
        self._ids = ids

    async def current(self, info: MatchInfo) -> Receipt:
        """Return the receipt of the records that the match has now; while it runs, with a hidden head."""
        # Read before the head: a match that ends in between gets a receipt of a running one, which hides more.
        has_ended = is_ended(info)
        head = await self._streams.head(info.stream)
        if has_ended:
            return self._of_end(info, head)
        hidden = sha256(LABEL + self._salt(info.id) + head.hash).digest()
        statement = ReceiptStatement(match_id=info.id, record_count=head.length, hidden_head=hidden)
        return self._signed(statement, at_ms=time.time_ns() // 1_000_000)

    def of_end(self, info: MatchInfo, head: bytes) -> Receipt | None:
        """Return the receipt of a match that has ended; None if the hash of its last record is not known."""
        return self._of_end(info, Head(info.record_count, head)) if head else None

    def _of_end(self, info: MatchInfo, head: Head) -> Receipt:
        """Return a receipt with the head itself, and with the salt that opens the earlier receipts of the match.

        Its time is that of the end, so that everybody receives the same bytes, whenever they ask.
        """
        statement = ReceiptStatement(
            match_id=info.id, record_count=head.length, head=head.hash, salt=self._salt(info.id)
        )
        return self._signed(statement, at_ms=info.ended_ms)

    def _salt(self, match_id: str) -> bytes:
        """Return the salt of a match's hidden heads."""
        assert self._ids.secret, "the secret is read when the store is opened"
        return hmac.digest(self._ids.secret, b"receipt\0" + match_id.encode(), sha256)

    def _signed(self, statement: ReceiptStatement, at_ms: int) -> Receipt:
        """Return the statement, made at the time `at_ms`, and its signature."""
        statement.at.FromMilliseconds(at_ms)
        body = statement.SerializeToString()
        return Receipt(statement=body, signature=self.key.sign(LABEL + body), public_key=self.key.public)
