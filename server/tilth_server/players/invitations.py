"""Invitations to register: their uses, ends and labels, and the players who came by each.

An invitation's label is kept beside the streams, so that it can be erased: it may say who is invited.
"""

import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from tilth.v1.players_pb2 import KeptLabel, PlayerRecord
from tilth_server import reasons
from tilth_server.players.tokens import hash_of_secret
from tilth_server.refusal import Refusal
from tilth_server.store import KeptValue

LABEL: Final = "invitation/"
ID_BYTES: Final = 8


@dataclass(slots=True)
class Invitation:
    """An invitation. It changes when somebody registers with it, and when it is revoked."""

    id: str
    hash: bytes
    uses: int
    """The registrations that it is good for."""
    created_ms: int
    creator_id: str
    end_ms: int
    """The end of the invitation in milliseconds since 1970; 0 if it has none."""
    revoked: bool = False
    player_ids: list[str] = field(default_factory=list)
    """The players who came by it, in the order of their registration."""

    def refusal(self) -> Refusal | None:
        """Return the refusal of a registration with it now; None if somebody may register."""
        if self.revoked:
            return _invalid("has been revoked")
        if len(self.player_ids) >= self.uses:
            return _invalid("is used up")
        if self.end_ms and self.end_ms <= time.time_ns() // 1_000_000:
            return _invalid("has expired")
        return None


class Invitations:
    """The invitations that were ever made here, in the order in which they were."""

    def __init__(self) -> None:
        self._by_hash: dict[bytes, Invitation] = {}
        self._by_id: dict[str, Invitation] = {}
        self._by_creator: dict[str, list[Invitation]] = {}
        self._labels: dict[str, str] = {}

    def load(self, kept: Mapping[str, bytes]) -> None:
        """Load the labels that are stored beside the streams."""
        for key, body in kept.items():
            if key.startswith(LABEL):
                self._labels[key.removeprefix(LABEL)] = KeptLabel.FromString(body).label

    # Reading ---------------------------------------------------------------------------------------

    def valid_for(self, secret: str) -> Invitation:
        """Return the invitation that these words are. Raises Refusal if nobody may register with it now."""
        invitation = self._by_hash.get(hash_of_secret(secret))
        refused = _invalid("is unknown") if invitation is None else invitation.refusal()
        if invitation is None or refused is not None:
            raise refused or _invalid("is unknown")
        return invitation

    def get(self, invitation_id: str) -> Invitation:
        """Return the invitation. Raises Refusal if there is none with this id."""
        invitation = self._by_id.get(invitation_id)
        if invitation is None:
            message = f"there is no invitation {invitation_id!r}"
            raise Refusal(reasons.INVITATION_NOT_FOUND, message, field="invitation_id")
        return invitation

    def label(self, invitation_id: str) -> str:
        """Return the label of the invitation; "" if it has none, or if it was erased."""
        return self._labels.get(invitation_id, "")

    def newest_first(self) -> Iterator[Invitation]:
        """Return all invitations, the newest first."""
        return reversed(self._by_id.values())

    def tree(self, root: Invitation) -> Iterator[Invitation]:
        """Return the invitation and those made by players who came by it, and so on."""
        yield root
        for player_id in root.player_ids:
            for made in self._by_creator.get(player_id, ()):
                yield from self.tree(made)

    # Changing: records that are durable ------------------------------------------------------------

    def apply(self, record: PlayerRecord) -> None:
        """Apply the record of a new invitation, or of one that is revoked."""
        if record.HasField("invitation_revoked"):
            self._by_hash[record.invitation_revoked.invitation_hash].revoked = True
            return
        made = record.invitation_created
        invitation = Invitation(
            id_of(made.invitation_hash),
            made.invitation_hash,
            made.uses or 1,
            record.at.ToMilliseconds(),
            made.actor_id,
            made.expires_at.ToMilliseconds() if made.HasField("expires_at") else 0,
        )
        self._by_hash[invitation.hash] = self._by_id[invitation.id] = invitation
        self._by_creator.setdefault(invitation.creator_id, []).append(invitation)

    def use(self, invitation_hash: bytes, player_id: str) -> str:
        """Note that the player came by the invitation with this hash, if it is one; return its id, or ""."""
        invitation = self._by_hash.get(invitation_hash)
        if invitation is None:
            return ""
        invitation.player_ids.append(player_id)
        return invitation.id

    def remember_label(self, invitation_id: str, label: str) -> None:
        """Remember a label that is durable now; with "", forget one that is erased."""
        if label:
            self._labels[invitation_id] = label
        else:
            self._labels.pop(invitation_id, None)


def id_of(invitation_hash: bytes) -> str:
    """Return the id of an invitation: the beginning of its hash, with which nobody can register."""
    return "i" + invitation_hash[:ID_BYTES].hex()


def label_to_keep(invitation_id: str, label: str) -> KeptValue:
    """Return the value to store for a label; "" erases it."""
    body = KeptLabel(label=label).SerializeToString() if label else b""
    return KeptValue(f"{LABEL}{invitation_id}", body)


def _invalid(why: str) -> Refusal:
    """Return the refusal of a registration with an invitation."""
    return Refusal(reasons.INVITATION_INVALID, f"this invitation {why}", field="invitation")
