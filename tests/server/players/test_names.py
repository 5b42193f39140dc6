"""Names that nobody can tell apart, or cannot see, are refused; every script is welcome by itself."""

import unicodedata
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tilth.v1.players_pb2 import PlayerRecord, PlayerRegistered
from tilth_server import reasons
from tilth_server.characters import INVISIBLE, invisible_in, scripts_of, skeletons
from tilth_server.players import PlayerRegistry
from tilth_server.players.player_index import STREAM
from tilth_server.refusal import Refusal
from tilth_server.settings import Registration
from tilth_server.store.sqlite import SqliteStreams


@pytest.fixture
async def register(tmp_path: Path) -> AsyncIterator[PlayerRegistry]:
    store = await SqliteStreams.open(tmp_path)
    opened = PlayerRegistry(store, Registration.OPEN)
    await opened.load()
    yield opened
    await store.close()


async def refused(register: PlayerRegistry, name: str) -> str:
    with pytest.raises(Refusal) as refusal:
        await register.register(name)
    assert refusal.value.field == "name"
    return refusal.value.reason


@pytest.mark.parametrize(
    "name",
    [
        "A\u034fnn",
        "Ann\ufe0f",
        "\u3164",
        "\u2800",
        "\u2800\u2800",
        "A\u00adnn",
        "A\u115fnn",
        "A\U000e0101nn",
        "\u0301nn",
    ],
    ids=ascii,
)
async def test_invisible_characters_are_refused(register: PlayerRegistry, name: str) -> None:
    assert await refused(register, name) == reasons.NAME_INVALID


@pytest.mark.parametrize("name", ["Аnn", "Annа", "Ивaн", "Αnna", "Ann 太郎", "Αλеξης"], ids=ascii)
async def test_a_mixture_of_scripts_is_refused(register: PlayerRegistry, name: str) -> None:
    assert await refused(register, name) == reasons.NAME_INVALID


@pytest.mark.parametrize(
    "name",
    ["Иван", "Ёж 2", "Αλέξης", "太郎さん", "김철수", "Zoë O'Neill-3", "🦔", "2 + 2", "שרה", "मीरा", "Łukasz"],
    ids=ascii,
)
async def test_every_script_is_welcome_by_itself(register: PlayerRegistry, name: str) -> None:
    player, _ = await register.register(name)
    assert player.name == unicodedata.normalize("NFC", name)


@pytest.mark.parametrize(
    ("taken", "like"),
    [
        ("Coco", "Сосо"),
        ("Сосо", "Coco"),
        ("cop", "СОР"),
        ("Paypal", "PaypaI"),
        ("Barny", "Bamy"),
        ("Bot 10", "Bot 1O"),
        ("Ann B", "Ann  B"),
        ("O1", "0l"),
        ("Operator 0", "operator O"),
    ],
    ids=ascii,
)
async def test_a_name_that_looks_like_another_is_taken(
    register: PlayerRegistry, taken: str, like: str
) -> None:
    await register.register(taken)
    assert await refused(register, like) == reasons.NAME_TAKEN


async def test_names_that_look_different_do_not_take_one_another(register: PlayerRegistry) -> None:
    for name in ("Ann", "Anna", "Анна", "Bot 1", "Bot 2", "Ян", "Jan"):
        await register.register(name)


async def test_names_of_earlier_builds_stay_and_protect_their_looks(tmp_path: Path) -> None:
    """They were taken when nothing was refused but equal keys."""
    store = await SqliteStreams.open(tmp_path)
    names = ["Ann", "Аnn", "\u3164", "Coco"]
    records = [
        PlayerRecord(
            registered=PlayerRegistered(player_id=f"p{number}", name=name, token_hash=b"%d" % number)
        )
        for number, name in enumerate(names)
    ]
    await store.append(STREAM, 0, [record.SerializeToString() for record in records])
    register = PlayerRegistry(store, Registration.OPEN)
    await register.load()
    assert sorted(player.name for player in register.page("", 10)[0]) == sorted(names)
    assert await refused(register, "Сосо") == reasons.NAME_TAKEN
    await store.close()


async def test_an_erased_name_and_its_looks_are_free_again(register: PlayerRegistry) -> None:
    coco, _ = await register.register("Coco")
    await register.revoke(coco.id, by="p0", reason="")
    assert await refused(register, "Сосо") == reasons.NAME_TAKEN
    await register.erase(coco.id, by="p0")
    await register.register("Сосо")


def test_every_character_that_unicode_calls_a_format_one_is_invisible_or_not_printable() -> None:
    """None of them gets into a name by either way."""
    shown = [
        code
        for code in range(0x110000)
        if unicodedata.category(chr(code)) in ("Cf", "Cc", "Zl", "Zp", "Cs", "Cn")
        and chr(code).isprintable()
        and code not in INVISIBLE
    ]
    assert shown == []


def test_a_skeleton_does_not_depend_on_the_spelling_of_an_accent() -> None:
    assert skeletons("Zo\u00eb") == skeletons("Zoe\u0308") != skeletons("Zoe")
    assert scripts_of("Zoe\u0308") == {"LATIN"}
    assert invisible_in("Zoë 🦔 Ёж") == ""
