"""The addresses of a server, and a gRPC channel that moves between its nodes. The SDK and the terminal client use it.

Several nodes on one database are one server, so a client may use any of them.
"""

from tilth_addresses.addresses import BadAddresses, joined, split
from tilth_addresses.nodes_channel import NodesChannel, was_never_sent

__all__ = ["BadAddresses", "NodesChannel", "joined", "split", "was_never_sent"]
