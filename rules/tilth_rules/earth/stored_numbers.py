"""The numbers of faces and their abilities, which stored matches hold (`Game.stored_numbers`)."""

from tilth_rules.earth.content.cards import FACES


def stored_numbers() -> dict[str, dict[str, int]]:
    """Return the numbers of faces and of abilities on them that stored matches hold, by kind and name."""
    return {
        "face": {face.id: face.index for face in FACES},
        "slot of an ability": {
            f"{face.id}: {ability.when} {' '.join(ability.colours)}": slot
            for face in FACES
            for slot, ability in enumerate(face.abilities)
            if len(face.abilities) > 1
        },
    }
