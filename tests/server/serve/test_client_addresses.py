"""The address of a client: of its connection, or as a trusted proxy says it."""

from ipaddress import ip_network

import pytest

from tilth_server.api.client_addresses import AddressReader, Network

PROXIES: tuple[Network, ...] = (ip_network("10.0.0.0/8"), ip_network("fd00::/8"))
THROUGH = "ipv4:10.0.0.1:5000"


def shown(peer: str, *forwarded: str, trusted: tuple[Network, ...] = PROXIES) -> str:
    metadata = [("x-forwarded-for", each) for each in forwarded]
    return AddressReader(trusted).client_address(peer, metadata)[0].shown


@pytest.mark.parametrize(
    ("peer", "address"),
    [
        ("ipv4:192.0.2.7:5555", "ipv4:192.0.2.7"),
        ("ipv6:%5B2001:db8::7%5D:5555", "ipv6:2001:db8::7"),
        ("ipv6:%5B::ffff:192.0.2.7%5D:5555", "ipv4:192.0.2.7"),
        ("ipv6:%5Bfe80::1%25eth0%5D:5555", "ipv6:fe80::1"),
        ("unix:", "unix:"),
    ],
)
def test_a_connection_has_the_address_of_its_other_end(peer: str, address: str) -> None:
    assert shown(peer) == address


@pytest.mark.parametrize("peer", ["ipv4:192.0.2.7:5555", "ipv6:%5B2001:db8::7%5D:5555", "unix:"])
def test_only_a_trusted_proxy_is_believed(peer: str) -> None:
    assert shown(peer, "203.0.113.9") == shown(peer)
    assert shown(peer, "203.0.113.9", trusted=()) == shown(peer)


@pytest.mark.parametrize(
    ("forwarded", "address"),
    [
        (["203.0.113.9"], "ipv4:203.0.113.9"),
        (["198.51.100.1, 203.0.113.9"], "ipv4:203.0.113.9"),
        (["198.51.100.1", "203.0.113.9"], "ipv4:203.0.113.9"),
        (["203.0.113.9, 10.0.0.2, 10.3.4.5"], "ipv4:203.0.113.9"),
        (["2001:db8::7"], "ipv6:2001:db8::7"),
        (["[2001:db8::7]"], "ipv6:2001:db8::7"),
        (["10.0.0.9"], "ipv4:10.0.0.9"),
        (["not an address"], "ipv4:10.0.0.1"),
        (["203.0.113.9, not an address"], "ipv4:10.0.0.1"),
        ([""], "ipv4:10.0.0.1"),
        ([], "ipv4:10.0.0.1"),
    ],
)
def test_the_rightmost_hop_that_no_trusted_proxy_is_at_is_the_client(
    forwarded: list[str], address: str
) -> None:
    assert shown(THROUGH, *forwarded) == address


def test_addresses_of_one_ipv6_customer_count_as_one() -> None:
    addresses = AddressReader()
    first, second, other = (
        addresses.client_address(f"ipv6:%5B{each}%5D:1", ())[0].group
        for each in ("2001:db8:1:2::1", "2001:db8:1:2:ffff::9", "2001:db8:1:3::1")
    )
    assert first == second != other
    neighbours = [addresses.client_address(f"ipv4:192.0.2.{each}:1", ())[0].group for each in (1, 2)]
    assert len(set(neighbours)) == 2
