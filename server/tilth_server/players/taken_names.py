"""The names that are taken by players, and names that look like them."""

from collections import defaultdict

from tilth_server.characters import skeletons
from tilth_server.players import names
from tilth_server.reasons import NAME_TAKEN
from tilth_server.refusal import Refusal


class TakenNames:
    """The taken names, by name key and by skeleton. Names from earlier builds may look like one another."""

    def __init__(self) -> None:
        self._holders: dict[str, str] = {}
        self._alike: defaultdict[str, set[str]] = defaultdict(set)
        """Keys of the names that look alike, by their skeleton."""

    def __contains__(self, name: str) -> bool:
        """Return whether a player has this name."""
        return names.name_key(name) in self._holders

    def holder(self, key: str) -> str:
        """Return the id of the player whose name has this key; raise KeyError if nobody's has."""
        return self._holders[key]

    def check(self, name: str, *, except_player_id: str = "") -> None:
        """Refuse a name if another player has it or one that looks like it. Names of `except_player_id` don't count."""
        if self._holders.get(names.name_key(name), except_player_id) != except_player_id:
            raise Refusal(NAME_TAKEN, f"the name {name!r} is taken", field="name")
        for skeleton in skeletons(name):
            for key in self._alike.get(skeleton, ()):
                if self._holders[key] != except_player_id:
                    raise Refusal(NAME_TAKEN, f"the name {name!r} looks like one that is taken", field="name")

    def add(self, name: str, player_id: str) -> None:
        """Note that the player has this name."""
        key = names.name_key(name)
        self._holders[key] = player_id
        for skeleton in skeletons(name):
            self._alike[skeleton].add(key)

    def remove(self, name: str) -> None:
        """Free the name for others."""
        key = names.name_key(name)
        self._holders.pop(key, None)
        for skeleton in skeletons(name):
            self._alike[skeleton].discard(key)
            if not self._alike[skeleton]:
                del self._alike[skeleton]
