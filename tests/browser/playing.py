"""Playing a match by clicking what is lit, and nothing else where something is."""

import random
import re
from dataclasses import dataclass, field
from pathlib import Path

from playwright.async_api import Error as PlaywrightError

from tests.browser.reader import Reader

WITHOUT_EFFECT_MS = 250
"""Time after which a touch that has changed nothing has had no effect."""
SENT_MS = 5_000
"""Time after which the reply to an answer is not waited for any longer."""
GAMES = Path(__file__).parents[2] / "clients" / "web" / "src" / "games"
STANDING = """
() => {
  const dock = document.querySelector(".dock");
  if (dock === null) return { is: "loading" };
  if (dock.querySelector("table") || document.querySelector("[data-over]")) return { is: "over" };
  if (dock.classList.contains("waits")) return { is: "waiting" };
  const send = dock.querySelector(".send:not(:disabled)");
  const options = [...dock.querySelectorAll(".opt:not(:disabled)")];
  return {
    is: "asked",
    question: dock.querySelector(".ask")?.textContent ?? "",
    canSend: send !== null,
    forced: dock.querySelector(".acts .pri:not(.send):not(:disabled)") !== null,
    isNumbers: dock.querySelector("input[type=range]") !== null,
    isSending: dock.querySelector(".opt:disabled, .pri.send:disabled") !== null && options.length === 0,
    options: options.length,
    picked: options.filter(option => option.classList.contains("on")).length,
  };
}
"""
TOUCHED = """
async ([record, before, latest, latestSent]) => {
  // Whether a touch led to a new record, once it has led to that or to anything else that is shown.
  const began = performance.now();
  for (;;) {
    if (Number(document.querySelector("[data-record]").dataset.record) > record) return true;
    const { isSending } = (%s)();
    if (!isSending && (%s)() !== before) return false;
    if (performance.now() - began > (isSending ? latestSent : latest)) return false;
    await new Promise((again) => setTimeout(again, 10));
  }
}
"""
PICKED = """
() => {
  // What has been picked so far, as text, with what can be picked further.
  const shown = document.querySelectorAll(".dock .opt, .dock .w, .dock .send, [role=menuitem], .tbl [data-place]");
  const numbers = [...document.querySelectorAll(".dock input")].map((one) => one.value);
  const counted = (one) => (one.matches(".w") ? one.textContent : "");
  const marks = [...shown].map((one) => [one.matches(".on"), one.matches(".lit"), counted(one), one.disabled]);
  return JSON.stringify([marks, numbers]);
}
"""


PLACES = """
() => {
  // Of the question that is shown: its kind, whether an option of it has a place, and the places that are not drawn.
  const drawn = new Set([...document.querySelectorAll("[data-place]")].map((one) => one.dataset.place));
  const options = [...document.querySelectorAll(".dock .opt")];
  const places = options.flatMap((one) => one.dataset.at?.split(" ") ?? []);
  return {
    kind: document.querySelector(".dock").dataset.kind,
    options: options.length,
    places: places.length,
    missing: [...new Set(places)].filter((place) => !drawn.has(place)),
  };
}
"""


@dataclass
class Played:
    """The answers that were given, by how they were."""

    by_table: int = 0
    by_list: int = 0
    questions: list[str] = field(default_factory=list)
    placed: set[str] = field(default_factory=set)
    """Kinds of decisions of which an option had a place."""
    unplaced: set[str] = field(default_factory=set)
    """Kinds of decisions of which no option had one."""
    missing: set[tuple[str, str]] = field(default_factory=set)
    """Kinds of decisions, with places of theirs that were not drawn."""

    @property
    def answers(self) -> int:
        return self.by_table + self.by_list


def listed(game: str) -> set[str]:
    """Return the kinds of decisions that the drawing of a game declares to be answered from the list."""
    source = "".join(
        path.read_text() for path in sorted((GAMES / game).glob("*.ts")) if ".test." not in path.name
    )
    lists = re.findall(r"(?:LISTED: readonly string\[\] =|listed:) \[([^\]]*)\]", source)
    assert len(lists) == 1, lists
    return set(re.findall(r'"([a-z-]+)"', lists[0]))


