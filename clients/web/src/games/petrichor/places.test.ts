import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { describe, expect, test } from "vitest";

import page from "../../../../../docs/games/petrichor/for-clients.md?raw";
import { MoveSchema, ViewSchema, Weather } from "../../generated/tilth/games/petrichor/v1/petrichor_pb";
import { LISTED, placesOf } from "./places";

type Way = NonNullable<MessageInitShape<typeof MoveSchema>["move"]>;
const view = create(ViewSchema, { players: [{ seat: 0 }, { seat: 1, hand: [Weather.SUN] }] });
const places = (way: Way): ReturnType<typeof placesOf> => placesOf(create(MoveSchema, { move: way }), "", view);

/** The moves of each kind of decision, from the table of the docs. */
const documented = [...page.matchAll(/^\| `([a-z-]+)` \|[^|]*\|([^|]*)\|/gm)].map(([, kind = "", options = ""]): [string, readonly string[]] => [
  kind,
  [...options.matchAll(/`([A-Z]\w+)\(/g)].map(([, name = ""]) => name.charAt(0).toLowerCase() + name.slice(1)),
]);

/** One move of each sort, with its places. */
const MOVES: readonly (readonly [Way, ReturnType<typeof placesOf>])[] = [
  [{ case: "fertilize", value: { tile: 3 } }, { one: "tile-3" }],
  [{ case: "keep", value: { card: Weather.SUN } }, { one: `card-${Weather.SUN}` }],
  [{ case: "placeCloud", value: { tile: 4 } }, { one: "tile-4" }],
  [{ case: "play", value: { action: Weather.RAIN } }, { one: `weather-${Weather.RAIN}` }],
  [
    { case: "pay", value: { cards: [Weather.SUN, Weather.WIND, Weather.SUN] } },
    { set: [`hand-${Weather.SUN}-0`, `hand-${Weather.WIND}-0`, `hand-${Weather.SUN}-1`] },
  ],
  [{ case: "addDrops", value: { tile: 5 } }, { one: "cloud-5" }],
  [{ case: "rainFrom", value: { tile: 6 } }, { one: "cloud-6" }],
  [{ case: "rainDrop", value: { tile: 6, owner: 2 } }, { one: "cloud-drop-6-2" }],
  [{ case: "blowCloud", value: { tile: 6, to: 7 } }, { path: ["cloud-6", "tile-7"] }],
  [{ case: "takeDrop", value: { tile: 2 } }, { one: "drop-2-1" }],
  [{ case: "voteFor", value: { weather: Weather.FROST } }, { one: `weather-${Weather.FROST}` }],
  [{ case: "lowerDie", value: { face: 2 } }, { one: "die-2" }],
  [{ case: "takeVote", value: { weather: Weather.WIND } }, { one: `weather-${Weather.WIND}` }],
  [{ case: "discard", value: { card: Weather.RAIN } }, { one: `card-${Weather.RAIN}` }],
  [{ case: "chooseWeather", value: { weather: Weather.SUN } }, { one: `weather-${Weather.SUN}` }],
  [{ case: "doubleDrops", value: { tile: 8 } }, { one: "cloud-8" }],
  [{ case: "pickUpDrop", value: { tile: 1, owner: 0 } }, { one: "drop-1-0" }],
  [{ case: "putDownDrop", value: { to: 9 } }, { one: "tile-9" }],
];

describe("where the moves of Petrichor lie", () => {
  test.each(MOVES)("%o", (way, expected) => {
    expect(places(way)).toEqual(expected);
  });

  test("the docs list the kinds of decisions", () => {
    expect(documented.length).toBeGreaterThan(15);
  });

  test.each(documented)("every move of %s has a place, or the kind is listed only", (kind, sorts) => {
    if (LISTED.includes(kind)) {
      expect(sorts).toEqual([]);
      return;
    }
    expect(sorts.length).toBeGreaterThan(0);
    for (const sort of sorts) expect(MOVES.find(([way]) => way.case === sort)?.[1], sort).toBeDefined();
  });
});
