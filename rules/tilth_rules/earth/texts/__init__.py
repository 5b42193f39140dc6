"""The texts of Earth. LABELS gives the label kind of each field of events, moves and facts that is shown in words."""

from tilth_rules.earth.content.cards import FACES, cards_of
from tilth_rules.earth.content.wording import LANGUAGES, face_facts, face_name, face_text
from tilth_rules.earth.options import Options

LABELS = {
    "action": "action",
    "amount": "counted-good-{good}",
    "card": "face",
    "cards": "face",
    "climate": "face",
    "ecosystem": "face",
    "ecosystems": "face",
    "fauna": "face",
    "for_cards": "by-seat",
    "for_compost": "by-seat",
    "for_ecosystems": "by-seat",
    "for_events": "by-seat",
    "for_fauna": "by-seat",
    "for_growth": "by-seat",
    "for_sprouts": "by-seat",
    "for_terrain": "by-seat",
    "goal": "goal",
    "goals": "goal",
    "good": "good",
    "goods": "by-good",
    "half": "seat",
    "island": "face",
    "mate": "seat",
    "place": "place",
    "places": "by-seat",
    "replaced": "face",
    "scores": "by-seat",
    "source": "source",
    "spots": "place",
    "stage": "stage",
    "standing": "face",
    "taking": "taking",
}


def corrections(options: Options) -> dict[tuple[str, int, str], dict[str, str]]:
    """Return the names and texts of the faces that the option `values` corrects, by kind, number and language."""
    if not options.values:
        return {}
    faces = enumerate(cards_of(options.values).faces)
    return {
        ("face", number, language): {
            "": face_name(face, language),
            "text": face_text(face, language),
            "facts": face_facts(face, language),
        }
        for number, face in faces
        if face != FACES[number]
        for language in LANGUAGES
    }