def assert_on_the_table(played: Played, game: str) -> None:
    """Check that each kind of decision that was met has its places on the table, or is declared to be listed only."""
    assert not played.missing
    assert played.unplaced - played.placed <= listed(game)
    assert played.placed


async def play(reader: Reader, answers: int, seed: int = 1) -> Played:
    """Answer by clicking lit places until this many answers are given or the match has ended.

    The list is used where nothing is lit on the table: for a pass, a yes, a price.
    """
    rng = random.Random(seed)
    played = Played()
    last = ""
    idle = 0
    while played.answers < answers and idle < 200:
        standing = await reader.page.evaluate(STANDING)
        if standing["is"] == "over":
            break
        if standing["is"] != "asked" or standing["isSending"]:
            idle += 1
            await reader.page.wait_for_timeout(50)
            continue
        if standing["question"] != last:
            last = standing["question"]
            played.questions.append(last)
            await _look_for_places(reader, played)
        record = await reader.record()
        before = await reader.page.evaluate(PICKED)
        was_by_table = await _touch(reader, standing, rng)
        changed = await _answered(reader, record, before)
        idle = 0 if changed else idle + 1
        if changed and was_by_table:
            played.by_table += 1
        elif changed:
            played.by_list += 1
    return played


async def _look_for_places(reader: Reader, played: Played) -> None:
    """Note which places the question means, and whether they are drawn."""
    found = await reader.page.evaluate(PLACES)
    if found["options"]:
        (played.placed if found["places"] else played.unplaced).add(found["kind"])
        played.missing |= {(found["kind"], place) for place in found["missing"]}


async def _touch(reader: Reader, standing: dict[str, object], rng: random.Random) -> bool:
    """Touch one thing; return whether it lay on the table."""
    page = reader.page
    try:
        if standing["isNumbers"] and await _pull(reader, rng):
            return True
        if standing["canSend"] and (standing["isNumbers"] or standing["picked"] or rng.random() < 0.3):
            await page.locator(".dock .send:not(:disabled)").first.click(timeout=2_000)
            return bool(standing["picked"])
        if standing["forced"]:
            await page.locator(".dock .acts .pri:not(.send):not(:disabled)").first.click(timeout=2_000)
            return False
        menu = page.locator("[role=menuitem]")
        if await menu.count():
            await menu.nth(rng.randrange(await menu.count())).click(timeout=2_000)
            return True
        points = await reader.lit()
        if not points and standing["picked"]:
            points = await reader.lit(picked=True)
        if points:
            await reader.click(rng.choice(points))
            return True
        options = page.locator(".dock .opt:not(:disabled):not(.on)")
        if not await options.count():
            options = page.locator(".dock .opt:not(:disabled)")
        count = await options.count()
        if count:
            await options.nth(rng.randrange(count)).click(timeout=2_000)
        elif standing["canSend"]:
            await page.locator(".dock .send:not(:disabled)").first.click(timeout=2_000)
    except PlaywrightError as error:
        if "Timeout" not in str(error):
            raise
    return False


async def _pull(reader: Reader, rng: random.Random) -> bool:
    """Aim a flick by pulling on the board, and send it; return False where there is no board to pull on."""
    aiming = reader.page.locator(".aiming")
    board = await aiming.first.bounding_box() if await aiming.count() else None
    if board is None:
        return False
    mouse = reader.page.mouse
    x, y = board["x"] + board["width"] / 2, board["y"] + board["height"] / 2
    await mouse.move(x, y)
    await mouse.down()
    await mouse.move(x + rng.uniform(-20, 20), y + board["height"] * rng.uniform(0.15, 0.4), steps=4)
    await mouse.up()
    await reader.page.locator(".dock .send:not(:disabled)").first.click(timeout=2_000)
    return True


async def _answered(reader: Reader, record: int, before: str) -> bool:
    """Wait until a touch has led to something, at most a moment; return whether that is a new record."""
    touched = TOUCHED % (STANDING, PICKED)
    answered: bool = await reader.page.evaluate(touched, [record, before, WITHOUT_EFFECT_MS, SENT_MS])
    return answered
