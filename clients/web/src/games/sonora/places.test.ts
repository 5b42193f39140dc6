import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { describe, expect, test } from "vitest";

import page from "../../../../../docs/games/sonora/for-clients.md?raw";
import { Bonus, type Move, MoveSchema, Phase, Section, ViewSchema } from "../../generated/tilth/games/sonora/v1/sonora_pb";
import { DecisionSchema } from "../../generated/tilth/v1/decision_pb";
import { isAboutBoard, LISTED, placeParts, placesOf } from "./places";

type Way = NonNullable<MessageInitShape<typeof MoveSchema>["move"]>;
const view = create(ViewSchema);
const decision = create(DecisionSchema);
const move = (way: Way): Move => create(MoveSchema, { move: way });
const about = move({ case: "takeDisc", value: { disc: 7 } });
const places = (kind: string, way: Way): ReturnType<typeof placesOf> => placesOf(move(way), kind, view, decision, about);

/** Every kind that the rules ask, from their own source. */
const rules = import.meta.glob<string>("../../../../../rules/tilth_rules/sonora/**/*.py", { query: "?raw", import: "default", eager: true });
const asked = new Set(
  Object.values(rules).flatMap((source) => [...source.matchAll(/(?:Choose|Measure)\([^"\n]*"([a-z-]+)"/g)].map(([, kind = ""]) => kind)),
);

/** The moves of each kind, from the first table of the docs; the second one has the numbers of a flick. */
const documented = new Map(
  [...(page.split("A flick is")[0] ?? "").matchAll(/^\| `([a-z-]+)` \|[^|]*\|([^|]*)\|/gm)].map(([, kind = "", options = ""]): [string, readonly string[]] => [
    kind,
    [...options.matchAll(/`?([A-Z]\w+)\(/g)].map(([, name = ""]) => name.charAt(0).toLowerCase() + name.slice(1)),
  ]),
);

/** One move of each sort, with its places. */
const MOVES: readonly (readonly [Way, ReturnType<typeof placesOf>])[] = [
  [{ case: "takeDisc", value: { disc: 3 } }, { one: "disc-3" }],
  [{ case: "flickAgain", value: {} }, { one: "disc-7" }],
  [{ case: "sinkInto", value: { section: Section.MUD } }, { one: "zone-3" }],
  [{ case: "swapDiscs", value: { disc: 1, other: 4 } }, { set: ["disc-1", "disc-4"] }],
  [{ case: "countFor", value: { section: Section.RIVER } }, { one: "zone-4" }],
  [{ case: "crossCell", value: { building: 2 } }, { one: "building-2" }],
  [{ case: "markDisc", value: { disc: 5 } }, { one: "disc-5" }],
  [{ case: "markMud", value: {} }, { one: "mud-discs" }],
  [{ case: "useBonus", value: { bonus: Bonus.FOX } }, { one: "ready-3" }],
  [{ case: "useDiscovery", value: { bonus: Bonus.OWL } }, { one: "animal-4" }],
  [{ case: "drawShape", value: { squares: [17, 18] } }, { set: ["canyon-17", "canyon-18"] }],
  [{ case: "layPath", value: { cell: 12 } }, { one: "river-12" }],
  [{ case: "crossNode", value: { node: 9 } }, { one: "node-9" }],
  [{ case: "fillColumn", value: { column: 3 } }, { one: "column-3" }],
  [{ case: "circleAnimal", value: { bonus: Bonus.RABBIT } }, { one: "animal-5" }],
  [{ case: "chooseColour", value: { colour: 2 } }, { one: "colour-2" }],
  [{ case: "botTakes", value: { disc: 11 } }, { one: "disc-11" }],
  [{ case: "botDrawsShape", value: { squares: [4] } }, { set: ["canyon-4"] }],
  [{ case: "botLaysPath", value: { cell: 4, last: 6 } }, { set: ["river-4", "river-6"] }],
  [{ case: "botLaysPath", value: { cell: 4, last: 4 } }, { one: "river-4" }],
  [{ case: "botPaints", value: { node: 2 } }, { one: "node-2" }],
];

describe("where the moves of Sonora lie", () => {
  test.each(MOVES)("%o", (way, expected) => {
    expect(places("", way)).toEqual(expected);
  });

  test("the rules ask the kinds that the docs list, and no others", () => {
    expect([...asked].sort()).toEqual([...documented.keys()].sort());
    expect(asked.size).toBeGreaterThan(15);
  });

  test.each([...asked])("every move of %s has a place, or the kind is listed only", (kind) => {
    if (LISTED.includes(kind)) return;
    const sorts = documented.get(kind) ?? [];
    expect(sorts.length).toBeGreaterThan(0);
    for (const sort of sorts) {
      const known = MOVES.find(([way]) => way.case === sort);
      expect(known, sort).toBeDefined();
      expect(known?.[1], sort).toBeDefined();
    }
  });

  test("only kinds that are asked are listed", () => {
    expect(LISTED.filter((kind) => !asked.has(kind))).toEqual([]);
  });
});

test("a question is about the board or about the sheet; without one the phase decides", () => {
  expect(isAboutBoard("swap", Phase.MARKING)).toBe(true);
  expect(isAboutBoard("canyon", Phase.MARKING)).toBe(false);
  expect(isAboutBoard(undefined, Phase.FLICKING)).toBe(true);
  expect(isAboutBoard(undefined, Phase.MARKING)).toBe(false);
  expect(isAboutBoard(undefined, Phase.OVER)).toBe(false);
});

test("the number of a place is read from its name", () => {
  expect(placeParts("disc-12")).toEqual(["disc", 12]);
  expect(placeParts("mud-discs")).toEqual(["mud-discs", -1]);
});
