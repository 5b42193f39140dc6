"""The owner of a match: every node finds the same one, and few matches move when a node comes or goes."""

from collections import Counter
from hashlib import sha256

from tilth_server.nodes.ownership import Ownership, slot_of
from tilth_server.store import Member

KEYS = [sha256(str(number).encode()).hexdigest()[:16] for number in range(3000)]


def member(number: int, *, is_leaving: bool = False) -> Member:
    return Member(f"{number:016x}", f"10.0.0.{number}:4040", "1.0", is_leaving)


def owners(*members: Member) -> list[str]:
    ownership = Ownership(members)
    found = [ownership.owner_of(key) for key in KEYS]
    return ["" if owner is None else owner.id for owner in found]


def test_the_order_of_the_members_does_not_matter() -> None:
    assert owners(member(1), member(2), member(3)) == owners(member(3), member(1), member(2))


def test_matches_are_spread_over_all_members() -> None:
    counts = Counter(owners(*map(member, range(5))))
    assert len(counts) == 5
    assert max(counts.values()) < 1.3 * min(counts.values())


def test_a_member_that_goes_moves_only_its_own_matches() -> None:
    before = owners(member(1), member(2), member(3))
    after = owners(member(1), member(3))
    moved = {old for old, new in zip(before, after, strict=True) if old != new}
    assert moved == {member(2).id}
    assert {new for old, new in zip(before, after, strict=True) if old == member(2).id} == {
        member(1).id, member(3).id,
    }  # fmt: skip


def test_a_member_that_leaves_owns_nothing() -> None:
    assert owners(member(1), member(2, is_leaving=True)) == owners(member(1))
    assert set(owners(member(1, is_leaving=True))) == {""}


def test_the_owners_are_those_of_every_other_build() -> None:
    """Nodes of two builds work side by side: these values stay."""
    assert [slot_of(key) for key in ("", "76152bf9aafae346", "t1", "ё")] == [3643, 971, 1576, 783]
    ownership = Ownership([member(1), member(2), member(3)])
    found = [ownership.owner_of(key) for key in ("76152bf9aafae346", "t1", "a", "b")]
    assert [owner and int(owner.id, 16) for owner in found] == [3, 1, 3, 1]
